import type { LanguageCode } from './languages.ts';
import type english from './locales/en.json';

/** The messages of one language by namespace. The English file defines the keys for all languages. */
export type Messages = typeof english;

export type Namespace = keyof Messages;

const files = import.meta.glob<Messages>('./locales/*.json', { import: 'default' });

/** Loads the messages of a language, which are bundled into one script. @throws when it cannot be loaded. */
export async function loadMessages(language: LanguageCode): Promise<Messages> {
  const load = files[`./locales/${language}.json`];
  if (load === undefined) throw new Error(`web/i18n/locales/${language}.json is missing.`);
  return load();
}

/** The module with a language's messages, as a path below `web/`. It is the module's key in the Vite manifest. */
export function getMessageModule(language: LanguageCode): string {
  return `i18n/locales/${language}.json`;
}
