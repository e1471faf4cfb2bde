import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scriptLanguage } from '#web/i18n/format.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './FilterDimension.module.css';
import type { Dimension } from './listing-address.ts';

/** A value of a dimension and how many books choosing it would give; no number while that is not known. */
export interface FilterValue {
  value: string;
  count?: number;
}

interface FilterDimensionProps {
  dimension: Dimension;
  /** The most frequent first; undefined while they are loaded. */
  values: readonly FilterValue[] | undefined;
  selected: readonly string[];
  onToggle: (value: string) => void;
  /** Whether the list is open when the page is. */
  open: boolean;
  /** When the list is about to be opened. */
  onOpen?: () => void;
  /** Below the list. */
  children?: ReactNode;
}

/** From how many values on a field to find one among them is offered, and how many are shown at once. */
const longList = 12;
const mostShown = 150;

/** One dimension of the filters: its values as check boxes, to be found by name when there are many. */
export function FilterDimension({
  dimension,
  values,
  selected,
  onToggle,
  open,
  onOpen,
  children,
}: FilterDimensionProps) {
  const { t } = useTranslation('catalogue');
  // What was open stays so, whatever is chosen.
  const [initiallyOpen] = useState(open);
  const [sought, setSought] = useState('');
  if (values?.length === 0 && selected.length === 0) return null;
  const found = valuesWith(sought, values ?? [], selected);
  const shown = found.slice(0, mostShown);
  return (
    <details className={styles.dimension} open={initiallyOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by its nature. */}
      <summary className={styles.summary} onClick={(event) => tellOpening(event, onOpen)}>
        <span>{t(`filter.${dimension}`)}</span>
        {selected.length > 0 && <span className={styles.number}>{selected.length}</span>}
        <span className={styles.arrow}>
          <Icon name="next" size={16} />
        </span>
      </summary>
      {(values?.length ?? 0) > longList && (
        <input
          type="search"
          className={`input ${styles.find}`}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
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
        {shown.map(({ value, count }) => (
          <label key={value} className={styles.value}>
            <input
              type="checkbox"
              name={dimension}
              value={value}
              checked={selected.includes(value)}
              onChange={() => onToggle(value)}
            />
            <span className={styles.name} lang={scriptLanguage(value)}>
              {value}
            </span>
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </label>
        ))}
        {sought !== '' && found.length === 0 && <p className="muted">{t('filter.none')}</p>}
        {found.length > shown.length && (
          <p className="muted">{t('filter.others', { count: found.length - shown.length })}</p>
        )}
      </fieldset>
      {children}
    </details>
  );
}

/** The values with this text in their name; the chosen ones first, known or not. */
function valuesWith(
  text: string,
  values: readonly FilterValue[],
  selected: readonly string[],
): FilterValue[] {
  const known = new Set(values.map(({ value }) => value));
  const unknown = selected.filter((value) => !known.has(value)).map((value) => ({ value }));
  const all = [...unknown, ...values];
  if (text.trim() !== '') {
    const folded = fold(text);
    return all.filter(({ value }) => fold(value).includes(folded));
  }
  if (values.length <= longList) return all;
  return [
    ...all.filter(({ value }) => selected.includes(value)),
    ...all.filter(({ value }) => !selected.includes(value)),
  ];
}

function fold(text: string): string {
  return text.trim().normalize('NFC').toLocaleLowerCase('en-IN');
}

function tellOpening(event: MouseEvent<HTMLElement>, onOpen: (() => void) | undefined): void {
  // The click comes before the change.
  if (event.currentTarget.parentElement?.hasAttribute('open') === false) onOpen?.();
}

function ValuesSkeleton() {
  return (
    <>
      <Skeleton height="1.5rem" width="70%" />
      <Skeleton height="1.5rem" width="55%" />
      <Skeleton height="1.5rem" width="80%" />
      <Skeleton height="1.5rem" width="60%" />
    </>
  );
}
