import express, { type RequestHandler, Router } from 'express';
import { formatLanguageCookie } from '../app/preferences.ts';
import { languagePath, languages, parseLanguage } from '../i18n/languages.ts';

/**
 * Handles the language form, which browsers submit if JavaScript is disabled: sets the cookie and redirects back to the
 * page.
 */
export function handleLanguageChoice(): RequestHandler {
  const readForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 4 });
  return Router().post(languagePath, readForm, (request, response) => {
    const { language: value, return: returnPath }: Record<string, unknown> = request.body ?? {};
    const language = parseLanguage(value);
    if (language === undefined) {
      const received = JSON.stringify(value) ?? 'missing';
      response
        .status(400)
        .type('text/plain')
        .send(`The field 'language' is ${received}. It must be one of ${languages.join(', ')}.\n`);
      return;
    }
    response
      .status(303)
      .set({
        'Set-Cookie': formatLanguageCookie(language),
        Location: toOwnPath(returnPath),
        'Cache-Control': 'no-store',
      })
      .end();
  });
}

/** Returns a path of this shop with its query, and `/` for any value that would lead to another site. */
function toOwnPath(url: unknown): string {
  const base = 'http://shop.invalid';
  if (typeof url !== 'string' || !url.startsWith('/') || !URL.canParse(url, base)) return '/';
  const { origin, pathname, search } = new URL(url, base);
  // `//host`, `/\host` and `/.//host` lead to another host, some only after URL normalisation.
  return origin === base && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
