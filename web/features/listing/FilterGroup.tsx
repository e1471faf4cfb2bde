import { useState } from 'react';
import { useLookup } from '#web/apollo/use-lookup.ts';
import { FilterValuesDocument, type FilterValuesQueryVariables } from '#web/catalogue/Listing.generated.ts';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { type FilterValue, FilterValues, findValues } from './FilterValues.tsx';

interface FilterGroupProps {
  dimension: Dimension;
  /** The most frequent values and all selected ones; undefined until they have loaded, empty if loading failed. */
  values: readonly FilterValue[] | undefined;
  /** The total number of values. The ones beyond `values` are found by name. */
  total: number;
  /** The filter and search of the current listing. The values are counted within it. */
  listingVariables: Pick<FilterValuesQueryVariables, 'filter' | 'search'>;
  selected: readonly string[];
  /** Whether no further value can be selected. */
  hasMaxSelectedValues: boolean;
  /** Whether the group is initially open. */
  defaultOpen: boolean;
}

/** The pause in typing before the gateway is queried, in milliseconds. */
const debounceMs = 250;

/** One dimension of the filter panel. Values that were not loaded with the listing are found by name. */
export function FilterGroup({
  dimension,
  values,
  total,
  listingVariables,
  selected,
  hasMaxSelectedValues,
  defaultOpen,
}: FilterGroupProps) {
  const { t } = useTranslation('catalogue');
  const [searchText, setSearchText] = useState('');
  const text = searchText.trim();
  const debouncedText = useDebounced(text, debounceMs);
  const areAllLoaded = total <= (values?.length ?? 0);
  const needsQuery = text !== '' && debouncedText !== '' && !areAllLoaded;
  const { data, loading, error, retry } = useLookup(
    FilterValuesDocument,
    needsQuery
      ? {
          ...listingVariables,
          text: debouncedText,
          authors: dimension === 'author',
          publishers: dimension === 'publisher',
        }
      : null,
  );
  const facets = data?.products.facets;
  // The gateway also finds values that are spelt differently, so its results are not filtered again.
  const matches = needsQuery ? (facets?.authors ?? facets?.publishers) : undefined;
  const loadedValues = matches ?? values ?? [];
  // The results contain the selected values even if these do not match.
  const hasMatches =
    matches?.some(({ value }) => !selected.includes(value)) || findValues(text, loadedValues, []).length > 0;
  const isSearched = areAllLoaded || (debouncedText === text && !loading && error === undefined);
  if (values?.length === 0 && selected.length === 0) return null;
  return (
    <FilterValues
      dimension={dimension}
      values={findValues(matches === undefined ? text : '', loadedValues, selected)}
      loading={values === undefined}
      total={total}
      selected={selected}
      hasMaxSelectedValues={hasMaxSelectedValues}
      defaultOpen={defaultOpen}
      searchText={searchText}
      hasNoMatches={text !== '' && isSearched && !hasMatches}
      onSearch={setSearchText}
    >
      {needsQuery && error !== undefined && (dimension === 'author' || dimension === 'publisher') && (
        <p className="error-text">
          {t(`filter.failed_${dimension}`)}{' '}
          <button type="button" className="link" onClick={retry}>
            {t('filter.retry')}
          </button>
        </p>
      )}
    </FilterValues>
  );
}
