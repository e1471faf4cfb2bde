import { useEffect, useState } from 'react';
import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import type { ListingQuery } from '#web/catalogue/Listing.generated.ts';
import { type CollectionRef, facetVariables } from '#web/catalogue/listing-query.ts';
import {
  buildListingQuery,
  changeListing,
  clearFilters,
  countFilters,
  type Dimension,
  type ListingUrl,
  toggleValue,
} from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { FilterGroup } from './FilterGroup.tsx';
import styles from './FilterPanel.module.css';
import { maxShortList } from './FilterValues.tsx';

/** Opens the categories and a short list of languages, so that the headings of all four groups are visible. */
function isInitiallyOpen(dimension: Dimension, total = 0): boolean {
  return dimension === 'category' || (dimension === 'language' && total <= maxShortList);
}

type Facets = ListingQuery['products']['facets'];

interface FilterPanelProps {
  /** The Filters button opens the panel by this id on small screens. */
  id: string;
  listing: ListingUrl;
  collection: CollectionRef | undefined;
  /** Undefined while they load. */
  facets: Facets | undefined;
  count: number | undefined;
}

/**
 * The filters of a listing: a column of 250 px on wide screens, and a drawer on small ones, which is the same
 * element shown as a popover. Changes apply immediately. Without scripts the panel is a form with a button, and
 * the browser opens the popover.
 */
export function FilterPanel({ id, listing: current, collection, facets, count }: FilterPanelProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const [listing, update] = useListingNavigation(current);
  const toggle = (dimension: Dimension) => (value: string) => update(toggleValue(listing, dimension, value));
  const cleared = { pathname, search: buildListingQuery(clearFilters(listing)) };

  const group = (name: Dimension, values: Facets['categories'] | undefined, total = values?.length) =>
    collection?.dimension !== name && (
      <FilterGroup
        dimension={name}
        values={values}
        total={total ?? 0}
        listingVariables={facetVariables(current, collection)}
        selected={listing.selected[name]}
        onToggle={toggle(name)}
        defaultOpen={isInitiallyOpen(name, total) || listing.selected[name].length > 0}
      />
    );

  return (
    <aside id={id} popover="auto" className={styles.panel} aria-label={t('filter.title')}>
      <Form action={pathname} className={styles.form}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('filter.title')}</h2>
          {countFilters(listing) > 0 && (
            <Link to={cleared} className="link" preventScrollReset>
              {t('filter.clear')}
            </Link>
          )}
          <button
            type="button"
            className={`icon-button ${styles.close}`}
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={t('filter.close')}
          >
            <Icon name="close" />
          </button>
        </div>
        {listing.search !== '' && <input type="hidden" name="search" value={listing.search} />}
        {listing.sort !== null && <input type="hidden" name="sort" value={listing.sort} />}
        <div className={styles.availability}>
          <label className={styles.available}>
            <input
              type="checkbox"
              name="available"
              value="true"
              checked={listing.availableOnly}
              onChange={() => update(changeListing(listing, { availableOnly: !listing.availableOnly }))}
            />
            {t('filter.available')}
          </label>
        </div>
        {group('category', facets?.categories)}
        {group('language', facets?.languages)}
        {group('publisher', facets?.publishers, facets?.publisherCount)}
        {group('author', facets?.authors, facets?.authorCount)}
        <button type="submit" className={`button button--solid ${styles.apply}`}>
          {t('filter.apply')}
        </button>
        {count !== undefined && (
          <button
            type="button"
            className={`button button--solid ${styles.show}`}
            popoverTarget={id}
            popoverTargetAction="hide"
          >
            {t('filter.show', { count })}
          </button>
        )}
      </Form>
    </aside>
  );
}

/**
 * The listing state for the filter panel. A change appears immediately, while the navigation that updates the URL
 * is pending. Further changes are applied on top of it.
 */
function useListingNavigation(listing: ListingUrl): [ListingUrl, (changed: ListingUrl) => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [pendingListing, setPendingListing] = useState<ListingUrl | null>(null);
  const query = buildListingQuery(listing);
  const { state } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the last navigation has finished, the URL is the source of truth again.
  useEffect(() => {
    if (state === 'idle') setPendingListing(null);
  }, [query, state]);
  const update = (changed: ListingUrl) => {
    setPendingListing(changed);
    void navigate({ pathname, search: buildListingQuery(changed) }, { preventScrollReset: true });
  };
  return [pendingListing ?? listing, update];
}
