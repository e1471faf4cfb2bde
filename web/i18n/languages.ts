/**
 * The languages of the user interface, by their codes, with the name of each in that language. To add one, see
 * docs/development.md.
 */
export const languageNames = {
  en: 'English',
  mr: 'मराठी',
  hi: 'हिन्दी',
};

export type LanguageCode = keyof typeof languageNames;

/** The language codes in the order of the language switch. */
export const languages = Object.keys(languageNames).filter(isLanguage);

/**
 * The language of a first visit. `Accept-Language` is ignored, so that a URL has the same content for all visitors who
 * have not chosen a language, including search engines.
 */
export const defaultLanguage = 'en' satisfies LanguageCode;

/** The cookie that stores the chosen language. */
export const languageCookie = 'language';

/** The URL path that the language form posts to while the page is not hydrated. */
export const languagePath = '/interface-language';

/** Validates a language code. Returns undefined for any other value. */
export function parseLanguage(value: unknown): LanguageCode | undefined {
  return typeof value === 'string' && isLanguage(value) ? value : undefined;
}

/** Converts a cookie or attribute value to a language. Falls back to the default language. */
export function toLanguage(value: string | undefined): LanguageCode {
  return parseLanguage(value) ?? defaultLanguage;
}

function isLanguage(code: string): code is LanguageCode {
  return Object.hasOwn(languageNames, code);
}
