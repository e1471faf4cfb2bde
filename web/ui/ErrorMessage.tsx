import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './status.module.css';

interface ErrorMessageProps {
  /** What went wrong (requirements.md 8). */
  message: string;
  onRetry: () => unknown;
}

/** Shown in place of content that failed to load, with a button to retry. Screen readers announce the message. */
export function ErrorMessage({ message, onRetry }: ErrorMessageProps) {
  const { t, language } = useTranslation('ui');
  return (
    <div role="alert" className={styles.error}>
      <p className="error-text" lang={detectTextLanguage(message, language)}>
        {message}
      </p>
      <button type="button" className="button button--small" onClick={() => onRetry()}>
        {t('failed.retry')}
      </button>
    </div>
  );
}
