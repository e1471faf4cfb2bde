import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatNumber } from './format.ts';
import { type LanguageCode, toLanguage } from './languages.ts';
import { isNamespace, loadMessages, type Namespace, sharedNamespaces } from './messages.ts';

/** Creates an i18next instance, one per server-rendered page and one per visit in the browser. */
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
  // i18next would format numbers by the page language, with Devanagari digits on some pages.
  instance.services.formatter?.add('number', formatNumber);
  await addNamespaces(instance, [...sharedNamespaces, ...namespaces]);
  return instance;
}

/** Loads the messages of the namespaces that are missing, in the current language or in another. */
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

/**
 * Changes the language of the page in place. Nothing is reloaded, so typed text and open dialogs stay.
 *
 * @throws when the messages cannot be loaded; the language of the page then stays the same.
 */
export async function changeLanguage(instance: i18n, language: LanguageCode): Promise<void> {
  const loaded = Object.keys(instance.getDataByLanguage(instance.language) ?? {}).filter(isNamespace);
  await addNamespaces(instance, loaded, language);
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}
