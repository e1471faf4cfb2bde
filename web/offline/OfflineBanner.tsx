import { formatInstant } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './OfflineBanner.module.css';
import { useOfflineStatus } from './offline-status.ts';

/**
 * Tells the shopper that the shop can't be reached, and how old the page may be. Once the shop can be reached again,
 * offers to reload a page that shows a stored copy.
 */
export function OfflineBanner() {
  const { t, language } = useTranslation('ui');
  const { isOffline, storedAt } = useOfflineStatus();
  if (!isOffline) {
    if (storedAt === null) return null;
    return (
      <p role="status" className={styles.banner}>
        {t('offline.back')}{' '}
        <button type="button" className="link" onClick={() => window.location.reload()}>
          {t('offline.reload')}
        </button>
      </p>
    );
  }
  return (
    <p role="status" className={styles.banner}>
      {storedAt === null ? t('offline.now') : t('offline.copy', { time: formatInstant(storedAt, language) })}{' '}
      {t('offline.limits')}
    </p>
  );
}
