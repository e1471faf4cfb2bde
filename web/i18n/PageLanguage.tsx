import type { i18n } from 'i18next';
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import { I18nextProvider } from 'react-i18next';
import { defaultLanguage, type LanguageCode, toLanguage } from './languages.ts';

const PageLanguage = createContext<LanguageCode>(defaultLanguage);

/** Provides the messages and re-renders their consumers when the language changes. */
export function PageLanguageProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      i18n.on('languageChanged', listener);
      return () => i18n.off('languageChanged', listener);
    },
    [i18n],
  );
  const readLanguage = () => toLanguage(i18n.language);
  const language = useSyncExternalStore(subscribe, readLanguage, readLanguage);
  return (
    <I18nextProvider i18n={i18n}>
      <PageLanguage value={language}>{children}</PageLanguage>
    </I18nextProvider>
  );
}

/** The language of the page. */
export function usePageLanguage(): LanguageCode {
  return useContext(PageLanguage);
}
