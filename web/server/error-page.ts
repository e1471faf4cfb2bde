import { readFileSync } from 'node:fs';
import type { Response } from 'express';
import { type LanguageCode, languages } from '#web/i18n/languages.ts';
import type { Messages } from '#web/i18n/messages.ts';
import { findMessage, type Translate } from '#web/i18n/translate.ts';
import { escapeHtml } from '../app/escape-html.ts';
import type { Preferences } from '../app/preferences.ts';
import { createContentSecurityPolicy, createPageHeaders } from './page-headers.ts';

/** Used instead of `loadMessages`, which needs the bundler: this file runs unbundled. */
function readMessages(language: LanguageCode): Messages {
  return JSON.parse(readFileSync(new URL(`../i18n/locales/${language}.json`, import.meta.url), 'utf8'));
}

const textsByLanguage = new Map(languages.map((language) => [language, readMessages(language).errorPage]));

/** The design tokens that the page uses. */
const colourTokens = readFileSync(new URL('../app/styles/tokens.css', import.meta.url), 'utf8')
  .match(/--(?:bg|fg|border-strong|accent-solid|accent-contrast|focus): .+;/g)
  ?.join(' ');

/** The message key of each status. */
const textKeys = {
  400: 'badRequest',
  405: 'badRequest',
  413: 'badRequest',
  415: 'badRequest',
  429: 'tooManyRequests',
  500: 'failed',
  503: 'busy',
} as const;

export type ErrorStatus = keyof typeof textKeys;

interface ErrorPage {
  status: ErrorStatus;
  preferences: Preferences;
  /** The URL of the icon shown in browser tabs. */
  icon: string;
}

/**
 * Sends an error page instead of the requested page. It is built as a string, so that it costs almost nothing under
 * load and works when React rendering does not.
 */
export function sendErrorPage(
  response: Response,
  { status, preferences: { language, colourMode }, icon }: ErrorPage,
): void {
  const t: Translate<'errorPage'> = (key) => findMessage(textsByLanguage.get(language), language, key) ?? key;
  const title = t(`${textKeys[status]}.title`);
  const colourScheme = colourMode === 'system' ? 'light dark' : colourMode;
  response
    .status(status)
    .set({ ...createPageHeaders(status, createContentSecurityPolicy()), 'Cache-Control': 'no-store' })
    .type('html')
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${escapeHtml(icon)}">
<style>
:root { color-scheme: ${colourScheme}; ${colourTokens} }
body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem; text-align: center; line-height: 1.6; font-family: system-ui, sans-serif; background: var(--bg); color: var(--fg); }
h1 { font: 400 clamp(1.75rem, 1.35rem + 1.7vw, 2.5rem)/1.25 Georgia, serif; }
nav { display: flex; flex-wrap: wrap; justify-content: center; gap: 0.75rem; margin-top: 2rem; }
a { padding: 0.5rem 1.25rem; border: 1px solid var(--border-strong); border-radius: 6px; color: inherit; font-weight: 600; text-decoration: none; }
a:first-child { border-color: transparent; background: var(--accent-solid); color: var(--accent-contrast); }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t(`${textKeys[status]}.text`)}</p>
<nav>
${textKeys[status] === 'badRequest' ? '' : `<a href="">${t('retry')}</a>`}
<a href="/">${t('home')}</a>
</nav>
</main>
</body>
</html>
`);
}
