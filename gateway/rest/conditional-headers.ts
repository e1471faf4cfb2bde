/** What tells a host which version of something is known. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/**
 * Headers that ask a host for what is known already only if it has changed. Node's `fetch` adds
 * `Cache-Control: no-cache` to a conditional request that states no policy of its own, and Express,
 * among others, then answers in full instead of with 304.
 */
export function conditionalHeaders(known: Partial<Validators> | null): Record<string, string> {
  const policy = { 'cache-control': 'max-age=0' };
  if (known?.etag) return { ...policy, 'if-none-match': known.etag };
  if (known?.lastModified) return { ...policy, 'if-modified-since': known.lastModified };
  return {};
}
