import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './pages.module.css';

/** Text that exists only in English. Other languages show a note above it. */
export function EnglishText({ children }: { children: ReactNode }) {
  const { t, language } = useTranslation('content');
  if (language === 'en') return children;
  return (
    <>
      <p className={styles.englishOnly}>{t('englishOnly')}</p>
      <div lang="en">{children}</div>
    </>
  );
}
