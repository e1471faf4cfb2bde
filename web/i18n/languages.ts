/** The languages the shop's own texts are offered in. */
export const languages = ['en', 'mr', 'hi'] as const;

export type LanguageCode = (typeof languages)[number];

/** Each language by its own name: whoever looks for it reads that. */
export const languageNames: Record<LanguageCode, string> = {
  en: 'English',
  mr: 'मराठी',
  hi: 'हिन्दी',
};

/**
 * What a first visit gets, whatever the browser asks for: an address then has one page for everybody
 * who has not chosen, for readers, caches and search engines alike.
 */
export const defaultLanguage: LanguageCode = 'en';

/** The cookie that holds a shopper's choice. */
export const languageCookie = 'language';

/** Where the switch sends a choice while no script runs. */
export const languageAddress = '/interface-language';

/** The language a value names; undefined when the shop does not speak it. */
export function knownLanguage(value: unknown): LanguageCode | undefined {
  return languages.find((language) => language === value);
}

/** The language a cookie's value or an attribute names; English for anything else. */
export function toLanguage(value: string | undefined): LanguageCode {
  return knownLanguage(value) ?? defaultLanguage;
}
