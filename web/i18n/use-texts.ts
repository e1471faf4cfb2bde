import type { TFunction } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';
import type { Namespace } from './messages.ts';
import { usePageLanguage } from './PageLanguage.tsx';

/**
 * The texts of a namespace, for parts that a page holds dozens of: `useTranslation` copies the whole
 * i18next instance for every component, which made it the dearest part of a rendered listing.
 */
export function useTexts<N extends Namespace>(namespace: N): TFunction<N> {
  return useContext(I18nContext).i18n.getFixedT(usePageLanguage(), namespace);
}
