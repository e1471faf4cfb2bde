/**
 * Whether a value is a URL of this shop without its origin, such as `/product?page=2`. `//host` and `/\host` lead to
 * another website, even with tabs or line breaks between the slashes.
 */
export function isOwnPath(url: unknown): url is string {
  return typeof url === 'string' && /^\/(?![\t\n\r]*[/\\])/.test(url);
}
