/** The validators by which a host recognizes a version of a resource (RFC 9110, 8.8). */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/**
 * Headers that make the host respond with 304 if the known version is still current. They
 * include `Cache-Control` because Node's `fetch` otherwise adds `Cache-Control: no-cache` to a conditional
 * request. Express, among others, then sends the full response instead of 304.
 */
export function conditionalHeaders(known: Partial<Validators> | null): Record<string, string> {
  const cacheControl = { 'cache-control': 'max-age=0' };
  if (known?.etag) return { ...cacheControl, 'if-none-match': known.etag };
  if (known?.lastModified) return { ...cacheControl, 'if-modified-since': known.lastModified };
  return {};
}
