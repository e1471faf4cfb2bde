import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './FilterValues.module.css';
import { type FilterValue, longList } from './filter-values.ts';

interface FilterValuesProps {
  dimension: Dimension;
  /** Those to choose from; undefined while they are loaded. */
  values: readonly FilterValue[] | undefined;
  /** How many there are in all. */
  total: number;
  selected: readonly string[];
  onToggle: (value: string) => void;
  open: boolean;
  sought: string;
  onSeek: (text: string) => void;
  /** Below the list. */
  children?: ReactNode;
}

/** The values of a dimension as check boxes; the field to find one is shown when there are many. */
export function FilterValues({
  dimension,
  values,
  total,
  selected,
  onToggle,
  open,
  sought,
  onSeek,
  children,
}: FilterValuesProps) {
  const { t } = useTranslation('catalogue');
  // What was open stays so, whatever is chosen.
  const [initiallyOpen] = useState(open);
  const others = sought === '' ? total - (values?.length ?? total) : 0;
  return (
    <details className={styles.dimension} open={initiallyOpen}>
      <summary className={styles.summary}>
        <span>{t(`filter.${dimension}`)}</span>
        {selected.length > 0 && <span className={styles.number}>{selected.length}</span>}
        <span className={styles.arrow}>
          <Icon name="next" size={16} />
        </span>
      </summary>
      {total > longList && (
        <input
          type="search"
          className={`input ${styles.find}`}
          value={sought}
          maxLength={200}
          onChange={(event) => onSeek(event.target.value)}
          onKeyDown={(event) => {
            // The field finds in the list; it sends no form.
            if (event.key === 'Enter') event.preventDefault();
          }}
          placeholder={t(`filter.find_${dimension}`)}
          aria-label={t(`filter.find_${dimension}`)}
        />
      )}
      <fieldset className={styles.values} aria-label={t(`filter.${dimension}`)}>
        {values === undefined && selected.length === 0 && <ValuesSkeleton />}
        {values?.map(({ value, count }) => (
          <label key={value} className={styles.value}>
            <input
              type="checkbox"
              name={dimension}
              value={value}
              checked={selected.includes(value)}
              onChange={() => onToggle(value)}
            />
            <span className={`two-lines ${styles.name}`} lang={scriptLanguage(value)}>
              {value}
            </span>
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </label>
        ))}
        {sought !== '' && values?.length === 0 && <p className="muted">{t('filter.none')}</p>}
        {others > 0 && (
          <>
            <p className={`muted ${styles.scripted}`}>{t('filter.others', { count: others })}</p>
            <Link className={`link ${styles.unscripted}`} to={`/${dimension}`}>
              {t('filter.all')}
            </Link>
          </>
        )}
      </fieldset>
      {children}
    </details>
  );
}

function ValuesSkeleton() {
  return (
    <>
      {['70%', '55%', '80%', '60%'].map((width) => (
        <span key={width} className={styles.value}>
          <Skeleton height="1.125rem" width={width} />
        </span>
      ))}
    </>
  );
}
