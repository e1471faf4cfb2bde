import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './loading.module.css';

/** A spinner with a text for screen readers. The text defaults to 'Loading…'. */
export function Spinner({ text }: { text?: string }) {
  const { t } = useTranslation('ui');
  return (
    <div role="status" className={styles.spinner}>
      <span className={styles.ring} />
      <span className="visually-hidden">{text ?? t('loading')}</span>
    </div>
  );
}
