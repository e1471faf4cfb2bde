import { useApolloClient } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { useAfterLogin } from '#web/auth/after-login.ts';
import { useCartIndex } from '#web/cart/CartProvider.tsx';
import { BestProducts } from '#web/catalogue/BestProducts.tsx';
import { ShareButton } from '#web/catalogue/ShareButton.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { buildSharedWishlistPath, maxSharedBooks } from './shared-wishlist-url.ts';
import { useWishlistActions } from './use-wishlist-actions.ts';
import { useWishlistQuery, WishlistDocument } from './Wishlist.generated.ts';
import { WishlistItem } from './WishlistItem.tsx';
import { WishlistSkeleton, wishlistGrid } from './WishlistSkeleton.tsx';
import { useWishlistChanges } from './wishlist-changes.ts';

/**
 * A signed-in shopper's wish list: loading, failed, empty or filled. The best products are rendered only once the list
 * has loaded or failed, so that they don't shift.
 */
export function Wishlist() {
  const { t } = useTranslation('wishlist');
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useWishlistQuery();
  const { add, move, remove } = useWishlistActions();
  useAfterLogin(add);
  const user = query.data?.user;
  const changes = useWishlistChanges(user?.wishlist.products);
  useFetchMissingProducts(user?.wishlist.products);
  if (user == null) {
    return (
      <>
        <QueryFallback
          query={query}
          skeleton={<WishlistSkeleton />}
          errorMessage={t('failed')}
          heading={t('title')}
        />
        {query.error !== undefined && <BestProducts addFlow="product" />}
      </>
    );
  }
  const { products } = user.wishlist;
  return (
    <>
      <p className="muted">{t('greeting', { username: user.username })}</p>
      <Flex wrap="wrap" justify="space-between" align="center" gap="2">
        <Box as="h1" ref={heading} tabIndex={-1}>
          {t('title')}
        </Box>
        {products.length > 0 && (
          <ShareButton
            title={
              products.length > maxSharedBooks
                ? t('shared.first', { count: maxSharedBooks, total: products.length })
                : t('shared.title')
            }
            path={buildSharedWishlistPath(products.map(({ id }) => id))}
            label={t('share')}
          />
        )}
      </Flex>
      {products.length === 0 ? (
        <EmptyState icon="heart" title={t('empty.title')} text={t('empty.text')}>
          <LinkButton to="/product" variant="solid">
            {t('browse')}
          </LinkButton>
        </EmptyState>
      ) : (
        <Grid as="ul" {...wishlistGrid}>
          {products.map((product) => (
            <li key={product.id} tabIndex={-1}>
              <WishlistItem
                product={product}
                change={changes.get(product.id)}
                onMove={() => void move(product)}
                onRemove={(button) => {
                  // The focused button is removed with the item, so the focus moves to the item that takes its place.
                  const next = findNeighbour(button.closest('li'));
                  if (next === null) heading.current?.focus();
                  else next.focus({ preventScroll: true });
                  void remove(product.id);
                }}
              />
            </li>
          ))}
        </Grid>
      )}
      <BestProducts addFlow="product" />
    </>
  );
}

/**
 * Fetches the list again while it lacks products that the cache has on the wish list, for example because they were
 * added from the best products below. Apollo alone does not: it sends no request for an optimistic change, nor for the
 * gateway's response to it if that leaves the cached list as it is.
 */
function useFetchMissingProducts(products: ReadonlyArray<{ id: string }> | undefined): void {
  const client = useApolloClient();
  const wishlistIds = useCartIndex((cart) => cart.wishlistIds);
  const listedIds = new Set(products?.map(({ id }) => id));
  const missingIds = products === undefined ? '' : [...wishlistIds].filter((id) => !listedIds.has(id)).join();
  useEffect(() => {
    if (missingIds !== '') void refetchCart(client, WishlistDocument);
  }, [client, missingIds]);
}

/** The item after this one or, at the end of the list, the one before it. */
function findNeighbour(item: HTMLElement | null): HTMLElement | null {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbour instanceof HTMLElement ? neighbour : null;
}
