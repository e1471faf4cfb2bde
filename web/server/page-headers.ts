import { createHash } from 'node:crypto';
import { earlyClicksScript } from '../app/early-clicks.ts';

/** Seconds after which a visitor may ask again while the shop cannot be reached. */
export const retryAfter = '10';

const earlyClicksHash = createHash('sha256').update(earlyClicksScript).digest('base64');

/**
 * No script but our own files runs in a page, and the one line that stands in its head. Styles in the page are allowed: Emotion writes those of
 * Chakra's parts, and inline sizes (skeletons, the carousel) are style attributes.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'sha256-${earlyClicksHash}'`,
  "style-src 'self' 'unsafe-inline'",
  // Records may name pictures of other hosts, also of such as have no TLS.
  "img-src 'self' data: http: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** The headers of every page. Vite's client of the development server writes inline scripts. */
export function pageHeaders(development: boolean, status: number): Record<string, string> {
  return {
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Cookie',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(development ? {} : { 'Content-Security-Policy': contentSecurityPolicy }),
    ...(status === 503 ? { 'Retry-After': retryAfter } : {}),
  };
}
