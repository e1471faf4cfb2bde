import { createInstance, type i18n } from 'i18next';
import { formatNumber } from './format.ts';
import type { LanguageCode } from './languages.ts';
import { loadMessages } from './messages.ts';

/** Creates an i18next instance with the messages of a language. @throws when they cannot be loaded. */
export async function createI18n(language: LanguageCode): Promise<i18n> {
  const instance = createInstance();
  await instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: await loadMessages(language) },
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
  });
  // i18next would format numbers by the page language, with Devanagari digits on some pages.
  instance.services.formatter?.add('number', formatNumber);
  return instance;
}

/**
 * Changes the language of the page in place. Nothing is reloaded, so typed text and open dialogs stay.
 *
 * @throws when the messages cannot be loaded; the language of the page then stays the same.
 */
export async function changeLanguage(instance: i18n, language: LanguageCode): Promise<void> {
  for (const [namespace, texts] of Object.entries(await loadMessages(language))) {
    instance.addResourceBundle(language, namespace, texts);
  }
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}
