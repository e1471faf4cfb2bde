import type { RouteObject } from 'react-router-dom';

/**
 * Returns a function that finds the canonical path and query of a URL whose path differs from that of a page only in
 * case or by slashes at its end; undefined for all other URLs. The router ignores both, but the layout and the
 * canonical URL depend on the exact path. Routes with parameters are left out, because the case of a name or SKU may
 * matter.
 */
export function createCanonicalUrlFinder(
  routes: readonly RouteObject[],
): (url: string) => string | undefined {
  const paths = new Set(listStaticPaths(routes));
  return (url) => {
    const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
    // The lookbehind keeps the time linear for a path with many slashes.
    const canonicalPath = path.toLowerCase().replace(/(?<!\/)\/+$/, '');
    return canonicalPath !== path && paths.has(canonicalPath) ? canonicalPath + query : undefined;
  };
}

/** The paths of all pages without parameters. Routes that only redirect have no handle. */
function listStaticPaths(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, handle, children }) => [
    ...(handle !== undefined && path !== undefined && !/[:*]/.test(path) ? [`/${path}`] : []),
    ...listStaticPaths(children ?? []),
  ]);
}
