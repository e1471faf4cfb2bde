import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

/** Shows, and says, that something is being loaded. */
export function Spinner() {
  const { t } = useTranslation('ui');
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.wheel} />
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  );
}
