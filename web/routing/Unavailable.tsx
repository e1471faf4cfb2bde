import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageMeta } from './page-head.tsx';
import { reloadWhenReachable } from './reload.ts';

/** How long the page waits before it asks again, in milliseconds. */
const retryIntervalMs = 8000;

/** The page for a shop whose catalogue cannot be reached: says so and tries again by itself. */
export function Unavailable() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    const timer = setInterval(() => {
      // Nobody waits for a tab that is not seen, and nothing that was typed may be lost.
      if (!document.hidden && !isTyping()) void reloadWhenReachable();
    }, retryIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="container page">
      <PageMeta title={t('unavailable.title')} hidden />
      <EmptyState level={1} title={t('unavailable.title')} text={t('unavailable.text')}>
        <button type="button" className="button button--solid" onClick={() => void reloadWhenReachable()}>
          {t('unavailable.retry')}
        </button>
      </EmptyState>
    </div>
  );
}

/** Whether somebody is in a field of a form, or has typed into one. */
function isTyping(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return fields.some((field) => field === document.activeElement || field.value !== field.defaultValue);
}
