import type { Crumb } from '#web/ui/Breadcrumbs.tsx';

/**
 * Describes breadcrumbs as schema.org data.
 *
 * @param home the label of the first breadcrumb.
 * @param path the path of the current page, which is the last breadcrumb.
 */
export function describeBreadcrumbs(
  home: string,
  crumbs: readonly Crumb[],
  path: string,
): Record<string, unknown> {
  const trail: Crumb[] = [{ text: home, to: '/' }, ...crumbs];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      item: to ?? path,
    })),
  };
}
