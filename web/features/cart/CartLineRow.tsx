import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { QuantitySelector } from '#web/cart/QuantitySelector.tsx';
import { Cover } from '#web/catalogue/Cover.tsx';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { RupeePrice } from '#web/catalogue/RupeePrice.tsx';
import { formatRupees, scriptLanguage } from '#web/i18n/format.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './CartLineRow.module.css';
import type { CartLine } from './cart-line.ts';

interface CartLineRowProps {
  line: CartLine;
  /** Whether it is to be ordered; never for a line that cannot be bought. */
  chosen: boolean;
  /** How many copies are left, when they are fewer than the line wants. */
  left: number | undefined;
  onChoose: (chosen: boolean) => void;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** One book of the cart. One that cannot be bought now is greyed, and can only be looked at or removed. */
export function CartLineRow({ line, chosen, left, onChoose, onQuantity, onRemove }: CartLineRowProps) {
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
        className={styles.check}
        aria-label={t('select', { name })}
        checked={chosen}
        disabled={!available}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <Link
        to={productPath(product.id)}
        tabIndex={-1}
        aria-hidden="true"
        className={styles.cover}
        onClick={warnOutOfStock}
      >
        <Cover src={product.images[0] ?? product.thumbnail} name={name} language={language} slot="lineItem" />
      </Link>
      <div className={styles.words}>
        <h2 className={styles.name} lang={scriptLanguage(name, language)}>
          <Link to={productPath(product.id)} onClick={warnOutOfStock}>
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
          <QuantitySelector quantity={quantity} name={name} onChange={onQuantity} />
        ) : (
          <p className={styles.notice}>{t('unavailable')}</p>
        )}
        {available && left !== undefined && (
          <p role="status" className={styles.left}>
            {t('left', { count: left })}
          </p>
        )}
        {available && (
          <Link
            to="/buy-single-product"
            state={{ productId: product.id, quantity }}
            className={`link ${styles.way}`}
            aria-label={t('buyAloneName', { name })}
          >
            {t('buyAlone')}
          </Link>
        )}
        <button
          type="button"
          className={`link ${styles.way}`}
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
