import type { TFunction } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';
import type { Namespace } from './messages.ts';
import { usePageLanguage } from './PageLanguage.tsx';

/**
 * A fast `useTranslation` for components that a page renders dozens of times. `useTranslation` copies the i18next
 * instance for every component, which was the most expensive part of rendering a listing.
 */
export function useTexts<N extends Namespace>(namespace: N): TFunction<N> {
  return useContext(I18nContext).i18n.getFixedT(usePageLanguage(), namespace);
}
