import { Link, useLocation } from 'react-router-dom';
import {
  buildListingQuery,
  changeListing,
  countFilters,
  type ListingState,
  sorts,
  toggleSort,
} from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ListingToolbar.module.css';

interface ListingToolbarProps {
  listing: ListingState;
  /** The id of the filter panel. */
  panelId: string;
  /** The number of products; undefined until it has loaded, null if loading failed. */
  count: number | null | undefined;
  /** Whether the Filters button and the sort order are shown. If not, the count is only announced. */
  hasTools: boolean;
}

/** Above the grid: the number of products, the Filters button on small screens, and the sort order. */
export function ListingToolbar({ listing, panelId, count, hasTools }: ListingToolbarProps) {
  const { t } = useTranslation('catalogue');
  const { sort } = listing;
  return (
    <div className={hasTools ? styles.toolbar : undefined}>
      {/* Always the same element: a screen reader announces only a change of its text. */}
      <p role="status" className={hasTools ? styles.count : 'visually-hidden'}>
        {count === undefined && <Skeleton height="1.25rem" width="6rem" />}
        {count != null && t('listing.count', { count })}
        {count === 0 && <span className="visually-hidden"> {t('listing.empty')}</span>}
        {count != null && count > 0 && sort !== null && (
          <span className="visually-hidden">{t('sort.announced', { sort: t(`sort.${sort}`) })}</span>
        )}
      </p>
      {hasTools && <Tools listing={listing} panelId={panelId} />}
    </div>
  );
}

function Tools({ listing, panelId }: Pick<ListingToolbarProps, 'listing' | 'panelId'>) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const filterCount = countFilters(listing);
  return (
    <>
      <button type="button" className={`button button--small ${styles.filters}`} popoverTarget={panelId}>
        <Icon name="filter" size={18} />
        {filterCount === 0 ? t('filter.open') : t('filter.openCount', { count: filterCount })}
      </button>
      <nav aria-label={t('sort.title')} className={styles.sorts}>
        <span aria-hidden="true" className={styles.sortTitle}>
          {t('sort.title')}
        </span>
        {listing.search !== '' && (
          <Link
            to={{ pathname, search: buildListingQuery(changeListing(listing, { sort: null })) }}
            className={listing.sort === null ? `${styles.sort} ${styles.active}` : styles.sort}
            aria-current={listing.sort === null ? 'true' : undefined}
            preventScrollReset
          >
            {t('sort.relevance')}
          </Link>
        )}
        {sorts.map((sort) => {
          const active = listing.sort === sort;
          return (
            <Link
              key={sort}
              to={{ pathname, search: buildListingQuery(toggleSort(listing, sort)) }}
              className={active ? `${styles.sort} ${styles.active}` : styles.sort}
              aria-current={active ? 'true' : undefined}
              aria-label={active ? t('sort.selected', { sort: t(`sort.${sort}`) }) : undefined}
              preventScrollReset
            >
              {t(`sort.${sort}`)}
              {active && <Icon name="close" size={14} />}
            </Link>
          );
        })}
      </nav>
    </>
  );
}
