import express, { type RequestHandler, Router } from 'express';
import { languageCookieOf } from '../app/preferences.ts';
import { knownLanguage, languageAddress, languages } from '../i18n/languages.ts';

/**
 * Keeps a language chosen without scripts in its cookie, and leads back to the page it was chosen on.
 */
export function languageChoice(): RequestHandler {
  const readForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 4 });
  return Router().post(languageAddress, readForm, (request, response) => {
    const { language: named, return: back }: Record<string, unknown> = request.body ?? {};
    const language = knownLanguage(named);
    if (language === undefined) {
      const given = JSON.stringify(named) ?? 'nothing';
      response
        .status(400)
        .type('text/plain')
        .send(`The field 'language' is ${given}; it has to be one of ${languages.join(', ')}.\n`);
      return;
    }
    response
      .status(303)
      .set({ 'Set-Cookie': languageCookieOf(language), Location: ownPath(back), 'Cache-Control': 'no-store' })
      .end();
  });
}

/** A path of this shop with its query; its home for whatever would lead elsewhere. */
export function ownPath(address: unknown): string {
  const here = 'http://shop.invalid';
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, here)) return '/';
  const { origin, pathname, search } = new URL(address, here);
  // `//host`, `/\host` and `/.//host` name another host, before or after a URL is made of them.
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
}
