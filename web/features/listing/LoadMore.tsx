import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { maxRenderedPages } from '#web/catalogue/listing-query.ts';
import { buildListingQuery, type ListingUrl, maxPages } from '#web/catalogue/listing-url.ts';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import styles from './LoadMore.module.css';
import { bookAnchor } from './ProductGrid.tsx';

interface LoadMoreProps {
  listing: ListingUrl;
  /** The last book that is shown. */
  lastId: string | undefined;
  shown: number;
  total: number;
  loading: boolean;
  error: Error | undefined;
  onRetry: () => void;
}

/**
 * The way to the next page, which is put below this one. The address holds how far the reader has
 * come, so that Back, a reload and a passed-on link lead to the same place; without scripts it is a
 * plain link to the longer page, at the book that was the last.
 */
export function LoadMore({ listing, lastId, shown, total, loading, error, onRetry }: LoadMoreProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (error !== undefined) {
    return (
      <div className={styles.more}>
        <ErrorMessage message={t('listing.error', { message: error.message })} onRetry={onRetry} />
      </div>
    );
  }
  const address = { pathname, search: buildListingQuery({ ...listing, page: listing.page + 1 }) };
  const showMore = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!loading) void navigate(address, { replace: true, preventScrollReset: true });
  };
  if (listing.page >= maxPages) {
    return (
      <div className={styles.more}>
        <p className="muted">{t('listing.progress', { shown, total })}</p>
        <p>{t('listing.narrow')}</p>
      </div>
    );
  }
  const beyondServer = listing.page >= maxRenderedPages;
  return (
    <div className={styles.more}>
      <p className="muted">{t('listing.progress', { shown, total })}</p>
      <Link
        className={beyondServer ? `button ${styles.scripted}` : 'button'}
        to={lastId === undefined ? address : { ...address, hash: `#${bookAnchor(lastId)}` }}
        aria-disabled={loading}
        onClick={showMore}
      >
        {loading ? t('listing.moreLoading') : t('listing.more')}
      </Link>
      {beyondServer && <p className={styles.unscripted}>{t('listing.narrow')}</p>}
    </div>
  );
}
