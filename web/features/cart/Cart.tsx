import { lazy, Suspense, useEffect } from 'react';
import { useAfterLogin } from '#web/auth/after-login.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { useCartQuery } from '#web/cart/CartProvider.tsx';
import { toRejection } from '#web/cart/change-rejected-error.ts';
import { useAddToCartChange } from '#web/cart/use-cart-changes.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { loadChunk } from '#web/routing/chunk.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { successDurationMs, toasts } from '#web/ui/toast/toasts.ts';
import { CartSkeleton } from './CartSkeleton.tsx';

const loadFilledCart = () =>
  loadChunk(() => import('./FilledCart.tsx').then(({ FilledCart }) => ({ default: FilledCart })));

const FilledCart = lazy(loadFilledCart);

/** A signed-in shopper's cart: loading, failed, empty or filled. */
export function Cart() {
  const { t } = useTranslation('cart');
  const query = useCartQuery();
  // Loads the script while the query runs. If this fails, `lazy` tries again and reports the error.
  useEffect(() => void loadFilledCart().catch(() => undefined), []);
  const isAdding = useAfterLogin(useAddPendingProduct());
  const cart = query.data?.user?.cart;
  if (cart === undefined) {
    return (
      <QueryFallback
        query={query}
        skeleton={<CartSkeleton />}
        errorMessage={t('failed')}
        heading={t('title')}
      />
    );
  }
  if (cart.lines.length === 0) return isAdding || query.isMerging ? <CartSkeleton /> : <EmptyCart />;
  return (
    <Suspense fallback={<CartSkeleton />}>
      <FilledCart lines={cart.lines} />
    </Suspense>
  );
}

/** Says that the cart of a shopper or visitor is empty, with a link to all books. */
export function EmptyCart() {
  const { t } = useTranslation('cart');
  return (
    <EmptyState icon="cart" title={t('empty.title')} text={t('empty.text')} level={1}>
      <LinkButton to="/product" variant="solid">
        {t('empty.browse')}
      </LinkButton>
    </EmptyState>
  );
}

/** Returns a function that adds the product that the shopper tried to add before the login. */
function useAddPendingProduct(): (productId: string, quantity: number) => Promise<void> {
  const { t } = useTranslation('cart');
  const addToCart = useAddToCartChange();
  return async (productId, quantity) => {
    try {
      await addToCart({ productId, quantity });
      toasts.success(t('add.done'), { durationMs: successDurationMs });
    } catch (error) {
      if (error instanceof ShopperChangedError) return;
      const rejection = toRejection(error);
      if (rejection?.code === 'ALREADY_IN_CART') {
        toasts.info(t('add.already.text'), { title: t('add.already.title') });
      } else {
        toasts.error(t('add.failed', { message: rejection?.message ?? t('add.unreachable') }), {
          title: t('add.oops'),
        });
      }
    }
  };
}
