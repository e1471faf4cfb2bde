/** The languages in which a host can have translations of its texts, as BCP 47 codes. */
const translationLanguages = ['en', 'mr', 'hi'] as const;

type TranslationLanguage = (typeof translationLanguages)[number];

/** The texts of a record in another language. */
export type Translation<Texts> = Texts & { language: TranslationLanguage };

/**
 * Lists the texts of a record, with the language, for each language in which it has any.
 *
 * @param values the value in each language; null if there is none.
 * @param toTexts converts a value to the texts of a translation.
 */
export function listTranslations<Value, Texts>(
  values: Readonly<Record<TranslationLanguage, Value | null>>,
  toTexts: (value: Value) => Texts,
): Translation<Texts>[] {
  return translationLanguages.flatMap((language) => {
    const value = values[language];
    return value === null ? [] : [{ ...toTexts(value), language }];
  });
}
