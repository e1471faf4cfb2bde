import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { escapeHtml } from '../app/escape-html.ts';
import { findCurrentBuild } from './builds.ts';
import { serveStaticFiles } from './static-files.ts';

/** The editor inserts style elements, embeds fonts in its style sheets as data URLs, and uses web workers. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The login of a demo shopper, which the sandbox offers to its visitors. */
export interface DemoLogin {
  contact: string;
  password: string;
}

/**
 * Serves the GraphQL sandbox at `/sandbox`. It loads nothing from other hosts.
 *
 * @param demoLogin undefined for a shop without demo shoppers.
 * @param icon the URL of the shop's icon.
 * @throws when the sandbox has not been built.
 */
export function serveSandbox(demoLogin: DemoLogin | undefined, icon: string): RequestHandler {
  const folder = findCurrentBuild('sandbox');
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8').replace(
    '</head>',
    () => `${createDemoLoginTag(demoLogin)}<link rel="icon" href="${escapeHtml(icon)}" /></head>`,
  );
  const router = Router({ strict: true });
  router.get('/sandbox', (_request, response) => {
    response
      .set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'no-cache' })
      .type('html')
      .send(page);
  });
  router.get('/sandbox/', (_request, response) => response.redirect(308, '/sandbox'));
  router.use(serveStaticFiles(folder, '/sandbox/'));
  return router;
}

function createDemoLoginTag(demoLogin: DemoLogin | undefined): string {
  if (demoLogin === undefined) return '';
  const { contact, password } = demoLogin;
  return `<meta name="demo-login" content="${escapeHtml(JSON.stringify({ contact, password }))}" />`;
}
