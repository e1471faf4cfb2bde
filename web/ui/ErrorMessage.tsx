import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './status.module.css';

interface ErrorMessageProps {
  /** What went wrong (requirements.md 8). */
  message: string;
  onRetry?: (() => unknown) | undefined;
}

/** Replaces content that failed to load. Screen readers announce the message. With `onRetry`, a button retries. */
export function ErrorMessage({ message, onRetry }: ErrorMessageProps) {
  const { t, language } = useTranslation('ui');
  return (
    <div role="alert" className={styles.error}>
      <p className="error-text" lang={detectTextLanguage(message, language)}>
        {message}
      </p>
      {onRetry !== undefined && (
        <button type="button" className="button button--small" onClick={() => onRetry()}>
          {t('failed.retry')}
        </button>
      )}
    </div>
  );
}
