import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

/** Shows, and says, that something is being loaded; in other words than these when they are given. */
export function Spinner({ text }: { text?: string }) {
  const { t } = useTranslation('ui');
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.ring} />
      <span className="visually-hidden">{text ?? t('loading')}</span>
    </div>
  );
}
