import express, { type RequestHandler, Router } from 'express';
import { formatLanguageCookie } from '../app/preferences.ts';
import { languagePath, languages, parseLanguage } from '../i18n/languages.ts';
import { isOwnPath } from '../routing/own-path.ts';

/** Handles the language form of a page that is not hydrated: sets the cookie and redirects back to the page. */
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
      .set({ 'Set-Cookie': formatLanguageCookie(language), 'Cache-Control': 'no-store' })
      .location(isOwnPath(returnPath) ? returnPath : '/')
      .end();
  });
}
