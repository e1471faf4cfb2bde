import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';
import { bookAnchor } from './BookGrid.tsx';
import styles from './LoadMore.module.css';
import { type ListingAddress, maxPages, writeListingAddress } from './listing-address.ts';
import { mostRenderedPages } from './listing-query.ts';

interface LoadMoreProps {
  listing: ListingAddress;
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
  const address = { pathname, search: writeListingAddress({ ...listing, page: listing.page + 1 }) };
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
  const beyondServer = listing.page >= mostRenderedPages;
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
