import { createHash } from 'node:crypto';

/** The `Retry-After` of responses with status 503. */
export const retryAfterSeconds = '10';

/**
 * Returns a Content-Security-Policy that allows only our own script files and these inline scripts. Inline styles are
 * allowed, because documents contain style sheets, Emotion inserts style elements, and components set style attributes.
 */
export function createContentSecurityPolicy(...inlineScripts: string[]): string {
  const hashes = inlineScripts.map((script) => createHash('sha256').update(script).digest('base64'));
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    // Catalogue images may be on other hosts, including hosts without TLS.
    "img-src 'self' data: http: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** The headers of a page. */
export function createPageHeaders(
  status: number,
  contentSecurityPolicy: string | undefined,
): Record<string, string> {
  return {
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Cookie',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(contentSecurityPolicy && { 'Content-Security-Policy': contentSecurityPolicy }),
    ...(status === 503 ? { 'Retry-After': retryAfterSeconds } : {}),
  };
}
