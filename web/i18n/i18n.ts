import { createStore } from '#web/store.ts';
import type { LanguageCode } from './languages.ts';
import { loadMessages, type Messages, type Namespace } from './messages.ts';
import { findMessage, type MessageValues, type Translate } from './translate.ts';

/** Loads the messages. In development, replaced whenever a file of messages is edited. */
let load = loadMessages;
/** Shows edited messages on the page. Set only in development. */
let reloadMessages: (() => Promise<void>) | undefined;
/**
 * The language that was last passed to `changeLanguage`; undefined before the first call. Its messages may still be
 * loading or may have failed to load.
 */
export let chosenLanguage: LanguageCode | undefined;

/**
 * The messages of the storefront in one language at a time. Not i18next, because it adds 15 kB of script to the first
 * load for features that the shop doesn't use.
 */
export interface I18n {
  readonly language: LanguageCode;
  /** All messages of the language. A new object after each change. */
  readonly messages: Messages;
  /** Returns the translate function of a namespace: the same one until the messages change. */
  getTranslate<N extends Namespace>(namespace: N): Translate<N>;
  /** Returns a message by a key that is built at run time, or undefined if there is none. */
  findMessage(namespace: Namespace, key: string, values?: MessageValues): string | undefined;
  /** Sets the language and its messages. For the current language, it replaces the messages. */
  setLanguage(language: LanguageCode, messages: Messages): void;
  /** Calls a listener after each change of the messages. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Creates an `I18n` with the messages of a language. @throws when they cannot be loaded. */
export async function createI18n(initialLanguage: LanguageCode): Promise<I18n> {
  const current = createStore({ language: initialLanguage, messages: await load(initialLanguage) });
  const translateFunctions = new Map<Namespace, (key: string, values?: MessageValues) => string>();
  const findByKey: I18n['findMessage'] = (namespace, key, values) => {
    const { language, messages } = current.get();
    return findMessage(messages[namespace], language, key, values);
  };
  const i18n: I18n = {
    get language() {
      return current.get().language;
    },
    get messages() {
      return current.get().messages;
    },
    getTranslate: (namespace) => {
      const translate =
        translateFunctions.get(namespace) ?? ((key, values) => findByKey(namespace, key, values) ?? key);
      translateFunctions.set(namespace, translate);
      return translate;
    },
    findMessage: findByKey,
    setLanguage: (language, messages) => {
      translateFunctions.clear();
      current.set({ language, messages });
    },
    subscribe: current.subscribe,
  };
  if (import.meta.hot) reloadMessages = () => changeLanguage(i18n, i18n.language);
  return i18n;
}

/**
 * Changes the language of the page in place. Nothing is reloaded, so typed text and open dialogs stay. Does nothing if
 * another language is chosen while the messages are loading.
 *
 * @throws when the messages cannot be loaded; the language of the page then stays the same.
 */
export async function changeLanguage(i18n: I18n, language: LanguageCode): Promise<void> {
  chosenLanguage = language;
  const messages = await load(language);
  if (chosenLanguage !== language) return;
  i18n.setLanguage(language, messages);
  document.documentElement.lang = language;
}

// Shows edited messages without reloading the page.
import.meta.hot?.accept('./messages.ts', async (edited) => {
  if (edited === undefined) return;
  load = edited.loadMessages;
  await reloadMessages?.();
});
