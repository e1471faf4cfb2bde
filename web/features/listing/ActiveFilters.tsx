import { Link, useLocation } from 'react-router-dom';
import {
  buildListingQuery,
  changeListing,
  clearFilters,
  countFilters,
  dimensions,
  hasPriceRange,
  type ListingState,
  toggleValue,
} from '#web/catalogue/listing-url.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { detectNameLanguage, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ActiveFilters.module.css';
import type { FilterValue } from './FilterValues.tsx';
import { passFocusToContainer } from './pass-focus-on.ts';

interface ActiveFiltersProps {
  listing: ListingState;
  /** The categories of the listing with their names in other languages; undefined until they have loaded. */
  categories: readonly FilterValue[] | undefined;
}

/**
 * The active filters and the search of a listing, each as a link that removes it. If there are several filters, another
 * link clears them all.
 */
export function ActiveFilters({ listing, categories }: ActiveFiltersProps) {
  const { t, language } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const filterCount = countFilters(listing);
  if (filterCount === 0 && listing.search === '') return null;

  const describePrices = ({ minPrice, maxPrice }: ListingState) => {
    const min = formatRupees(minPrice ?? 0);
    if (maxPrice === null) return t('filter.pricesFrom', { min });
    const max = formatRupees(maxPrice);
    return minPrice === null ? t('filter.pricesTo', { max }) : t('filter.prices', { min, max });
  };

  const describeFilter = (key: string, text: string, listingWithout: ListingState, lang?: string) => ({
    key,
    text,
    lang,
    label: t('filter.remove', { value: text }),
    listingWithout,
  });

  const activeFilters = dimensions.flatMap((dimension) =>
    listing.selected[dimension].map((value) => {
      const category =
        dimension === 'category' ? categories?.find((item) => item.value === value) : undefined;
      const { text, lang } = chooseName({ name: value, translations: category?.translations }, language);
      return describeFilter(`${dimension} ${value}`, text, toggleValue(listing, dimension, value), lang);
    }),
  );
  if (listing.availableOnly) {
    const listingWithout = changeListing(listing, { availableOnly: false });
    activeFilters.push(describeFilter('available', t('filter.available'), listingWithout));
  }
  if (hasPriceRange(listing)) {
    const listingWithout = changeListing(listing, { minPrice: null, maxPrice: null });
    activeFilters.push(describeFilter('price', describePrices(listing), listingWithout));
  }
  if (listing.search !== '') {
    activeFilters.unshift({
      key: 'search',
      text: t('filter.search', { search: listing.search }),
      lang: detectNameLanguage(listing.search),
      label: t('filter.removeSearch', { value: listing.search }),
      listingWithout: changeListing(listing, { search: '' }),
    });
  }
  return (
    <ul className={styles.filters} aria-label={t('filter.active')}>
      {activeFilters.map(({ key, text, lang, label, listingWithout }) => (
        <li key={key} ref={passFocusToContainer}>
          <Link
            to={{ pathname, search: buildListingQuery(listingWithout) }}
            className={styles.value}
            aria-label={label}
            preventScrollReset
          >
            <span className="two-lines" lang={lang}>
              {text}
            </span>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
      {filterCount > 1 && (
        <li ref={passFocusToContainer}>
          <Link
            to={{ pathname, search: buildListingQuery(clearFilters(listing)) }}
            className={`link ${styles.clear}`}
            preventScrollReset
          >
            {t('filter.clear')}
          </Link>
        </li>
      )}
    </ul>
  );
}
