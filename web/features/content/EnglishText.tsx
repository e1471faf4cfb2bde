import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import styles from './pages.module.css';

/** A text that there is in English alone; a page in another language says so above it. */
export function EnglishText({ children }: { children: ReactNode }) {
  const { t } = useTranslation('content');
  const language = usePageLanguage();
  if (language === 'en') return children;
  return (
    <>
      <p className={styles.english}>{t('englishOnly')}</p>
      <div lang="en">{children}</div>
    </>
  );
}
