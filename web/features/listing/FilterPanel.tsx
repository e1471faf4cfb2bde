import { useTranslation } from 'react-i18next';
import { Form, Link, useLocation } from 'react-router-dom';
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
import { Icon } from '#web/ui/Icon.tsx';
import { FilterGroup } from './FilterGroup.tsx';
import styles from './FilterPanel.module.css';
import { longList } from './filter-values.ts';
import { useListingNavigation } from './use-listing-navigation.ts';

/** Category, and language where it is short: the headings of all four are to be seen at once. */
function isOpen(dimension: Dimension, total = 0): boolean {
  return dimension === 'category' || (dimension === 'language' && total <= longList);
}

type Facets = ListingQuery['products']['facets'];

interface FilterPanelProps {
  /** By which the Filters button opens the panel on small screens. */
  id: string;
  listing: ListingUrl;
  collection: CollectionRef | undefined;
  /** Undefined while they are loaded. */
  facets: Facets | undefined;
  count: number | undefined;
}

/**
 * The filters of a listing: 250 px beside the books on wide screens, on small ones a drawer, which is
 * the same element as a popover. A choice takes effect at once; without scripts the panel is a form
 * with a button, and the popover is opened by the browser itself.
 */
export function FilterPanel({ id, listing: current, collection, facets, count }: FilterPanelProps) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const [listing, show] = useListingNavigation(current);
  const toggle = (dimension: Dimension) => (value: string) => show(toggleValue(listing, dimension, value));
  const cleared = { pathname, search: buildListingQuery(clearFilters(listing)) };

  const dimension = (name: Dimension, values: Facets['categories'] | undefined, total = values?.length) =>
    collection?.dimension !== name && (
      <FilterGroup
        dimension={name}
        values={values}
        total={total ?? 0}
        counted={facetVariables(current, collection)}
        selected={listing.selected[name]}
        onToggle={toggle(name)}
        open={isOpen(name, total) || listing.selected[name].length > 0}
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
              onChange={() => show(changeListing(listing, { availableOnly: !listing.availableOnly }))}
            />
            {t('filter.available')}
          </label>
        </div>
        {dimension('category', facets?.categories)}
        {dimension('language', facets?.languages)}
        {dimension('publisher', facets?.publishers, facets?.publisherCount)}
        {dimension('author', facets?.authors, facets?.authorCount)}
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
