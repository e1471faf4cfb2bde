import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';
import { PageMeta } from './page-head.tsx';

/** How long the page waits before it asks again, in milliseconds. */
const retryAfter = 8000;

/** The page for a shop whose catalogue cannot be reached: says so and tries again by itself. */
export function Unavailable() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    const timer = setTimeout(reload, retryAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="container page">
      <PageMeta title={t('unavailable.title')} hidden />
      <EmptyState level={1} title={t('unavailable.title')} text={t('unavailable.text')}>
        <button type="button" className="button button--solid" onClick={reload}>
          {t('unavailable.retry')}
        </button>
      </EmptyState>
    </div>
  );
}

function reload(): void {
  window.location.reload();
}
