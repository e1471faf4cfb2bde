import type { Ref } from 'react';
import { getBrowserSession } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { reportChangeError } from './change-rejected-error.ts';
import { openMiniCart } from './mini-cart.ts';
import { maxQuantity } from './optimistic-cart.ts';
import styles from './QuantityStepper.module.css';
import { useRemoveFromCartChange, useSetCartQuantityChange } from './use-cart-changes.ts';

interface QuantityStepperProps {
  ref: Ref<HTMLFieldSetElement>;
  product: { id: string; name: string };
  /** 1 to 10. */
  quantity: number;
  /** Called when the last copy is about to be removed. */
  onRemove: () => void;
}

/** Changes the quantity of a product in the cart, or removes its last copy. Light enough for every product card. */
export function QuantityStepper({ ref, product: { id, name }, quantity, onRemove }: QuantityStepperProps) {
  const { t } = useTranslation('cart');
  const setQuantity = useSetCartQuantityChange();
  const removeFromCart = useRemoveFromCartChange();
  async function changeQuantity(to: number): Promise<void> {
    if (to > maxQuantity) return;
    openMiniCart();
    if (to === 0) onRemove();
    try {
      if ((await getBrowserSession().whenSettled()) === null) {
        const { setVisitorQuantity } = await import('./visitor-lines.ts');
        setVisitorQuantity(id, to);
        return;
      }
      await (to === 0 ? removeFromCart({ productId: id }) : setQuantity({ productId: id, quantity: to }));
    } catch (error) {
      reportChangeError(error, t('quantityFailed'), t('oops'));
    }
  }
  return (
    <fieldset ref={ref} aria-label={t('quantity.label', { name })} className={styles.stepper}>
      <button
        type="button"
        aria-label={t(quantity === 1 ? 'removeName' : 'quantity.decrease', { name })}
        onClick={() => void changeQuantity(quantity - 1)}
      >
        −
      </button>
      <span className={styles.quantity}>{t('quantity.inCart', { count: quantity })}</span>
      <button
        type="button"
        aria-label={t('quantity.increase', { name })}
        // Not `disabled`, which would lose the focus.
        aria-disabled={quantity >= maxQuantity}
        onClick={() => void changeQuantity(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  );
}
