import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addToWishlistAfterLogin } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { browserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { addToWishlist, removeFromWishlist } from './cart-changes.ts';
import { rejectionOf } from './change-rejected-error.ts';
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
  const notice = useToast();
  const navigate = useNavigate();
  const holdings = useCartAndWishlist();
  const wished = holdings.wished.has(productId);
  const running = useRef(false);

  async function add(): Promise<void> {
    if (holdings.quantities.has(productId)) return tellItIsInCart();
    try {
      await addToWishlist(client, productId);
    } catch (error) {
      return failToAdd(error);
    }
    notice.success(t('wish.added'));
    await navigate('/wish-list');
  }

  function tellItIsInCart(): Promise<void> {
    return notice.alert({ title: t('wish.inCart'), confirmText: t('wish.ok') });
  }

  async function failToAdd(error: unknown): Promise<void> {
    if (error instanceof ShopperChangedError) return;
    const refusal = rejectionOf(error);
    if (refusal?.code === 'ALREADY_IN_CART') return tellItIsInCart();
    if (refusal?.code === 'NOT_SIGNED_IN') {
      notice.warning(t('wish.login'));
      await navigate(loginPath, addToWishlistAfterLogin(productId));
      return;
    }
    notice.error(t('wish.addFailed'));
    if (refusal !== undefined) await navigate('/user-wish-list', { state: { productId } });
  }

  async function remove(): Promise<void> {
    try {
      await removeFromWishlist(client, productId);
      notice.success(t('wish.removed'));
    } catch (error) {
      if (error instanceof ShopperChangedError) return;
      notice.error(rejectionOf(error)?.message ?? t('wish.removeFailedFallback'), { title: t('wish.error') });
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
