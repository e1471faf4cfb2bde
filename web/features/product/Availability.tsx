import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './Availability.module.css';
import type { ProductFields } from './product-fields.ts';

/** Up to this many copies, the page says how many are left. */
const lowStockThreshold = 5;

/** Says whether the product is in stock. */
export function Availability({ product }: { product: ProductFields }) {
  const { t } = useTranslation('product');
  const { available, remainingQuantity, status } = product;
  if (!available) {
    // If the status is `AVAILABLE` all the same, the shop sells the product, but no copies are left or their number is
    // unknown.
    const text = status === 'AVAILABLE' ? t('availability.outOfStock') : t('availability.unavailable');
    return <p className={styles.unavailable}>{text}</p>;
  }
  const isLow = remainingQuantity !== null && remainingQuantity <= lowStockThreshold;
  return (
    <p className={isLow ? styles.few : styles.available}>
      {isLow ? t('availability.few', { count: remainingQuantity }) : t('availability.inStock')}
    </p>
  );
}
