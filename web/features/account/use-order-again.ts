import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { orderAgain, type ReorderedBook } from './order-again.ts';

interface OrderAgain {
  again: (order: OrderFieldsFragment) => Promise<void>;
  /** From the press until the cart opens or something came in the way. */
  adding: boolean;
}

/** Puts an earlier order into the cart, says what of it could not be, and opens the cart. */
export function useOrderAgain(): OrderAgain {
  const { t } = useTranslation('account');
  const client = useApolloClient();
  const toast = useToast();
  const navigate = useNavigate();
  const running = useRef(false);
  const [adding, setAdding] = useState(false);

  async function run(order: OrderFieldsFragment): Promise<void> {
    const books = await orderAgain(client, order);
    const inCart = books.filter(({ outcome }) => ['added', 'fewer', 'alreadyInCart'].includes(outcome));
    const remarks = books.filter(({ outcome }) => outcome !== 'added').map(remark);
    if (remarks.length > 0) {
      await toast.alert({
        title: inCart.length === 0 ? t('again.nothing') : t('again.partly'),
        text: remarks.join(' '),
        confirmText: inCart.length === 0 ? t('again.ok') : t('again.openCart'),
      });
    } else {
      toast.success(t('again.done'));
    }
    if (inCart.length > 0) await navigate('/cart-manager');
  }

  function remark({ name, outcome }: ReorderedBook): string {
    return outcome === 'added' ? '' : t(`again.${outcome}`, { name });
  }

  return {
    adding,
    again: async (order) => {
      // The second press of a double click.
      if (running.current) return;
      running.current = true;
      setAdding(true);
      try {
        await run(order);
      } catch (error) {
        if (!(error instanceof ShopperChangedError)) toast.error(t('unreachable'));
      } finally {
        running.current = false;
        setAdding(false);
      }
    },
  };
}
