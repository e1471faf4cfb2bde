import { ShopperChangedError } from '#web/auth/session-store.ts';
import { reportChangeError, toRejection } from '#web/cart/change-rejected-error.ts';
import type { ProductToAdd } from '#web/cart/use-add-to-cart.ts';
import { useAddToWishlistChange, useMoveToCartChange } from '#web/cart/use-cart-changes.ts';
import { useRemoveFromWishlist } from '#web/cart/use-wishlist.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useNavigateWhileMounted } from '#web/ui/hooks/use-navigate-while-mounted.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';

interface WishlistActions {
  /** Adds the product that the shopper wanted to save before the login. */
  add: (productId: string) => Promise<void>;
  move: (product: ProductToAdd) => Promise<void>;
  remove: (productId: string) => Promise<void>;
}

/** The actions of the wish list page, with their messages (requirements.md 4 and 8). */
export function useWishlistActions(): WishlistActions {
  const { t } = useTranslation('wishlist');
  const { t: tCart } = useTranslation('cart');
  const addToWishlist = useAddToWishlistChange();
  const moveToCart = useMoveToCartChange();
  const remove = useRemoveFromWishlist();
  const navigate = useNavigateWhileMounted();
  const [runTask] = useSingleTask();

  async function move({ id, available }: ProductToAdd): Promise<void> {
    if (!available) {
      const confirmed = await toasts.confirm({
        title: tCart('add.unavailable.title'),
        text: tCart('add.unavailable.text'),
        confirmText: tCart('add.confirm'),
        cancelText: tCart('add.cancel'),
      });
      if (!confirmed) return;
    }
    try {
      await moveToCart({ productId: id });
      toasts.success(t('moved'));
      await navigate('/cart-manager');
    } catch (error) {
      reportChangeError(error, t('moveFailed'), t('errorTitle'));
    }
  }

  return {
    add: async (productId) => {
      try {
        await addToWishlist({ productId });
        toasts.success(t('added'));
      } catch (error) {
        if (error instanceof ShopperChangedError) return;
        if (toRejection(error)?.code === 'ALREADY_IN_CART') {
          await toasts.alert({ title: t('inCart'), confirmText: t('ok') });
        } else {
          toasts.error(t('addFailed'));
        }
      }
    },
    move: (product) => runTask(() => move(product)),
    remove,
  };
}
