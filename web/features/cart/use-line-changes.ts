import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';
import { removeFromCart, setCartQuantity } from '#web/cart/cart-mutations.ts';
import { toRejection } from '#web/cart/change-rejected-error.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import type { CartLine } from './cart-line.ts';

interface LineChanges {
  changeQuantity: (line: CartLine, quantity: number) => Promise<void>;
  /** Asks first; `removed` is called as soon as the line is out of sight. */
  remove: (line: CartLine, removed: () => void) => Promise<void>;
}

/** Changes of the cart's lines: seen at once, saved behind, taken back with a message when that fails. */
export function useLineChanges(): LineChanges {
  const { t } = useTranslation('cart');
  const client = useApolloClient();
  const toast = useToast();
  return {
    changeQuantity: async ({ product }, quantity) => {
      try {
        await setCartQuantity(client, product.id, quantity);
      } catch (error) {
        if (error instanceof ShopperChangedError) return;
        toast.error(toRejection(error)?.message ?? t('quantityFailed'), { title: t('oops') });
      }
    },
    remove: async ({ product }, removed) => {
      const confirmed = await toast.confirm({
        title: t('removal.question'),
        text: t('removal.text', { name: product.name }),
        confirmText: t('removal.confirm'),
        cancelText: t('removal.cancel'),
      });
      if (!confirmed) return;
      const removal = removeFromCart(client, product.id);
      removed();
      try {
        await removal;
        toast.success(t('removal.done'), { title: t('removal.doneTitle') });
      } catch (error) {
        if (error instanceof ShopperChangedError) return;
        toast.error(t('removal.failed'));
      }
    },
  };
}
