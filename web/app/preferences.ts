import { type LanguageCode, languageCookie, toLanguage } from '#web/i18n/languages.ts';

/** Light and dark as chosen, or as the system has it. */
export type ColourMode = 'light' | 'dark' | 'system';

/** What the server must know of a visitor before it renders: kept in cookies. */
export interface Preferences {
  colourMode: ColourMode;
  language: LanguageCode;
}

export const colourModeCookie = 'colour-mode';

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

/** The cookie that keeps a choice for a year, as `document.cookie` takes it. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${aYear}; SameSite=Lax`;
}
