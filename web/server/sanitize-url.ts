import { isOwnPath } from '../routing/own-path.ts';

/** The URL of a page that does not exist. */
const notFoundUrl = '/no-such-page';

/** Returns the URL or, if its path cannot be decoded or names another host, that of a page that does not exist. */
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
