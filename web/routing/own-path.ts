/** Whether a URL is a path of this shop. `//host` and `/\host` lead to another website; browsers ignore tabs in them. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![\t\n\r]*[/\\])/.test(url);
}
