import { type RefCallback, useCallback, useRef } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './AddToCartButton.module.css';
import { useCartIndex } from './CartProvider.tsx';
import { QuantityStepper } from './QuantityStepper.tsx';
import { type AddFlow, type ProductToAdd, useAddToCart } from './use-add-to-cart.ts';

interface AddToCartButtonProps {
  product: ProductToAdd & { name: string };
  /** The button's text, such as 'Add To Cart' or 'Buy Now'. */
  label: string;
  flow: AddFlow;
  /** The number of copies to add; 1 by default. */
  quantity?: number;
  /** Shows a quantity stepper instead of the button while the product is in the cart. */
  withStepper?: boolean;
  /** Further classes, such as `button--small`. */
  className?: string;
}

/** Adds a product to the cart, and shows how many copies are already in it. */
export function AddToCartButton({
  product,
  label,
  flow,
  quantity = 1,
  withStepper = false,
  className = '',
}: AddToCartButtonProps) {
  const { t } = useTranslation('cart');
  const { addToCart, adding, pause } = useAddToCart(flow);
  const ref = usePreservedFocus();
  const count = useCartIndex(({ quantities }) => quantities.get(product.id) ?? 0);
  const name = product.name;
  // Not while adding, because the second click of a double click would change the quantity.
  if (withStepper && count > 0 && !adding) {
    return <QuantityStepper ref={ref} product={product} quantity={count} onRemove={pause} />;
  }
  return (
    <button
      ref={ref}
      type="button"
      className={`button ${styles.button} ${className}`}
      aria-label={count === 0 ? t('add.label', { label, name }) : t('add.labelCount', { label, name, count })}
      aria-busy={adding}
      onClick={() => void addToCart(product, quantity)}
    >
      {label}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </button>
  );
}

/**
 * Preserves the focus when one element replaces another: pass the returned ref to both. If the focus is in the element
 * that disappears, it moves to the last button in the element that appears, or to that element if it contains no
 * button.
 */
function usePreservedFocus(): RefCallback<HTMLElement> {
  const hadFocus = useRef(false);
  return useCallback((element) => {
    if (element === null) return;
    if (hadFocus.current) {
      const target = element.querySelector<HTMLElement>('button:last-of-type') ?? element;
      target.focus();
    }
    hadFocus.current = false;
    return () => {
      hadFocus.current = element.contains(document.activeElement);
    };
  }, []);
}
