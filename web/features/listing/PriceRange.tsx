import { useEffect, useRef, useState } from 'react';
import { useSubmit } from 'react-router-dom';
import { type ListingState, maxPriceRupees, parsePrice } from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts';
import styles from './FilterPanel.module.css';

/** The fields of the filter form for the lowest and the highest price, in rupees. */
export function PriceRange({ listing }: { listing: ListingState }) {
  const { t } = useTranslation('catalogue');
  return (
    <fieldset className={styles.prices}>
      <legend className={styles.legend}>{t('filter.price')}</legend>
      <PriceField name="minPrice" label={t('filter.minPrice')} price={listing.minPrice} />
      <PriceField name="maxPrice" label={t('filter.maxPrice')} price={listing.maxPrice} />
    </fieldset>
  );
}

interface PriceFieldProps {
  name: 'minPrice' | 'maxPrice';
  label: string;
  price: number | null;
}

/**
 * When the shopper leaves the field after a change, a valid price submits the form, and an invalid one is reset. Enter
 * submits the form or, if the price is invalid, shows why.
 */
function PriceField({ name, label, price }: PriceFieldProps) {
  const { t } = useTranslation('catalogue');
  const submit = useSubmit();
  const hydrated = useHydrated();
  const urlText = price === null ? '' : String(price);
  const [text, setText] = useState(urlText);
  const isValid = text === '' || parsePrice(text) !== null;
  const previousUrlText = useRef(urlText);
  useEffect(() => {
    // Back, or a link that removes the range, changes the URL but not the field.
    if (previousUrlText.current !== urlText) setText(urlText);
    previousUrlText.current = urlText;
  }, [urlText]);
  return (
    <label className={styles.price}>
      {label}
      <input
        ref={(input) =>
          input?.setCustomValidity(isValid ? '' : t('filter.priceInvalid', { max: maxPriceRupees }))
        }
        // Not a number field, because some browsers reject Devanagari digits in it.
        type="text"
        className="input"
        // Without a name, an empty field stays out of the URL. Without scripts, it needs its name.
        name={hydrated && text === '' ? undefined : name}
        inputMode="decimal"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={({ currentTarget }) => {
          if (text === urlText) return;
          if (isValid) void submit(currentTarget.form, { preventScrollReset: true });
          else setText(urlText);
        }}
      />
    </label>
  );
}
