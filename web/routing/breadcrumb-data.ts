import type { Crumb } from '#web/ui/Breadcrumbs.tsx';

/**
 * Breadcrumbs in schema.org's words.
 *
 * @param home what the first of them is called.
 * @param path of the page the trail ends at.
 */
export function breadcrumbData(
  home: string,
  crumbs: readonly Crumb[],
  path: string,
): Record<string, unknown> {
  const trail: Crumb[] = [{ text: home, to: '/' }, ...crumbs];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ text, to }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: text,
      item: to ?? path,
    })),
  };
}
