import { useTranslation } from 'react-i18next';
import styles from './NeedsScripts.module.css';

/** Told to who has switched scripts off, on a screen that does nothing without them. */
export function NeedsScripts() {
  const { t } = useTranslation('ui');
  return (
    <noscript>
      <p className={`container ${styles.hint}`}>{t('needsScripts')}</p>
    </noscript>
  );
}
