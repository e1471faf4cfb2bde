/** Whether a URL is a path of this shop. Browsers read `/\host` as `//host`, which is another website. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}
