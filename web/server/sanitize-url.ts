import { isOwnPath } from '../routing/own-path.ts';

/** A URL without a page. */
const notFoundUrl = '/no-such-page';

/**
 * Returns the path and query of a request unchanged. A path that is not valid UTF-8 or that names another host is
 * replaced by one without a page.
 */
export function sanitizeUrl(url: string): string {
  return isOwnPath(url) && isDecodable(url.replace(/\?.*/s, '')) ? url : notFoundUrl;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
