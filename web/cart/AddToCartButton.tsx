import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './AddToCartButton.module.css';
import { useCartIndex } from './CartProvider.tsx';
import { type ProductToAdd, useAddToCart } from './use-add-to-cart.ts';

interface AddToCartButtonProps {
  product: ProductToAdd & { name: string };
  /** The button's text, such as 'Add To Cart' or 'Buy Now'. */
  label: string;
  /** Asks for confirmation first, as the category, publisher, author and language pages do. */
  confirmFirst?: boolean;
  /** Further classes, such as `button--small`. */
  className?: string;
}

/** Adds a product to the cart, and shows how many copies are already in it. */
export function AddToCartButton({
  product,
  label,
  confirmFirst = false,
  className = '',
}: AddToCartButtonProps) {
  const { t } = useTranslation('cart');
  const { addToCart, adding } = useAddToCart({ confirmFirst });
  const count = useCartIndex(({ quantities }) => quantities.get(product.id) ?? 0);
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
