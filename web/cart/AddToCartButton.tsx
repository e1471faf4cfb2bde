import { useTranslation } from 'react-i18next';
import styles from './AddToCartButton.module.css';
import { type ProductToAdd, useAddToCart } from './use-add-to-cart.ts';
import { useCartAndWishlist } from './use-cart.ts';

interface AddToCartButtonProps {
  product: ProductToAdd & { name: string };
  /** What the button says: 'Add', 'ADD', 'Add To Cart', 'Buy Now'. */
  label: string;
  /** True on the category, publisher, author and language pages: the shopper confirms before the product is added. */
  confirmFirst?: boolean;
  /** `button`'s variants, for example `button--small`. */
  className?: string;
}

/** Puts a product into the cart, and says how many copies are there already. */
export function AddToCartButton({
  product,
  label,
  confirmFirst = false,
  className = '',
}: AddToCartButtonProps) {
  const { t } = useTranslation('shopping');
  const { addToCart, adding } = useAddToCart({ confirmFirst });
  const count = useCartAndWishlist().quantities.get(product.id) ?? 0;
  const name = product.name;
  return (
    <button
      type="button"
      className={`button ${styles.button} ${className}`}
      aria-label={count === 0 ? t('add.label', { label, name }) : t('add.labelCount', { label, name, count })}
      aria-busy={adding}
      onClick={() => void addToCart(product)}
    >
      {label}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </button>
  );
}
