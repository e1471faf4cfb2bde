import { type LanguageCode, languageCookie, toLanguage } from '#web/i18n/languages.ts';

/** `system` follows the device setting. */
export type ColourMode = 'light' | 'dark' | 'system';

/** The settings the server needs for rendering. They are stored in cookies. */
export interface Preferences {
  colourMode: ColourMode;
  language: LanguageCode;
}

const colourModeCookie = 'colour-mode';

const oneYearSeconds = 365 * 24 * 60 * 60;

/** The page's background (`--bg` in tokens.css), which browsers also use for the bars around the page. */
export const themeColours = { light: '#fbf8f1', dark: '#171512' } as const;

/** The media query of the theme colour for `mode`, while the colour mode of the page is `current`. */
export function getThemeColourMedia(mode: 'light' | 'dark', current: ColourMode): string {
  if (current === 'system') return `(prefers-color-scheme: ${mode})`;
  return mode === current ? 'all' : 'not all';
}

/** Parses the preferences in a `Cookie` header. Missing and invalid values become the default. */
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

export function saveColourMode(mode: ColourMode): void {
  saveCookie(colourModeCookie, mode);
}

export function saveLanguage(language: LanguageCode): void {
  saveCookie(languageCookie, language);
}

/** The `Set-Cookie` header that stores the language. */
export function formatLanguageCookie(language: LanguageCode): string {
  return serializeCookie(languageCookie, language);
}

function saveCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and not all browsers have the Cookie Store API.
  document.cookie = serializeCookie(name, value);
}

function serializeCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax`;
}
