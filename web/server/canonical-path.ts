/** An address the shop does not have, and every router can read. */
const nowhere = '/no-such-page';

/**
 * The address a page is rendered for: path and query as they came. A path that is no text in UTF-8,
 * or that names another host, is answered as one the shop does not have.
 */
export function canonicalPath(url: string): string {
  const path = url.replace(/\?.*/s, '');
  return path.startsWith('/') && !/^\/[/\\]/.test(path) && isDecodable(path) ? url : nowhere;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
