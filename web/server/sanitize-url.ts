import { isOwnPath } from '../routing/own-path.ts';

/** A URL without a page. */
const notFoundUrl = '/no-such-page';

/** Returns the URL, or one without a page if its path cannot be decoded or names another host. */
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
