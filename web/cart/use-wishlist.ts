import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addToWishlistAfterLogin } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { browserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { addToWishlist, removeFromWishlist } from './cart-mutations.ts';
import { toRejection } from './change-rejected-error.ts';
import { useCartAndWishlist } from './use-cart.ts';

interface WishlistToggle {
  /** Whether the product is on the wish list. */
  wished: boolean;
  toggle: () => Promise<void>;
}

/** Puts a product on the wish list, or takes it off, with the messages and ways of requirements.md 8. */
export function useWishlistToggle(productId: string): WishlistToggle {
  const { t } = useTranslation('shopping');
  const client = useApolloClient();
  const toast = useToast();
  const navigate = useNavigate();
  const cartAndWishlist = useCartAndWishlist();
  const wished = cartAndWishlist.wished.has(productId);
  const running = useRef(false);

  async function add(): Promise<void> {
    if (cartAndWishlist.quantities.has(productId)) return showAlreadyInCart();
    try {
      await addToWishlist(client, productId);
    } catch (error) {
      return showAddFailure(error);
    }
    toast.success(t('wish.added'));
    await navigate('/wish-list');
  }

  function showAlreadyInCart(): Promise<void> {
    return toast.alert({ title: t('wish.inCart'), confirmText: t('wish.ok') });
  }

  async function showAddFailure(error: unknown): Promise<void> {
    if (error instanceof ShopperChangedError) return;
    const refusal = toRejection(error);
    if (refusal?.code === 'ALREADY_IN_CART') return showAlreadyInCart();
    if (refusal?.code === 'NOT_SIGNED_IN') {
      toast.warning(t('wish.login'));
      await navigate(loginPath, addToWishlistAfterLogin(productId));
      return;
    }
    toast.error(t('wish.addFailed'));
    if (refusal !== undefined) await navigate('/user-wish-list', { state: { productId } });
  }

  async function remove(): Promise<void> {
    try {
      await removeFromWishlist(client, productId);
      toast.success(t('wish.removed'));
    } catch (error) {
      if (error instanceof ShopperChangedError) return;
      toast.error(toRejection(error)?.message ?? t('wish.removeFailedFallback'), { title: t('wish.error') });
    }
  }

  return {
    wished,
    toggle: async () => {
      // A second press before the first is through would ask for its opposite.
      if (running.current) return;
      running.current = true;
      try {
        const shopper = await browserSession().known();
        if (shopper === null) await navigate('/user-wish-list', { state: { productId } });
        else await (wished ? remove() : add());
      } finally {
        running.current = false;
      }
    },
  };
}
