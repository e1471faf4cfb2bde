import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import {
  buildListingQuery,
  type ListingState,
  maxPages,
  maxRenderedPages,
} from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { ErrorMessage } from '#web/ui/ErrorMessage.tsx';
import styles from './LoadMore.module.css';
import { getProductElementId } from './ProductGrid.tsx';
import { passFocusToNextBook } from './pass-focus-on.ts';

interface LoadMoreProps {
  listing: ListingState;
  /** The SKU of the last product shown. */
  lastProductSku: string | undefined;
  shownCount: number;
  totalCount: number;
  loading: boolean;
  error: Error | undefined;
  onRetry: () => void;
}

/**
 * Loads the next page below the current one. The URL contains the number of pages, so Back, a reload and a
 * shared link restore the list. Without scripts it is a link to the longer list, which opens at the last product shown
 * before. At the maximum number of pages, which is lower without scripts, a text suggests the filters instead.
 */
export function LoadMore(props: LoadMoreProps) {
  const { listing, lastProductSku, shownCount, totalCount, loading, error, onRetry } = props;
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // The keys make React create an element for each state, so the ref of the previous element is cleaned up before that
  // element is removed.
  if (error !== undefined) {
    return (
      <div key="error" ref={passFocusToNextBook} className={styles.more}>
        <ErrorMessage message={t('listing.error', { message: error.message })} onRetry={onRetry} />
      </div>
    );
  }
  const progress = t('listing.progress', { shown: shownCount, total: totalCount });
  const nextPage = {
    pathname,
    search: buildListingQuery({ ...listing, page: Math.min(listing.page + 1, maxPages) }),
  };
  const showMore = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!loading) void navigate(nextPage, { replace: true, preventScrollReset: true });
  };
  // While the last page is loading, the link stays, so that it can pass the focus on.
  if (listing.page >= maxPages && !loading) {
    return (
      <div key="limit" className={styles.more}>
        <p className="muted">{progress}</p>
        <p>{t('listing.narrow')}</p>
      </div>
    );
  }
  const isAtRenderLimit = listing.page >= maxRenderedPages;
  return (
    <div ref={passFocusToNextBook} className={styles.more}>
      <p role="status" className="muted">
        {progress}
      </p>
      <Link
        className={isAtRenderLimit ? `button ${styles.withScripts}` : 'button'}
        to={
          lastProductSku === undefined
            ? nextPage
            : { ...nextPage, hash: `#${getProductElementId(lastProductSku)}` }
        }
        aria-disabled={loading}
        onClick={showMore}
      >
        {loading ? t('listing.moreLoading') : t('listing.more')}
      </Link>
      {isAtRenderLimit && <p className={styles.withoutScripts}>{t('listing.narrow')}</p>}
    </div>
  );
}
