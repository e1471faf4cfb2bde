import { getAddToWishlistUrl } from '#web/auth/after-login.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useNavigateWhileMounted } from '#web/ui/hooks/use-navigate-while-mounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useCartIndex, useReadCart } from './CartProvider.tsx';
import { reportChangeError, toRejection } from './change-rejected-error.ts';
import { useAddToWishlistChange, useRemoveFromWishlistChange } from './use-cart-changes.ts';

interface WishlistToggle {
  isOnWishlist: boolean;
  toggle: () => Promise<void>;
}

/** Adds a product to the wish list or removes it, with the messages and redirects of requirements.md 4 and 8. */
export function useWishlistToggle(productId: string): WishlistToggle {
  const { t } = useTranslation('wishlist');
  const addToWishlist = useAddToWishlistChange();
  const remove = useRemoveFromWishlist();
  const readCart = useReadCart();
  const navigate = useNavigateWhileMounted();
  const isOnWishlist = useCartIndex(({ wishlistIds }) => wishlistIds.has(productId));
  const [runTask] = useSingleTask();

  async function add(): Promise<void> {
    if (readCart().quantities.has(productId)) return showAlreadyInCart();
    try {
      await addToWishlist({ productId });
    } catch (error) {
      return showAddFailure(error);
    }
    toasts.success(t('added'));
    await navigate('/wish-list');
  }

  async function showAlreadyInCart(): Promise<void> {
    await toasts.alert({ title: t('inCart'), confirmText: t('ok') });
  }

  async function showAddFailure(error: unknown): Promise<void> {
    if (error instanceof ShopperChangedError) return;
    const rejection = toRejection(error);
    if (rejection?.code === 'ALREADY_IN_CART') return showAlreadyInCart();
    if (rejection?.code === 'NOT_SIGNED_IN') {
      toasts.warning(t('loginRequired'));
      await navigate(loginPath, { state: { returnTo: getAddToWishlistUrl(productId) } });
      return;
    }
    toasts.error(t('addFailed'));
    if (rejection !== undefined) await navigate('/user-wish-list', { state: { productId } });
  }

  return {
    isOnWishlist,
    toggle: () =>
      runTask(async () => {
        const shopper = await getBrowserSession().whenSettled();
        if (shopper === null) await navigate('/user-wish-list', { state: { productId } });
        else await (isOnWishlist ? remove(productId) : add());
      }),
  };
}

/** Returns a function that removes a product from the wish list, with a message. */
export function useRemoveFromWishlist(): (productId: string) => Promise<void> {
  const { t } = useTranslation('wishlist');
  const removeFromWishlist = useRemoveFromWishlistChange();
  return async (productId) => {
    try {
      await removeFromWishlist({ productId });
      toasts.success(t('removed'));
    } catch (error) {
      reportChangeError(error, t('removeFailed'), t('errorTitle'));
    }
  };
}
