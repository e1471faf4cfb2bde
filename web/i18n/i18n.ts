import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatNumber } from './format.ts';
import { type LanguageCode, toLanguage } from './languages.ts';
import { loadMessages, type Namespace, sharedNamespaces } from './messages.ts';

/** A message catalogue of its own for one rendered page, or for the browser's whole visit. */
export async function createI18n(language: LanguageCode, namespaces: readonly Namespace[]): Promise<i18n> {
  const instance = createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    ns: [],
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  // In the page's language it would be `20,000` here and `२०,०००` there.
  instance.services.formatter?.add('number', formatNumber);
  await addNamespaces(instance, [...sharedNamespaces, ...namespaces]);
  return instance;
}

/** Makes sure that the texts of these namespaces are there, in the page's language or in another. */
export async function addNamespaces(
  instance: i18n,
  namespaces: readonly Namespace[],
  language = toLanguage(instance.language),
): Promise<void> {
  const missing = namespaces.filter((namespace) => !instance.hasResourceBundle(language, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      instance.addResourceBundle(language, namespace, await loadMessages(namespace, language));
    }),
  );
}
