import type { Response } from 'express';
import { createInstance, type TFunction } from 'i18next';
import type { Preferences } from '../app/preferences.ts';
import english from './messages.en.json' with { type: 'json' };
import hindi from './messages.hi.json' with { type: 'json' };
import marathi from './messages.mr.json' with { type: 'json' };
import { pageHeaders } from './page-headers.ts';

const i18n = createInstance();
void i18n.init({
  resources: { en: { server: english }, mr: { server: marathi }, hi: { server: hindi } },
  fallbackLng: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** Each error page's texts, by its status. */
const textKeys = { 429: 'tooManyRequests' } as const;

interface ErrorPage {
  status: keyof typeof textKeys;
  retryAfterSeconds: number;
  preferences: Preferences;
}

/**
 * Sends a page that says why the one that was asked for isn't rendered. It is a constant string that
 * loads no script and no style sheet: it has to cost next to nothing when there is too much to do.
 */
export function sendErrorPage(
  response: Response,
  { status, retryAfterSeconds, preferences: { language, colourMode } }: ErrorPage,
): void {
  const t: TFunction<'server'> = i18n.getFixedT(language, 'server');
  const title = t(`${textKeys[status]}.title`);
  const colourScheme = colourMode === 'system' ? 'light dark' : colourMode;
  response
    .status(status)
    .set({
      ...pageHeaders(false, status),
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfterSeconds),
    })
    .type('html')
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
:root { color-scheme: ${colourScheme}; --paper: light-dark(#fbf8f1, #171512); --ink: light-dark(#27221b, #ece5d8); --accent: light-dark(#8f2a1c, #f3a38f); }
body { max-width: 40rem; margin: 15vh auto 0; padding: 0 1rem; text-align: center; line-height: 1.6; font-family: system-ui, sans-serif; background: var(--paper); color: var(--ink); }
h1 { font-family: Georgia, serif; }
a { color: var(--accent); }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t(`${textKeys[status]}.text`)}</p>
<p><a href="">${t(`${textKeys[status]}.retry`)}</a></p>
</main>
</body>
</html>
`);
}
