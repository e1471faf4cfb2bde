import { useEffect } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageMeta } from './page-head.tsx';
import { reloadWhenReachable } from './reload.ts';

const retryIntervalMs = 8000;

/**
 * The page shown when the gateway could not run a page's queries, for example because the catalogue is unavailable. It
 * has status 503, and reloads itself at intervals if the shop can be reached.
 */
export function Unavailable() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    const timer = setInterval(() => {
      // A hidden tab need not reload, and a reload must not discard typed text.
      if (!document.hidden && !isTyping()) void reloadWhenReachable();
    }, retryIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="container page">
      <PageMeta title={t('unavailable.title')} status={503} noIndex />
      <EmptyState level={1} title={t('unavailable.title')} text={t('unavailable.text')}>
        <button type="button" className="button button--solid" onClick={() => void reloadWhenReachable()}>
          {t('unavailable.retry')}
        </button>
      </EmptyState>
    </div>
  );
}

/** Whether a form field is focused, or its text has been changed. */
function isTyping(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return fields.some((field) => field === document.activeElement || field.value !== field.defaultValue);
}
