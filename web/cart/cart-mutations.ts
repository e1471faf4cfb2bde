import type { ApolloCache, ApolloClient } from '@apollo/client';
import {
  type ProductCardFragment,
  ProductCardFragmentDoc,
} from '#web/apollo/ProductCardFragment.generated.ts';
import { type CartFieldsFragment, CartFieldsFragmentDoc } from './CartFragment.generated.ts';
import {
  AddToCartDocument,
  RemoveFromCartDocument,
  SetCartQuantityDocument,
} from './CartMutations.generated.ts';
import { type CartChange, type ChangeResult, changeQueue } from './change-queue.ts';
import { unwrapPayload } from './change-rejected-error.ts';
import { withoutProduct, withProduct, withQuantity } from './optimistic-cart.ts';
import { type WishlistFieldsFragment, WishlistFieldsFragmentDoc } from './WishlistFragment.generated.ts';
import {
  AddToWishlistDocument,
  MoveToCartDocument,
  RemoveFromWishlistDocument,
} from './WishlistMutations.generated.ts';

/** For changes that only signed-in shoppers can make: if the session has ended, they wait for the login. */
const retryAfterLogin = { retryAfterLogin: true };

/*
 * Each of these functions updates the cache at once and queues the mutation. On failure it rolls the cache
 * back and rejects with a ChangeRejectedError (the gateway's user error), a ShopperChangedError or a network
 * error.
 */

/** With `retryAfterLogin`, waits for the login if the session has ended, instead of a ChangeRejectedError. */
export function addToCart(
  client: ApolloClient,
  productId: string,
  quantity = 1,
  context: { retryAfterLogin?: boolean } = {},
): Promise<unknown> {
  return enqueue(client, {
    preview: (cache) => previewAdd(cache, productId, quantity),
    send: async () => {
      const { data } = await client.mutate({
        mutation: AddToCartDocument,
        variables: { productId, quantity },
        context,
      });
      return unwrapPayload(data?.addToCart);
    },
  });
}

/** Of several quantities set while another change is being sent, only the last is sent. */
export function setCartQuantity(
  client: ApolloClient,
  productId: string,
  quantity: number,
): Promise<ChangeResult<unknown>> {
  return enqueue(client, {
    replaceKey: `quantity of ${productId}`,
    preview: (cache) => updateCart(cache, (cart) => withQuantity(cart, productId, quantity)),
    send: async () => {
      const { data } = await client.mutate({
        mutation: SetCartQuantityDocument,
        variables: { productId, quantity },
        context: retryAfterLogin,
      });
      return unwrapPayload(data?.setCartQuantity);
    },
  });
}

export function removeFromCart(client: ApolloClient, productId: string): Promise<unknown> {
  return enqueue(client, {
    preview: (cache) => updateCart(cache, (cart) => withoutProduct(cart, productId)),
    send: async () => {
      const { data } = await client.mutate({
        mutation: RemoveFromCartDocument,
        variables: { productId },
        context: retryAfterLogin,
      });
      return unwrapPayload(data?.removeFromCart);
    },
  });
}

export function addToWishlist(client: ApolloClient, productId: string): Promise<unknown> {
  return enqueue(client, {
    preview: (cache) => updateWishlist(cache, (ids) => [...ids.filter((id) => id !== productId), productId]),
    send: async () => {
      const { data } = await client.mutate({ mutation: AddToWishlistDocument, variables: { productId } });
      return unwrapPayload(data?.addToWishlist);
    },
  });
}

export function removeFromWishlist(client: ApolloClient, productId: string): Promise<unknown> {
  return enqueue(client, {
    preview: (cache) => updateWishlist(cache, (ids) => ids.filter((id) => id !== productId)),
    send: async () => {
      const { data } = await client.mutate({
        mutation: RemoveFromWishlistDocument,
        variables: { productId },
        context: retryAfterLogin,
      });
      return unwrapPayload(data?.removeFromWishlist);
    },
  });
}

export function moveToCart(client: ApolloClient, productId: string): Promise<unknown> {
  return enqueue(client, {
    preview: (cache) => {
      updateWishlist(cache, (ids) => ids.filter((id) => id !== productId));
      previewAdd(cache, productId, 1);
    },
    send: async () => {
      const { data } = await client.mutate({
        mutation: MoveToCartDocument,
        variables: { productId },
        context: retryAfterLogin,
      });
      return unwrapPayload(data?.moveToCart);
    },
  });
}

function enqueue<Payload>(client: ApolloClient, change: CartChange<Payload>): Promise<ChangeResult<Payload>> {
  return changeQueue(client).add(change);
}

/** A product that is not completely cached cannot be previewed; it appears with the gateway's response. */
function previewAdd(cache: ApolloCache, productId: string, quantity: number): void {
  const product = cache.readFragment<ProductCardFragment>({
    id: `Product:${productId}`,
    fragment: ProductCardFragmentDoc,
    fragmentName: 'ProductCard',
    optimistic: true,
  });
  if (product !== null) updateCart(cache, (cart) => withProduct(cart, product, quantity));
}

function updateCart(cache: ApolloCache, update: (cart: CartFieldsFragment) => CartFieldsFragment): void {
  cache.updateFragment<CartFieldsFragment>(
    { id: 'Cart:{}', fragment: CartFieldsFragmentDoc, fragmentName: 'CartFields' },
    (cart) => (cart === null ? undefined : update(cart)),
  );
}

function updateWishlist(cache: ApolloCache, update: (ids: string[]) => string[]): void {
  cache.updateFragment<WishlistFieldsFragment>(
    { id: 'Wishlist:{}', fragment: WishlistFieldsFragmentDoc, fragmentName: 'WishlistFields' },
    (wishlist) =>
      wishlist === null
        ? undefined
        : { ...wishlist, products: update(wishlist.products.map(({ id }) => id)).map(toProductReference) },
  );
}

function toProductReference(id: string): { __typename: 'Product'; id: string } {
  return { __typename: 'Product', id };
}
