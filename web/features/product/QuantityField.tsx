import { useId } from 'react';
import { maxQuantity } from '#web/cart/optimistic-cart.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './ProductView.module.css';
import type { ProductFields } from './product-fields.ts';

interface QuantityFieldProps {
  product: ProductFields;
  value: number;
  onChange: (quantity: number) => void;
}

const quantities = Array.from({ length: maxQuantity }, (_, index) => index + 1);

/** The number of copies to add: at most ten, and no more than are in stock. */
export function QuantityField({ product, value, onChange }: QuantityFieldProps) {
  const { t } = useTranslation('product');
  const id = useId();
  const maxSelectable = Math.min(maxQuantity, product.remainingQuantity ?? maxQuantity);
  return (
    <p className={styles.quantity}>
      <label htmlFor={id}>{t('quantity')}</label>
      <select
        id={id}
        className="input"
        value={Math.min(value, maxSelectable)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        {quantities.slice(0, maxSelectable).map((quantity) => (
          <option key={quantity}>{quantity}</option>
        ))}
      </select>
    </p>
  );
}
