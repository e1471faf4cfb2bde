import { useTranslation } from 'react-i18next';
import styles from './Availability.module.css';
import type { BookDetails } from './product-fields.ts';

/** From how few copies on their number is worth saying. */
const few = 5;

/** Whether the book can be bought now, in words. */
export function Availability({ product }: { product: BookDetails }) {
  const { t } = useTranslation('product');
  const { available, remainingQuantity, status } = product;
  if (!available) {
    // A status that sells means that the copies have run out (requirements.md 2.10).
    const text = status === 'Available' ? t('availability.outOfStock') : t('availability.unavailable');
    return <p className={styles.unavailable}>{text}</p>;
  }
  const last = remainingQuantity !== null && remainingQuantity <= few;
  return (
    <p className={last ? styles.few : styles.available}>
      {last ? t('availability.few', { count: remainingQuantity }) : t('availability.inStock')}
    </p>
  );
}
