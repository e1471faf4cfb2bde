import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type CollectionRef, pageSize } from '#web/catalogue/listing-query.ts';
import {
  buildListingQuery,
  changeListing,
  countFilters,
  type ListingState,
} from '#web/catalogue/listing-url.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { ActiveFilters } from './ActiveFilters.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import styles from './Listing.module.css';
import { ListingToolbar } from './ListingToolbar.tsx';
import { LoadMore } from './LoadMore.tsx';
import { NothingFound } from './NothingFound.tsx';
import { ProductGrid } from './ProductGrid.tsx';
import { useListing } from './use-listing.ts';

interface ListingProps {
  listing: ListingState;
  /** The collection of the page; undefined on the general listing. */
  collection?: CollectionRef;
}

/** A listing with its filter panel. All of its state is in the URL. */
export function Listing({ listing, collection }: ListingProps) {
  const { t } = useTranslation('catalogue');
  const panelId = useId();
  const headingId = useId();
  const { products, changing, error, moreError, pendingCount, hasMore, retry } = useListing(
    listing,
    collection,
  );
  const count = error === undefined ? products?.totalCount : null;
  const wide = collection?.dimension === 'language';
  // An empty listing needs the tools only to remove filters. If loading failed, the listing may have products.
  const showsTools = products?.edges.length !== 0 || error !== undefined || countFilters(listing) > 0;

  return (
    <div className={showsTools ? styles.listing : undefined}>
      {showsTools && (
        <FilterPanel
          id={panelId}
          listing={listing}
          collection={collection}
          facets={products?.facets}
          count={count}
        />
      )}
      <section tabIndex={-1} className={styles.results} aria-labelledby={headingId} aria-busy={changing}>
        <h2 id={headingId} className="visually-hidden">
          {t('listing.books')}
        </h2>
        <ListingToolbar listing={listing} panelId={panelId} count={count} hasTools={showsTools} />
        {showsTools && <ActiveFilters listing={listing} categories={products?.facets.categories} />}
        {error === undefined && products?.correctedSearch != null && (
          <Correction listing={listing} text={products.correctedSearch} />
        )}
        {products === undefined || error !== undefined ? (
          <QueryFallback
            query={{ error, refetch: retry }}
            skeleton={<GridSkeleton count={listing.page * pageSize} wide={wide} />}
            errorMessage={t('listing.error', { message: error?.message ?? '' })}
          />
        ) : (
          <div className={changing ? styles.changing : undefined}>
            {products.edges.length === 0 ? (
              <NoProducts listing={listing} collection={collection} />
            ) : (
              <ProductGrid
                products={products.edges.map(({ node }) => node)}
                collection={collection}
                wide={wide}
                pendingCount={pendingCount}
              />
            )}
            {hasMore && (
              <LoadMore
                listing={listing}
                lastProductSku={products.edges.at(-1)?.node.sku}
                shownCount={products.edges.length}
                totalCount={products.totalCount}
                loading={pendingCount > 0}
                error={moreError}
                onRetry={() => void retry()}
              />
            )}
          </div>
        )}
      </section>
    </div>
  );
}

/** A link to the search that was probably meant. */
function Correction({ listing, text }: { listing: ListingState; text: string }) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  return (
    <p className={styles.correction}>
      {t('listing.didYouMean')}{' '}
      <Link
        to={{ pathname, search: buildListingQuery(changeListing(listing, { search: text })) }}
        lang={detectNameLanguage(text)}
      >
        {text}
      </Link>
    </p>
  );
}

/** Shown instead of an empty grid. */
function NoProducts({ listing, collection }: ListingProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const hasFilters = countFilters(listing) > 0;
  if (listing.search !== '' && !hasFilters && collection === undefined) {
    return <NothingFound search={listing.search} />;
  }
  const isRestricted = listing.search !== '' || hasFilters;
  return (
    <EmptyState
      icon="search"
      title={t('listing.empty')}
      text={isRestricted ? t('listing.emptyText') : undefined}
    >
      {isRestricted && (
        <Link className="button" to={pathname}>
          {t('listing.showAll')}
        </Link>
      )}
    </EmptyState>
  );
}
