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
import { acceptedPayload } from './change-rejected-error.ts';
import { withoutProduct, withProduct, withQuantity } from './optimistic-cart.ts';
import { type WishlistFieldsFragment, WishlistFieldsFragmentDoc } from './WishlistFragment.generated.ts';
import {
  AddToWishlistDocument,
  MoveToCartDocument,
  RemoveFromWishlistDocument,
} from './WishlistMutations.generated.ts';

/** What is changed on the shoppers' own screens, and by a filled heart: done after the login if need be. */
const retryAfterLogin = { retryAfterLogin: true };

/*
 * Each of these shows its change at once wherever cart or wish list are shown, sends it in its turn,
 * and rejects with ChangeRejectedError (the gateway's words), ShopperChangedError or a network error, everything
 * shown being as before.
 */

/** With `retryAfterLogin` it waits for the login when the session has ended, in place of ChangeRejectedError. */
export function addToCart(
  client: ApolloClient,
  productId: string,
  quantity = 1,
  context: { retryAfterLogin?: boolean } = {},
): Promise<unknown> {
  return change(client, {
    preview: (cache) => previewAdd(cache, productId, quantity),
    send: async () => {
      const { data } = await client.mutate({
        mutation: AddToCartDocument,
        variables: { productId, quantity },
        context,
      });
      return acceptedPayload(data?.addToCart);
    },
  });
}

/** Of quantities set while another change is under way only the latest is sent. */
export function setCartQuantity(
  client: ApolloClient,
  productId: string,
  quantity: number,
): Promise<ChangeResult<unknown>> {
  return change(client, {
    supersedes: `quantity of ${productId}`,
    preview: (cache) => changeCart(cache, (cart) => withQuantity(cart, productId, quantity)),
    send: async () => {
      const { data } = await client.mutate({
        mutation: SetCartQuantityDocument,
        variables: { productId, quantity },
        context: retryAfterLogin,
      });
      return acceptedPayload(data?.setCartQuantity);
    },
  });
}

export function removeFromCart(client: ApolloClient, productId: string): Promise<unknown> {
  return change(client, {
    preview: (cache) => changeCart(cache, (cart) => withoutProduct(cart, productId)),
    send: async () => {
      const { data } = await client.mutate({
        mutation: RemoveFromCartDocument,
        variables: { productId },
        context: retryAfterLogin,
      });
      return acceptedPayload(data?.removeFromCart);
    },
  });
}

export function addToWishlist(client: ApolloClient, productId: string): Promise<unknown> {
  return change(client, {
    preview: (cache) => changeWishlist(cache, (ids) => [...ids.filter((id) => id !== productId), productId]),
    send: async () => {
      const { data } = await client.mutate({ mutation: AddToWishlistDocument, variables: { productId } });
      return acceptedPayload(data?.addToWishlist);
    },
  });
}

export function removeFromWishlist(client: ApolloClient, productId: string): Promise<unknown> {
  return change(client, {
    preview: (cache) => changeWishlist(cache, (ids) => ids.filter((id) => id !== productId)),
    send: async () => {
      const { data } = await client.mutate({
        mutation: RemoveFromWishlistDocument,
        variables: { productId },
        context: retryAfterLogin,
      });
      return acceptedPayload(data?.removeFromWishlist);
    },
  });
}

export function moveToCart(client: ApolloClient, productId: string): Promise<unknown> {
  return change(client, {
    preview: (cache) => {
      changeWishlist(cache, (ids) => ids.filter((id) => id !== productId));
      previewAdd(cache, productId, 1);
    },
    send: async () => {
      const { data } = await client.mutate({
        mutation: MoveToCartDocument,
        variables: { productId },
        context: retryAfterLogin,
      });
      return acceptedPayload(data?.moveToCart);
    },
  });
}

function change<Answer>(client: ApolloClient, made: CartChange<Answer>): Promise<ChangeResult<Answer>> {
  return changeQueue(client).add(made);
}

/** A product the cache does not know whole comes into sight with the gateway's answer. */
function previewAdd(cache: ApolloCache, productId: string, quantity: number): void {
  const product = cache.readFragment<ProductCardFragment>({
    id: `Product:${productId}`,
    fragment: ProductCardFragmentDoc,
    fragmentName: 'ProductCard',
    optimistic: true,
  });
  if (product !== null) changeCart(cache, (cart) => withProduct(cart, product, quantity));
}

function changeCart(cache: ApolloCache, to: (cart: CartFieldsFragment) => CartFieldsFragment): void {
  cache.updateFragment<CartFieldsFragment>(
    { id: 'Cart:{}', fragment: CartFieldsFragmentDoc, fragmentName: 'CartFields' },
    (cart) => (cart === null ? undefined : to(cart)),
  );
}

function changeWishlist(cache: ApolloCache, to: (ids: string[]) => string[]): void {
  cache.updateFragment<WishlistFieldsFragment>(
    { id: 'Wishlist:{}', fragment: WishlistFieldsFragmentDoc, fragmentName: 'WishlistFields' },
    (wishlist) =>
      wishlist === null
        ? undefined
        : { ...wishlist, products: to(wishlist.products.map(({ id }) => id)).map(productReference) },
  );
}

function productReference(id: string): { __typename: 'Product'; id: string } {
  return { __typename: 'Product', id };
}
