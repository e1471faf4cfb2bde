import { type LanguageCode, languageCookie, toLanguage } from '#web/i18n/languages.ts';

/** Light and dark as chosen, or as the system has it. */
export type ColourMode = 'light' | 'dark' | 'system';

/** What the server must know of a visitor before it renders: kept in cookies. */
export interface Preferences {
  colourMode: ColourMode;
  language: LanguageCode;
}

const colourModeCookie = 'colour-mode';

const aYear = 365 * 24 * 60 * 60;

/** Reads the visitor's choices from a `Cookie` header; what is missing or unknown is the default. */
export function readPreferences(cookies: string | undefined): Preferences {
  const values = new Map(
    (cookies ?? '').split(';').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.trim().split('=');
      return [name, value];
    }),
  );
  return {
    colourMode: toColourMode(values.get(colourModeCookie)),
    language: toLanguage(values.get(languageCookie)),
  };
}

export function toColourMode(value: string | undefined): ColourMode {
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Keeps the colour mode in the browser, for the server to know. */
export function keepColourMode(mode: ColourMode): void {
  keep(colourModeCookie, mode);
}

/** Keeps the language in the browser, for the server to know. */
export function keepLanguage(language: LanguageCode): void {
  keep(languageCookie, language);
}

/** The cookie that keeps the language, for the server's answer. */
export function languageCookieOf(language: LanguageCode): string {
  return preferenceCookie(languageCookie, language);
}

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server has to know it; the Cookie Store API is not everywhere yet.
  document.cookie = preferenceCookie(name, value);
}

/** A cookie that stays for a year. */
function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${aYear}; SameSite=Lax`;
}
