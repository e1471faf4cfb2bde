import { createHash } from 'node:crypto';
import { inlineScript } from '../app/document.ts';

/** The `Retry-After` of responses with status 503. */
export const retryAfterSeconds = '10';

const inlineScriptHash = createHash('sha256').update(inlineScript).digest('base64');

/**
 * Allows only our own script files and the inline script of the document. Inline styles are allowed, because documents
 * contain style sheets, Emotion inserts style elements, and components set style attributes.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'sha256-${inlineScriptHash}'`,
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

/** The headers of a page. `development` omits the CSP, because Vite inserts inline scripts. */
export function createPageHeaders(development: boolean, status: number): Record<string, string> {
  return {
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Cookie',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(development ? {} : { 'Content-Security-Policy': contentSecurityPolicy }),
    ...(status === 503 ? { 'Retry-After': retryAfterSeconds } : {}),
  };
}
