import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { maxSearchCharacters } from '#web/routing/search-limit.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { FilterCheckbox } from './FilterCheckbox.tsx';
import styles from './FilterValues.module.css';

/** A value of a dimension and the number of products with it, if known. */
export interface FilterValue {
  value: string;
  count?: number;
  /** The value in other languages. Only categories have translations. */
  translations?: readonly { language: string; name: string }[];
}

/** Longer lists have a search field and show the selected values first. */
export const maxShortListLength = 12;

interface FilterValuesProps {
  dimension: Dimension;
  /** The values to show. Until they have loaded, only the selected ones, because the form must contain them. */
  values: readonly FilterValue[];
  loading: boolean;
  /** The total number of values. */
  total: number;
  selected: readonly string[];
  /** Whether no further value can be selected. */
  hasMaxSelectedValues: boolean;
  defaultOpen: boolean;
  searchText: string;
  /**
   * Whether no value matches the search text. Selected values are listed even then. False until all values have been
   * searched.
   */
  hasNoMatches: boolean;
  onSearch: (text: string) => void;
  /** Shown below the list. */
  children?: ReactNode;
}

/** The values of a dimension as checkboxes, with a search field when there are many. */
export function FilterValues({
  dimension,
  values,
  loading,
  total,
  selected,
  hasMaxSelectedValues,
  defaultOpen,
  searchText,
  hasNoMatches,
  onSearch,
  children,
}: FilterValuesProps) {
  const { t, language } = useTranslation('catalogue');
  // A group that is open stays open when the selection changes.
  const [initiallyOpen, setInitiallyOpen] = useState(defaultOpen);
  const [wasLoading, setWasLoading] = useState(loading);
  if (wasLoading && !loading) {
    setWasLoading(false);
    // The length of the list is only known now.
    setInitiallyOpen(defaultOpen);
  }
  const remainingCount = searchText === '' ? total - values.length : 0;
  return (
    <details className={styles.dimension} open={initiallyOpen}>
      <summary className={styles.summary}>
        <span>{t(`filter.${dimension}`)}</span>
        {selected.length > 0 && <span className={styles.selectedCount}>{selected.length}</span>}
        <span className={styles.arrow}>
          <Icon name="next" size={16} />
        </span>
      </summary>
      {total > maxShortListLength && (
        <input
          type="search"
          className={`input ${styles.find}`}
          value={searchText}
          maxLength={maxSearchCharacters}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            // Enter must not submit the filter form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          placeholder={t(`filter.find_${dimension}`)}
          aria-label={t(`filter.find_${dimension}`)}
        />
      )}
      <fieldset className={styles.values} aria-label={t(`filter.${dimension}`)}>
        {values.map(({ value, count, translations }) => {
          const { text, lang } = chooseName({ name: value, translations }, language);
          return (
            <FilterCheckbox
              key={value}
              name={dimension}
              value={value}
              selected={selected.includes(value)}
              disabled={hasMaxSelectedValues && !selected.includes(value)}
            >
              <span className={`two-lines ${styles.name}`} lang={lang}>
                {text}
              </span>
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </FilterCheckbox>
          );
        })}
        {loading && selected.length === 0 && <ValuesSkeleton />}
        {total > maxShortListLength && (
          <p role="status" className="muted">
            {hasNoMatches && t('filter.none')}
          </p>
        )}
        {remainingCount > 0 && (
          <>
            <p className={`muted ${styles.withScripts}`}>{t('filter.more', { count: remainingCount })}</p>
            {dimension !== 'language' && (
              <Link className={`link ${styles.withoutScripts}`} to={`/${dimension}`}>
                {t('filter.all')}
              </Link>
            )}
          </>
        )}
      </fieldset>
      {children}
    </details>
  );
}

/**
 * The values whose name, in any language, contains the text. The selected values are always included, and come first in
 * long lists and in the results of a search.
 */
export function findValues(
  text: string,
  values: readonly FilterValue[],
  selected: readonly string[],
): FilterValue[] {
  const loadedValues = new Set(values.map(({ value }) => value));
  const otherSelected = selected.filter((value) => !loadedValues.has(value)).map((value) => ({ value }));
  const allValues = [...otherSelected, ...values];
  const search = normalize(text);
  if (search === '' && values.length <= maxShortListLength) return allValues;
  const isSelected = ({ value }: FilterValue) => selected.includes(value);
  const matchesSearch = ({ value, translations = [] }: FilterValue) =>
    [value, ...translations.map(({ name }) => name)].some((name) => normalize(name).includes(search));
  return [
    ...allValues.filter(isSelected),
    ...allValues.filter((item) => !isSelected(item) && (search === '' || matchesSearch(item))),
  ];
}

function normalize(text: string): string {
  return text.trim().normalize('NFC').toLocaleLowerCase('en-IN');
}

function ValuesSkeleton() {
  return (
    <>
      {['70%', '55%', '80%', '60%'].map((width) => (
        <span key={width} className={styles.placeholder}>
          <Skeleton height="1.125rem" width={width} />
        </span>
      ))}
    </>
  );
}
