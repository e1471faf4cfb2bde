import { useApolloClient } from '@apollo/client/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';
import { addToWishlist, moveToCart, removeFromWishlist } from '#web/cart/cart-mutations.ts';
import { toRejection } from '#web/cart/change-rejected-error.ts';
import { useToast } from '#web/ui/toast/toasts.ts';

interface WishedProduct {
  id: string;
  available: boolean;
}

interface WishlistActions {
  /** Puts the product on the list whose heart a visitor had pressed before the login. */
  add: (productId: string) => Promise<void>;
  move: (product: WishedProduct) => Promise<void>;
  remove: (product: WishedProduct) => Promise<void>;
}

/** What can be done on the wish list's page, with its messages (requirements.md 4 and 8). */
export function useWishlistActions(): WishlistActions {
  const { t } = useTranslation('wishlist');
  const { t: ofShopping } = useTranslation('shopping');
  const client = useApolloClient();
  const toast = useToast();
  const navigate = useNavigate();
  const moving = useRef(false);
  return {
    add: async (productId) => {
      try {
        await addToWishlist(client, productId);
        toast.success(ofShopping('wish.added'));
      } catch (error) {
        if (error instanceof ShopperChangedError) return;
        if (toRejection(error)?.code === 'ALREADY_IN_CART') {
          await toast.alert({ title: ofShopping('wish.inCart'), confirmText: ofShopping('wish.ok') });
        } else {
          toast.error(ofShopping('wish.addFailed'));
        }
      }
    },
    move: async ({ id, available }) => {
      if (moving.current) return;
      if (!available) {
        const wanted = await toast.confirm({
          title: ofShopping('add.unavailable.title'),
          text: ofShopping('add.unavailable.text'),
          confirmText: ofShopping('add.confirm'),
          cancelText: ofShopping('add.cancel'),
        });
        if (!wanted) return;
      }
      moving.current = true;
      try {
        await moveToCart(client, id);
        toast.success(t('moved'));
        await navigate('/cart-manager');
      } catch (error) {
        if (error instanceof ShopperChangedError) return;
        toast.error(toRejection(error)?.message ?? t('moveFailedFallback'), {
          title: ofShopping('wish.error'),
        });
      } finally {
        moving.current = false;
      }
    },
    remove: async ({ id }) => {
      try {
        await removeFromWishlist(client, id);
        toast.success(ofShopping('wish.removed'));
      } catch (error) {
        if (error instanceof ShopperChangedError) return;
        toast.error(toRejection(error)?.message ?? ofShopping('wish.removeFailedFallback'), {
          title: ofShopping('wish.error'),
        });
      }
    },
  };
}
