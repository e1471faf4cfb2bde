import { useEffect, useState } from 'react';
import { type LanguageCode, languages, toLanguage } from './languages.ts';
import { useTranslation } from './translation.tsx';

/** Long texts with one module for each language. */
interface TranslatedModule<Texts> {
  /**
   * Loads the texts in the language of the page, unless they are already loaded. The page's loader calls this function,
   * because the language may have changed since the page's module was imported.
   */
  load: () => Promise<void>;
  /**
   * Returns the texts in the language of the page. After a change of language, it returns the previous texts until the
   * new ones are loaded.
   */
  useTexts: () => Texts;
}

/**
 * In the browser, loads the texts in the language of the page; on the server, those in all languages, because it
 * renders pages in each of them. A page's module awaits this function, so the texts are available at hydration.
 *
 * @throws when the texts cannot be loaded.
 */
export async function loadTranslatedModule<Texts extends object>(
  loaders: Readonly<Record<LanguageCode, () => Promise<Texts>>>,
): Promise<TranslatedModule<Texts>> {
  const textsByLanguage = new Map<LanguageCode, Texts>();
  const loadLanguage = async (language: LanguageCode): Promise<Texts> => {
    const texts = textsByLanguage.get(language) ?? (await loaders[language]());
    textsByLanguage.set(language, texts);
    return texts;
  };
  const load = async () => {
    const neededLanguages =
      typeof document === 'undefined' ? languages : [toLanguage(document.documentElement.lang)];
    await Promise.all(neededLanguages.map(loadLanguage));
  };
  await load();
  const [firstTexts] = textsByLanguage.values();
  if (firstTexts === undefined) throw new Error('The list of languages is empty.');
  return {
    load,
    useTexts: () => {
      const { language } = useTranslation('ui');
      const [shownTexts, setShownTexts] = useState<Texts>(textsByLanguage.get(language) ?? firstTexts);
      useEffect(() => {
        let isCurrent = true;
        const show = (texts: Texts) => {
          if (isCurrent) setShownTexts(() => texts);
        };
        // If loading fails, for example offline, the previous texts remain.
        loadLanguage(language).then(show, () => undefined);
        return () => {
          isCurrent = false;
        };
      }, [language]);
      return textsByLanguage.get(language) ?? shownTexts;
    },
  };
}
