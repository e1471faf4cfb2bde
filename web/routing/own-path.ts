/**
 * Whether a URL is a path of this shop. `//host` and `/\host` lead to another website, even with tabs or line breaks
 * between the slashes.
 */
export function isOwnPath(url: string): boolean {
  return /^\/(?![\t\n\r]*[/\\])/.test(url);
}
