import { Form, Link, useLocation } from 'react-router-dom';
import type { ListingQuery } from '#web/catalogue/Listing.generated.ts';
import { type CollectionRef, createFacetVariables } from '#web/catalogue/listing-query.ts';
import {
  buildListingQuery,
  clearFilters,
  countFilters,
  countSelectedValues,
  type Dimension,
  type ListingState,
  maxSelectedValues,
} from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { FilterCheckbox } from './FilterCheckbox.tsx';
import { FilterGroup } from './FilterGroup.tsx';
import styles from './FilterPanel.module.css';
import { type FilterValue, maxShortListLength } from './FilterValues.tsx';
import { PriceRange } from './PriceRange.tsx';
import { passFocusToContainer } from './pass-focus-on.ts';

/**
 * Whether a group without selected values is initially open. Only the categories and a short list of languages are, so
 * that the headings of all four groups are visible.
 */
function isInitiallyOpen(dimension: Dimension, total = 0): boolean {
  return dimension === 'category' || (dimension === 'language' && total <= maxShortListLength);
}

type Facets = ListingQuery['products']['facets'];

interface FilterPanelProps {
  /** The Filters button opens the panel by this id on small screens. */
  id: string;
  listing: ListingState;
  collection: CollectionRef | undefined;
  /** Undefined until they have loaded. */
  facets: Facets | undefined;
  /** The number of products in the listing; undefined until it has loaded, null if loading failed. */
  count: number | null | undefined;
}

/**
 * The filters of a listing: a column on wide screens, and on small ones a drawer, which is the same element shown as a
 * popover. The filters are a form, and the browser opens the popover, so both also work without scripts.
 */
export function FilterPanel({ id, listing, collection, facets, count }: FilterPanelProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const hasMaxSelectedValues = countSelectedValues(listing) >= maxSelectedValues;
  const locationWithoutFilters = { pathname, search: buildListingQuery(clearFilters(listing)) };

  const renderGroup = (name: Dimension, values: readonly FilterValue[] | undefined, total = values?.length) =>
    collection?.dimension !== name && (
      <FilterGroup
        dimension={name}
        values={values ?? (count === null ? [] : undefined)}
        total={total ?? 0}
        listingVariables={createFacetVariables(listing, collection)}
        selected={listing.selected[name]}
        hasMaxSelectedValues={hasMaxSelectedValues}
        defaultOpen={isInitiallyOpen(name, total) || listing.selected[name].length > 0}
      />
    );

  return (
    <aside
      id={id}
      popover="auto"
      tabIndex={-1}
      className={styles.panel}
      aria-label={t('filter.title')}
      onBlur={({ currentTarget, relatedTarget }) => {
        // On small screens, the drawer would cover the element that gets the focus. Older browsers lack `hidePopover`.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover?.();
      }}
    >
      <Form action={pathname} className={styles.form}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('filter.title')}</h2>
          {countFilters(listing) > 0 && (
            <span ref={passFocusToContainer}>
              <Link to={locationWithoutFilters} className="link" preventScrollReset>
                {t('filter.clear')}
              </Link>
            </span>
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
          <FilterCheckbox name="available" value="true" selected={listing.availableOnly}>
            {t('filter.available')}
          </FilterCheckbox>
        </div>
        <PriceRange listing={listing} />
        {hasMaxSelectedValues && (
          <p className={`muted ${styles.limitNotice}`}>{t('filter.full', { max: maxSelectedValues })}</p>
        )}
        {renderGroup('category', facets?.categories)}
        {renderGroup('language', facets?.languages)}
        {renderGroup('publisher', facets?.publishers, facets?.publisherCount)}
        {renderGroup('author', facets?.authors, facets?.authorCount)}
        <button type="submit" className={`button button--solid ${styles.apply}`}>
          {t('filter.apply')}
        </button>
        {count != null && (
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
