/** The languages of the user interface. */
export const languages = ['en', 'mr', 'hi'] as const;

export type LanguageCode = (typeof languages)[number];

/** The name of each language in that language, for the language switch. */
export const languageNames: Record<LanguageCode, string> = {
  en: 'English',
  mr: 'मराठी',
  hi: 'हिन्दी',
};

/**
 * The language of a first visit. `Accept-Language` is ignored, so that a URL has the same content for all visitors who
 * have not chosen a language, including caches and search engines.
 */
export const defaultLanguage: LanguageCode = 'en';

/** The cookie that stores the visitor's language. */
export const languageCookie = 'language';

/** The URL path that the language form posts to when JavaScript is disabled. */
export const languagePath = '/interface-language';

/** Validates a language code. Returns undefined for any other value. */
export function parseLanguage(value: unknown): LanguageCode | undefined {
  return languages.find((language) => language === value);
}

/** Converts a cookie or attribute value to a language. Falls back to the default language. */
export function toLanguage(value: string | undefined): LanguageCode {
  return parseLanguage(value) ?? defaultLanguage;
}
