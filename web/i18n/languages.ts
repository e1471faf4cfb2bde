/** The languages the shop's own texts are offered in. */
export const languages = ['en'] as const;

export type LanguageCode = (typeof languages)[number];

export const defaultLanguage: LanguageCode = 'en';

/** The cookie that holds a shopper's choice. */
export const languageCookie = 'language';

/** The language a cookie's value or an attribute names; English for anything else. */
export function toLanguage(value: string | undefined): LanguageCode {
  return languages.find((language) => language === value) ?? defaultLanguage;
}
