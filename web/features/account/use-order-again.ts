import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { reportChangeError } from '#web/cart/change-rejected-error.ts';
import { maxQuantity } from '#web/cart/optimistic-cart.ts';
import { useAddToCartChange } from '#web/cart/use-cart-changes.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { addOrderToCart } from './order-again.ts';

export interface OrderAgain {
  orderAgain: (order: OrderFieldsFragment) => Promise<void>;
  /** Also true while the alert about the outcome is open. */
  adding: boolean;
}

/**
 * Adds an earlier order to the cart and opens the cart. An alert first lists the products that were not added, or were
 * added with a smaller quantity. The cart is not opened if it contains none of the products, or if the calling component
 * has unmounted in the meantime.
 */
export function useOrderAgain(): OrderAgain {
  const { t } = useTranslation('account');
  const client = useApolloClient();
  const addToCart = useAddToCartChange();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const [runTask, adding] = useSingleTask();

  async function run(order: OrderFieldsFragment): Promise<void> {
    const books = await addOrderToCart(client, addToCart, order);
    const inCart = books.filter(({ outcome }) =>
      ['added', 'fewer', 'limited', 'alreadyInCart'].includes(outcome),
    );
    const messages = books.flatMap(({ name, outcome }) =>
      outcome === 'added' ? [] : t(`again.${outcome}`, { name, maxQuantity }),
    );
    const reasons = new Set(books.flatMap(({ reason }) => reason ?? []));
    const shouldOpenCart = inCart.length > 0 && !isUnmounted();
    if (messages.length > 0) {
      await toasts.alert({
        title: inCart.length === 0 ? t('again.nothing') : t('again.partly'),
        text: [...messages, ...reasons].join(' '),
        confirmText: shouldOpenCart ? t('again.openCart') : t('again.ok'),
      });
    } else {
      toasts.success(t('again.done'));
    }
    if (shouldOpenCart && !isUnmounted()) await navigate('/cart-manager');
  }

  const showFailure = (error: unknown) => reportChangeError(error, t('unreachable'));
  return { adding, orderAgain: (order) => runTask(() => run(order).catch(showFailure)) };
}
