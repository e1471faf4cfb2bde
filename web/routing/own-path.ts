/**
 * Whether a value is the URL of a page of this shop, given by its path. `//host` and `/\host` lead to another website,
 * even with tabs or line breaks between the slashes.
 */
export function isOwnPath(url: unknown): url is string {
  return typeof url === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(url);
}
