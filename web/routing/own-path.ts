/** Whether a URL is a path of this shop. Browsers read `/\host` as `//host`, which is another website, and ignore tabs. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![\t\n\r]*[/\\])/.test(url);
}
