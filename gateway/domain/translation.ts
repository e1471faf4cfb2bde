/** The languages in which a host can have translations of its texts, as BCP 47 codes. */
const translationLanguages = ['en', 'mr', 'hi'] as const;

type TranslationLanguage = (typeof translationLanguages)[number];

/** The texts of a record in another language. */
export type Translation<Texts> = Texts & { language: TranslationLanguage };

/**
 * Lists the texts of a record, with the language, for each language in which it has any.
 *
 * @param getTexts returns the texts in a language; null if there are none.
 */
export function listTranslations<Texts>(
  getTexts: (language: TranslationLanguage) => Texts | null,
): Translation<Texts>[] {
  return translationLanguages.flatMap((language) => {
    const texts = getTexts(language);
    return texts === null ? [] : [{ ...texts, language }];
  });
}
