import type { i18n } from 'i18next';
import { addNamespaces } from './i18n.ts';
import type { LanguageCode } from './languages.ts';
import { isNamespace } from './messages.ts';

/**
 * Shows the page in another language where it stands: nothing is loaded anew, so nothing that was
 * typed or opened is lost.
 *
 * @throws when the texts cannot be fetched; the page then stays as it is.
 */
export async function showLanguage(instance: i18n, language: LanguageCode): Promise<void> {
  const shown = Object.keys(instance.getDataByLanguage(instance.language) ?? {}).filter(isNamespace);
  await addNamespaces(instance, shown, language);
  await instance.changeLanguage(language);
  document.documentElement.lang = language;
}
