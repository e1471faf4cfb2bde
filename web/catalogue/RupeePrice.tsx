import { formatPercent, formatRupees } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './RupeePrice.module.css';

interface RupeePriceProps {
  product: {
    /** Rupees. */
    price: number;
    /** Rupees. Shown struck through when it is above the price. */
    mrp: number | null;
    discountPercent: number;
  };
  large?: boolean;
}

export function RupeePrice({ product: { price, mrp, discountPercent }, large = false }: RupeePriceProps) {
  const { t } = useTranslation('ui');
  const hasDiscount = mrp !== null && mrp > price;
  return (
    <p className={large ? `${styles.price} ${styles.large}` : styles.price}>
      <span className="visually-hidden">{t('price.selling')} </span>
      <span className={styles.selling}>{formatRupees(price)}</span>
      {hasDiscount && (
        <>
          {' '}
          <span className="visually-hidden">{t('price.mrp')} </span>
          <s className={styles.mrp}>{formatRupees(mrp)}</s>
        </>
      )}
      {hasDiscount && discountPercent >= 1 && (
        <span className={styles.discount}>
          {' '}
          {t('price.discount', { percent: formatPercent(discountPercent) })}
        </span>
      )}
    </p>
  );
}
