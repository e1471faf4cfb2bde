import { Link } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { offlinePageId } from '#web/offline/offline-status.ts';
import { PageMeta } from '#web/routing/page-head.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** An empty `href` leads to the URL in the address bar: that of the requested page, not `/offline`. */
const requestedUrl = '';

/**
 * Sent by the service worker in place of a page that it has no copy of. If the script of the requested page is stored,
 * the browser then renders that page from stored results; otherwise this page stays.
 */
export function Component() {
  const { t } = useTranslation('ui');
  return (
    <div id={offlinePageId} className="container page">
      <PageMeta title={t('offline.title')} noIndex />
      <EmptyState level={1} title={t('offline.title')} text={t('offline.text')}>
        <a href={requestedUrl} className="button button--solid">
          {t('failed.retry')}
        </a>
        <Link to="/" className="link">
          {t('home')}
        </Link>
      </EmptyState>
    </div>
  );
}
