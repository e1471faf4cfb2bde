import { matchRoutes, type RouteObject } from 'react-router-dom';

/**
 * Returns the canonical path and query of a URL whose path differs from that of a page only in case or by slashes at
 * its end; undefined for all other URLs. The router ignores both, but the layout and the canonical link depend on the
 * exact path. Names, SKUs and ids in the path stay as they are, because their case may matter.
 */
export function findCanonicalUrl(routes: RouteObject[], url: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const page = matchRoutes(routes, { pathname: path })?.at(-1)?.route;
  // Routes that only redirect have no handle.
  if (page?.handle === undefined || page.path === undefined || page.path === '*') return undefined;
  const segments = path.split('/').slice(1);
  const canonicalPath = `/${page.path
    .split('/')
    .map((segment, index) => (segment.startsWith(':') ? segments[index] : segment))
    .join('/')}`;
  return canonicalPath !== path ? canonicalPath + query : undefined;
}
