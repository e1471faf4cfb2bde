import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLookup } from '#web/apollo/use-lookup.ts';
import { FilterValuesDocument, type FilterValuesQueryVariables } from '#web/catalogue/Listing.generated.ts';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import { useDebounced } from '#web/ui/hooks/use-debounced.ts';
import { FilterValues } from './FilterValues.tsx';
import { type FilterValue, valuesWith } from './filter-values.ts';

interface FilterDimensionProps {
  dimension: Dimension;
  /** The most frequent first, and all that are chosen; undefined while they are loaded. */
  values: readonly FilterValue[] | undefined;
  /** How many there are in all: of many, the others are asked for by name. */
  total: number;
  /** The listing the values are counted in. */
  counted: Pick<FilterValuesQueryVariables, 'filter' | 'search'>;
  selected: readonly string[];
  onToggle: (value: string) => void;
  /** Whether the list is open when the page is. */
  open: boolean;
}

/** How long the typing rests before the gateway is asked, in milliseconds. */
const typingPause = 250;

/** One dimension of the filters, with a field to find its values by name when there are many. */
export function FilterGroup({
  dimension,
  values,
  total,
  counted,
  selected,
  onToggle,
  open,
}: FilterDimensionProps) {
  const { t } = useTranslation('catalogue');
  const [sought, setSought] = useState('');
  const asked = useDebounced(sought.trim(), typingPause);
  const mustAsk = sought.trim() !== '' && asked !== '' && total > (values?.length ?? 0);
  const { data, error, retry } = useLookup(
    FilterValuesDocument,
    mustAsk
      ? {
          ...counted,
          contains: asked,
          authors: dimension === 'author',
          publishers: dimension === 'publisher',
        }
      : null,
  );
  const answered = data?.products.facets;
  // What the gateway found may sound like the text and be written otherwise.
  const found = mustAsk ? (answered?.authors ?? answered?.publishers) : undefined;
  const shown =
    found === undefined ? values && valuesWith(sought, values, selected) : valuesWith('', found, selected);
  if (values?.length === 0 && selected.length === 0) return null;
  return (
    <FilterValues
      dimension={dimension}
      values={shown}
      total={total}
      selected={selected}
      onToggle={onToggle}
      open={open}
      sought={sought}
      onSeek={setSought}
    >
      {mustAsk && error !== undefined && (
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
