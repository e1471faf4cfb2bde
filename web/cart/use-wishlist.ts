import { useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { createAddToWishlistReturnOptions } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { useCartIndex, useReadCart } from './CartProvider.tsx';
import { toRejection } from './change-rejected-error.ts';
import { useAddToWishlistChange, useRemoveFromWishlistChange } from './use-cart-changes.ts';

interface WishlistToggle {
  isOnWishlist: boolean;
  toggle: () => Promise<void>;
}

/** Adds a product to the wish list or removes it, with the messages and redirects of requirements.md 8. */
export function useWishlistToggle(productId: string): WishlistToggle {
  const { t } = useTranslation('wishlist');
  const addToWishlist = useAddToWishlistChange();
  const removeFromWishlist = useRemoveFromWishlistChange();
  const readCart = useReadCart();
  const toast = useToast();
  const navigate = useNavigate();
  const isUnmounted = useIsUnmounted();
  const isOnWishlist = useCartIndex(({ wishlistIds }) => wishlistIds.has(productId));
  const isRunning = useRef(false);

  /** Opens a page, unless the shopper has left this one in the meantime. */
  const open = (path: string, options?: NavigateOptions) =>
    isUnmounted() ? undefined : navigate(path, options);

  async function add(): Promise<void> {
    if (readCart().quantities.has(productId)) return showAlreadyInCart();
    try {
      await addToWishlist(productId);
    } catch (error) {
      return showAddFailure(error);
    }
    toast.success(t('added'));
    await open('/wish-list');
  }

  function showAlreadyInCart(): Promise<void> {
    return toast.alert({ title: t('inCart'), confirmText: t('ok') });
  }

  async function showAddFailure(error: unknown): Promise<void> {
    if (error instanceof ShopperChangedError) return;
    const rejection = toRejection(error);
    if (rejection?.code === 'ALREADY_IN_CART') return showAlreadyInCart();
    if (rejection?.code === 'NOT_SIGNED_IN') {
      toast.warning(t('loginRequired'));
      await open(loginPath, createAddToWishlistReturnOptions(productId));
      return;
    }
    toast.error(t('addFailed'));
    if (rejection !== undefined) await open('/user-wish-list', { state: { productId } });
  }

  async function remove(): Promise<void> {
    try {
      await removeFromWishlist(productId);
      toast.success(t('removed'));
    } catch (error) {
      if (error instanceof ShopperChangedError) return;
      toast.error(toRejection(error)?.message ?? t('removeFailed'), { title: t('errorTitle') });
    }
  }

  return {
    isOnWishlist,
    toggle: async () => {
      // Ignore clicks while the first one is being handled: they would undo it.
      if (isRunning.current) return;
      isRunning.current = true;
      try {
        const shopper = await getBrowserSession().whenSettled();
        if (shopper === null) await open('/user-wish-list', { state: { productId } });
        else await (isOnWishlist ? remove() : add());
      } finally {
        isRunning.current = false;
      }
    },
  };
}
