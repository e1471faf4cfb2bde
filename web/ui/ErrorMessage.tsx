import { useTranslation } from 'react-i18next';
import styles from './problem.module.css';

interface ErrorMessageProps {
  /** What went wrong, in the shopper's words (spec.md 8). */
  message: string;
  onRetry?: (() => unknown) | undefined;
}

/** A failure in place of what could not be loaded, in red and read out, with a way to try again. */
export function ErrorMessage({ message, onRetry }: ErrorMessageProps) {
  const { t } = useTranslation('ui');
  return (
    <div role="alert" className={styles.error}>
      <p className="error-text">{message}</p>
      {onRetry !== undefined && (
        <button type="button" className="button button--small" onClick={() => onRetry()}>
          {t('failed.retry')}
        </button>
      )}
    </div>
  );
}
