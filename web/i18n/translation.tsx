import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { I18n } from './i18n.ts';
import type { LanguageCode } from './languages.ts';
import type { Messages, Namespace } from './messages.ts';
import type { Translate } from './translate.ts';

const I18nContext = createContext<{ i18n: I18n; language: LanguageCode; messages: Messages } | null>(null);

/** Provides the messages and re-renders their consumers when they change. */
export function TranslationProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const readMessages = () => i18n.messages;
  const messages = useSyncExternalStore(i18n.subscribe, readMessages, readMessages);
  const value = useMemo(() => ({ i18n, language: i18n.language, messages }), [i18n, messages]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

interface Translation<N extends Namespace> {
  /** Returns the namespace's message for a key. `t` stays the same function until the messages change. */
  t: Translate<N>;
  /** The language of the page. */
  language: LanguageCode;
  i18n: I18n;
}

/** The messages of a namespace in the language of the page. */
export function useTranslation<N extends Namespace>(namespace: N): Translation<N> {
  const context = useContext(I18nContext);
  if (context === null) throw new Error('useTranslation needs a TranslationProvider around the component.');
  const { i18n, language } = context;
  return { t: i18n.getTranslate(namespace), language, i18n };
}

/**
 * Renders a message in which tags stand for elements, such as `I accept the <policy>privacy policy</policy>`.
 *
 * @param elements for each name of a tag, a function that renders the tag's content.
 */
export function renderTags(
  text: string,
  elements: Record<string, (content: string) => ReactNode>,
): ReactNode {
  const parts = text.split(/(<\w+>[^<]*<\/\w+>)/).map((part) => {
    const [, tag = '', content = ''] = /^<(\w+)>([^<]*)</.exec(part) ?? [];
    return elements[tag]?.(content) ?? part;
  });
  return createElement(Fragment, null, ...parts);
}
