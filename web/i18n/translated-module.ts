import { useEffect, useState } from 'react';
import { type LanguageCode, languages, toLanguage } from './languages.ts';
import { useTranslation } from './translation.tsx';

/** Long texts that have a module in each language. */
export interface TranslatedModule<Texts> {
  /** Loads the texts that the next page needs. Called by its loader. */
  load: () => Promise<void>;
  /** The texts in the language of the page. While those of another language load, the texts shown before. */
  useTexts: () => Texts;
}

/**
 * Loads only the texts of the language of the page in the browser; on the server, which renders all languages, all of
 * them. A page awaits it in its module, so that the texts are there when the page is hydrated.
 *
 * @throws when the texts cannot be loaded.
 */
export async function loadTranslatedModule<Texts extends object>(
  loaders: Readonly<Record<LanguageCode, () => Promise<Texts>>>,
): Promise<TranslatedModule<Texts>> {
  const loaded = new Map<LanguageCode, Texts>();
  const loadLanguage = async (language: LanguageCode): Promise<Texts> => {
    const texts = loaded.get(language) ?? (await loaders[language]());
    loaded.set(language, texts);
    return texts;
  };
  const load = async () => {
    const needed = typeof document === 'undefined' ? languages : [toLanguage(document.documentElement.lang)];
    await Promise.all(needed.map(loadLanguage));
  };
  await load();
  const [first] = loaded.values();
  if (first === undefined) throw new Error('There is no language.');
  return {
    load,
    useTexts: () => {
      const { language } = useTranslation('ui');
      const [shown, setShown] = useState<Texts>(loaded.get(language) ?? first);
      useEffect(() => {
        let isCurrent = true;
        const show = (texts: Texts) => {
          if (isCurrent) setShown(() => texts);
        };
        // Without a connection, the texts shown before stay.
        loadLanguage(language).then(show, () => undefined);
        return () => {
          isCurrent = false;
        };
      }, [language]);
      return loaded.get(language) ?? shown;
    },
  };
}
