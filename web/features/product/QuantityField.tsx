import { useId } from 'react';
import { maxQuantity } from '#web/cart/optimistic-cart.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './ProductView.module.css';
import type { ProductFields } from './product-fields.ts';

interface QuantityFieldProps {
  value: number;
  max: number;
  onChange: (quantity: number) => void;
}

const quantities = Array.from({ length: maxQuantity }, (_, index) => index + 1);

/**
 * How many copies can be added: at most ten, and no more than are in stock, if that number is known. One copy can be
 * added even of a product that is out of stock.
 */
export function getMaxSelectableQuantity({ remainingQuantity }: ProductFields): number {
  return Math.min(maxQuantity, Math.max(1, remainingQuantity ?? maxQuantity));
}

/** The number of copies to add. */
export function QuantityField({ value, max, onChange }: QuantityFieldProps) {
  const { t } = useTranslation('product');
  const id = useId();
  return (
    <p className={`no-print ${styles.quantity}`}>
      <label htmlFor={id}>{t('quantity')}</label>
      <select
        id={id}
        className="input"
        // After Back, the browser would show the quantity that was selected before, unknown to React.
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {quantities.slice(0, max).map((quantity) => (
          <option key={quantity}>{quantity}</option>
        ))}
      </select>
    </p>
  );
}
