import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { QuantitySelector } from '#web/cart/QuantitySelector.tsx';
import type { CartLine } from '#web/cart/use-cart.ts';
import { Cover } from '#web/catalogue/Cover.tsx';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { formatRupees, scriptLanguage } from '#web/i18n/format.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './CartLineRow.module.css';

interface CartLineRowProps {
  line: CartLine;
  /** Whether the line is selected for the order; always false for an unavailable product. */
  selected: boolean;
  /** The remaining stock if it is less than the line's quantity; otherwise undefined. */
  stockLeft: number | undefined;
  onSelect: (selected: boolean) => void;
  onQuantityChange: (quantity: number) => void;
  onRemove: () => void;
}

/** A line of the cart. An unavailable product is greyed out and can only be viewed or removed. */
export function CartLineRow(props: CartLineRowProps) {
  const { line, selected, stockLeft, onSelect, onQuantityChange, onRemove } = props;
  const { t } = useTranslation('cart');
  const toast = useToast();
  const { product, available, quantity, lineTotal } = line;
  const { name, author } = product;
  const language = product.language?.name;
  const warnOutOfStock = available ? undefined : () => toast.warning(t('outOfStock'));
  return (
    <li className={available ? styles.row : `${styles.row} ${styles.unavailable}`}>
      <input
        type="checkbox"
        className={styles.checkbox}
        aria-label={t('select', { name })}
        checked={selected}
        disabled={!available}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <Link
        to={productPath(product.sku)}
        tabIndex={-1}
        aria-hidden="true"
        className={styles.cover}
        onClick={warnOutOfStock}
      >
        <Cover src={product.images[0] ?? product.thumbnail} name={name} language={language} slot="lineItem" />
      </Link>
      <div className={styles.details}>
        <h2 className={styles.name} lang={scriptLanguage(name, language)}>
          <Link to={productPath(product.sku)} onClick={warnOutOfStock}>
            {name}
          </Link>
        </h2>
        {author != null && (
          <p className={`two-lines ${styles.author}`} lang={scriptLanguage(author.name, language)}>
            {author.name}
          </p>
        )}
        <RupeePrice price={product.price} mrp={product.mrp} discountPercent={product.discountPercent} />
      </div>
      <div className={styles.controls}>
        {available ? (
          <QuantitySelector quantity={quantity} name={name} onChange={onQuantityChange} />
        ) : (
          <p className={styles.note}>{t('unavailable')}</p>
        )}
        {available && stockLeft !== undefined && (
          <p role="status" className={styles.stock}>
            {t('stockLeft', { count: stockLeft })}
          </p>
        )}
        {available && (
          <Link
            to="/buy-single-product"
            state={{ productId: product.id, quantity }}
            className={`link ${styles.action}`}
            aria-label={t('buyAloneName', { name })}
          >
            {t('buyAlone')}
          </Link>
        )}
        <button
          type="button"
          className={`link ${styles.action}`}
          aria-label={t('removeName', { name })}
          onClick={onRemove}
        >
          {t('remove')}
        </button>
      </div>
      <p className={styles.total}>
        <span className="visually-hidden">{t('lineTotal')} </span>
        {available && formatRupees(lineTotal)}
      </p>
    </li>
  );
}
