import { ShopperChangedError } from '#web/auth/session-store.ts';
import { reportChangeError } from '#web/cart/change-rejected-error.ts';
import type { CartLine } from '#web/cart/optimistic-cart.ts';
import { useRemoveFromCartChange, useSetCartQuantityChange } from '#web/cart/use-cart-changes.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { focusAfterConfirm } from '#web/ui/dialog/focus-after-confirm.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useConfirmRemoval } from './use-confirm-removal.ts';

interface LineChanges {
  changeQuantity: (line: CartLine, quantity: number) => Promise<void>;
  /** Asks for confirmation first. */
  remove: (line: CartLine) => Promise<void>;
}

/** Changes the cart's lines optimistically. A failed change is rolled back, and a toast reports it. */
export function useLineChanges(): LineChanges {
  const { t } = useTranslation('cart');
  const setCartQuantity = useSetCartQuantityChange();
  const removeFromCart = useRemoveFromCartChange();
  const confirmRemoval = useConfirmRemoval();

  async function remove(productId: string): Promise<void> {
    const removal = removeFromCart({ productId });
    // The focused button is removed with the line, so the focus moves to the heading.
    focusAfterConfirm();
    try {
      await removal;
      toasts.success(t('removal.done'), { title: t('removal.doneTitle') });
    } catch (error) {
      if (!(error instanceof ShopperChangedError)) toasts.error(t('removal.failed'));
    }
  }

  return {
    changeQuantity: async ({ product }, quantity) => {
      try {
        await setCartQuantity({ productId: product.id, quantity });
      } catch (error) {
        reportChangeError(error, t('quantityFailed'), t('oops'));
      }
    },
    remove: ({ product }) => confirmRemoval(product.name, () => void remove(product.id)),
  };
}
