import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { buildCollectionsQuery, type CollectionsState, collectionsPerPage } from './collections-url.ts';
import styles from './Pagination.module.css';

interface PaginationProps {
  /** The number of collections on all pages. */
  totalCount: number;
  state: CollectionsState;
}

/** Links to the numbered pages of a list of collections. Renders nothing for a single page. */
export function Pagination({ totalCount, state }: PaginationProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const pageCount = Math.ceil(totalCount / collectionsPerPage);
  if (pageCount <= 1) return null;
  const getLocation = (page: number) => ({ pathname, search: buildCollectionsQuery({ ...state, page }) });
  return (
    <nav aria-label={t('collections.pages')} className={styles.pagination}>
      <ul className={styles.pages}>
        {state.page > 1 && (
          <li>
            <Link
              className={styles.page}
              rel="prev"
              to={getLocation(state.page - 1)}
              aria-label={t('collections.previous')}
            >
              <Icon name="previous" size={20} />
            </Link>
          </li>
        )}
        {listPages(state.page, pageCount).map((page, index, pages) => (
          <li key={page} className={styles.pages}>
            {page > (pages[index - 1] ?? 0) + 1 && <span aria-hidden="true">…</span>}
            <Link
              className={styles.page}
              to={getLocation(page)}
              aria-label={t('collections.page', { page })}
              aria-current={page === state.page ? 'page' : undefined}
            >
              {page}
            </Link>
          </li>
        ))}
        {state.page < pageCount && (
          <li>
            <Link
              className={styles.page}
              rel="next"
              to={getLocation(state.page + 1)}
              aria-label={t('collections.next')}
            >
              <Icon name="next" size={20} />
            </Link>
          </li>
        )}
      </ul>
      <p className="muted">{t('collections.total', { count: totalCount })}</p>
    </nav>
  );
}

/** The first and the last page, and the current one with its neighbours. */
function listPages(current: number, pageCount: number): number[] {
  const pages = new Set([1, current - 1, current, current + 1, pageCount]);
  return [...pages].filter((page) => page >= 1 && page <= pageCount).sort((a, b) => a - b);
}
