import type {
  ApolloCache,
  DefaultContext,
  MutationUpdaterFunction,
  OperationVariables,
  TypedDocumentNode,
} from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import {
  AddToCartDocument,
  RemoveFromCartDocument,
  SetCartQuantityDocument,
} from './CartMutations.generated.ts';
import { checkPayload, type Payload } from './change-rejected-error.ts';
import {
  cacheAddedProduct,
  cacheQuantity,
  cacheRemovedProduct,
  cacheWishlistMembership,
} from './optimistic-cart.ts';
import {
  AddToWishlistDocument,
  MoveToCartDocument,
  RemoveFromWishlistDocument,
} from './WishlistMutations.generated.ts';

/**
 * For changes of products that are already in the cart or on the wish list. If the session has ended, these changes
 * wait for the next login. Changes that add a product don't wait by default: the buttons that start them open the login
 * page instead.
 */
const retryAfterLogin = { retryAfterLogin: true };

/** With `retryAfterLogin` in its context, the change waits for the login if the session has ended. */
export const useAddToCartChange = createChangeHook(
  AddToCartDocument,
  { addToCart: { cart: null, userErrors: [] } },
  (cache, { productId, quantity }) => cacheAddedProduct(cache, productId, quantity),
);

/** Of several quantities set for a product while another change is being sent, only the last is sent. */
export const useSetCartQuantityChange = createChangeHook(
  SetCartQuantityDocument,
  { setCartQuantity: { cart: null, userErrors: [] } },
  (cache, { productId, quantity }) => cacheQuantity(cache, productId, quantity),
  retryAfterLogin,
);

export const useRemoveFromCartChange = createChangeHook(
  RemoveFromCartDocument,
  { removeFromCart: { cart: null, userErrors: [] } },
  (cache, { productId }) => cacheRemovedProduct(cache, productId),
  retryAfterLogin,
);

export const useAddToWishlistChange = createChangeHook(
  AddToWishlistDocument,
  { addToWishlist: { wishlist: null, userErrors: [] } },
  (cache, { productId }) => cacheWishlistMembership(cache, productId, true),
);

export const useRemoveFromWishlistChange = createChangeHook(
  RemoveFromWishlistDocument,
  { removeFromWishlist: { wishlist: null, userErrors: [] } },
  (cache, { productId }) => cacheWishlistMembership(cache, productId, false),
  retryAfterLogin,
);

export const useMoveToCartChange = createChangeHook(
  MoveToCartDocument,
  { moveToCart: { cart: null, wishlist: null, userErrors: [] } },
  (cache, { productId }) => {
    cacheWishlistMembership(cache, productId, false);
    cacheAddedProduct(cache, productId, 1);
  },
  retryAfterLogin,
);

interface ChangePayload extends Payload {
  cart?: unknown;
  wishlist?: unknown;
}

/**
 * Creates a hook that returns a function that changes the cart or the wish list. The change is shown immediately and
 * rolled back if it fails. In that case, the function rejects with a ChangeRejectedError (the gateway's user error), a
 * ShopperChangedError, or the GraphQL or network error of the request.
 *
 * The optimistic response contains no cart or wish list. Instead, `apply` changes the cached ones, and Apollo calls it
 * again whenever an earlier change ends. A whole cart in the response would keep showing an earlier change that has
 * failed.
 */
function createChangeHook<
  Data extends Record<keyof Data, ChangePayload | null>,
  Variables extends OperationVariables,
>(
  mutation: TypedDocumentNode<Data, Variables>,
  optimisticResponse: NoInfer<Data>,
  apply: (cache: ApolloCache, variables: Variables) => void,
  defaultContext: DefaultContext = {},
) {
  const update: MutationUpdaterFunction<Data, Variables, ApolloCache> = (
    cache,
    { data, extensions },
    { variables },
  ) => {
    // Unlike the optimistic response, the gateway's response contains a cart, a wish list or errors, and the result of
    // a change that was not sent has extensions.
    const isOptimistic = Object.values<ChangePayload | null>(data ?? {}).some(
      (payload) => payload?.cart == null && payload?.wishlist == null && payload?.userErrors.length === 0,
    );
    if (isOptimistic && extensions === undefined) apply(cache, variables);
  };
  return () => {
    const [mutate] = useMutation(mutation, { optimisticResponse, update });
    return async (variables: Variables, context = defaultContext): Promise<void> => {
      const { data } = await mutate({ variables, context });
      checkPayload(Object.values<ChangePayload | null>(data ?? {})[0]);
    };
  };
}
