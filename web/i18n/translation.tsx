import type { i18n, TFunction } from 'i18next';
import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { type LanguageCode, toLanguage } from './languages.ts';
import type { Namespace } from './messages.ts';

const I18nContext = createContext<{ i18n: i18n; language: LanguageCode } | null>(null);

/** Provides the messages and re-renders their consumers when the language changes. */
export function TranslationProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      i18n.on('languageChanged', listener);
      return () => i18n.off('languageChanged', listener);
    },
    [i18n],
  );
  const readLanguage = () => toLanguage(i18n.language);
  const language = useSyncExternalStore(subscribe, readLanguage, readLanguage);
  const value = useMemo(() => ({ i18n, language }), [i18n, language]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

interface Translation<N extends Namespace> {
  /** Returns the text of a key of the namespace. The same function until the language changes. */
  t: TFunction<N>;
  /** The language of the page. */
  language: LanguageCode;
  i18n: i18n;
}

/**
 * The texts of a namespace in the language of the page. Used instead of react-i18next, whose hook copies the i18next
 * instance for every component, which was the most expensive part of rendering a listing.
 */
export function useTranslation<N extends Namespace = 'shell'>(namespace?: N): Translation<N> {
  const context = useContext(I18nContext);
  if (context === null) throw new Error('useTranslation needs a TranslationProvider around the component.');
  const { i18n, language } = context;
  const t = useMemo<TFunction<N>>(() => i18n.getFixedT(language, namespace), [i18n, language, namespace]);
  return { t, language, i18n };
}

/**
 * Renders a text in which tags stand for elements, such as `I accept the <policy>privacy policy</policy>`.
 *
 * @param elements renders the content of each tag, by its name.
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
