import type {
  ApolloCache,
  DefaultContext,
  MutationUpdaterFunction,
  OperationVariables,
} from '@apollo/client';
import {
  type AddToCartMutation,
  type AddToCartMutationVariables,
  type RemoveFromCartMutation,
  type RemoveFromCartMutationVariables,
  type SetCartQuantityMutation,
  type SetCartQuantityMutationVariables,
  useAddToCartMutation,
  useRemoveFromCartMutation,
  useSetCartQuantityMutation,
} from './CartMutations.generated.ts';
import { unwrapPayload } from './change-rejected-error.ts';
import {
  cacheAddedProduct,
  cacheQuantity,
  cacheRemovedProduct,
  cacheWishlistMembership,
} from './optimistic-cart.ts';
import {
  type AddToWishlistMutation,
  type AddToWishlistMutationVariables,
  type MoveToCartMutation,
  type MoveToCartMutationVariables,
  type RemoveFromWishlistMutation,
  type RemoveFromWishlistMutationVariables,
  useAddToWishlistMutation,
  useMoveToCartMutation,
  useRemoveFromWishlistMutation,
} from './WishlistMutations.generated.ts';

/*
 * Each hook returns a function that changes cart or wish list. The change is shown immediately and rolled back if it
 * fails. Then the function rejects with a ChangeRejectedError (the gateway's user error), a ShopperChangedError
 * or a network error.
 */

/** For changes that only signed-in shoppers can make: if the session has ended, they wait for the login. */
const retryAfterLogin = { retryAfterLogin: true };

const addToCartOptions = createOptimisticOptions<AddToCartMutation, AddToCartMutationVariables>(
  { addToCart: { cart: null, userErrors: [] } },
  (cache, { productId, quantity }) => cacheAddedProduct(cache, productId, quantity),
);

/** With `retryAfterLogin` in its context, the change waits for the login if the session has ended. */
export function useAddToCartChange() {
  const [mutate] = useAddToCartMutation(addToCartOptions);
  return async (productId: string, quantity = 1, context: DefaultContext = {}): Promise<void> => {
    const { data } = await mutate({ variables: { productId, quantity }, context });
    unwrapPayload(data?.addToCart);
  };
}

const setCartQuantityOptions = createOptimisticOptions<
  SetCartQuantityMutation,
  SetCartQuantityMutationVariables
>({ setCartQuantity: { cart: null, userErrors: [] } }, (cache, { productId, quantity }) =>
  cacheQuantity(cache, productId, quantity),
);

/** Of several quantities set for a product while another change is being sent, only the last is sent. */
export function useSetCartQuantityChange() {
  const [mutate] = useSetCartQuantityMutation({ ...setCartQuantityOptions, context: retryAfterLogin });
  return async (productId: string, quantity: number): Promise<void> => {
    const { data } = await mutate({ variables: { productId, quantity } });
    unwrapPayload(data?.setCartQuantity);
  };
}

const removeFromCartOptions = createOptimisticOptions<
  RemoveFromCartMutation,
  RemoveFromCartMutationVariables
>({ removeFromCart: { cart: null, userErrors: [] } }, (cache, { productId }) =>
  cacheRemovedProduct(cache, productId),
);

export function useRemoveFromCartChange() {
  const [mutate] = useRemoveFromCartMutation({ ...removeFromCartOptions, context: retryAfterLogin });
  return async (productId: string): Promise<void> => {
    const { data } = await mutate({ variables: { productId } });
    unwrapPayload(data?.removeFromCart);
  };
}

const addToWishlistOptions = createOptimisticOptions<AddToWishlistMutation, AddToWishlistMutationVariables>(
  { addToWishlist: { wishlist: null, userErrors: [] } },
  (cache, { productId }) => cacheWishlistMembership(cache, productId, true),
);

export function useAddToWishlistChange() {
  const [mutate] = useAddToWishlistMutation(addToWishlistOptions);
  return async (productId: string): Promise<void> => {
    const { data } = await mutate({ variables: { productId } });
    unwrapPayload(data?.addToWishlist);
  };
}

const removeFromWishlistOptions = createOptimisticOptions<
  RemoveFromWishlistMutation,
  RemoveFromWishlistMutationVariables
>({ removeFromWishlist: { wishlist: null, userErrors: [] } }, (cache, { productId }) =>
  cacheWishlistMembership(cache, productId, false),
);

export function useRemoveFromWishlistChange() {
  const [mutate] = useRemoveFromWishlistMutation({ ...removeFromWishlistOptions, context: retryAfterLogin });
  return async (productId: string): Promise<void> => {
    const { data } = await mutate({ variables: { productId } });
    unwrapPayload(data?.removeFromWishlist);
  };
}

const moveToCartOptions = createOptimisticOptions<MoveToCartMutation, MoveToCartMutationVariables>(
  { moveToCart: { cart: null, wishlist: null, userErrors: [] } },
  (cache, { productId }) => {
    cacheWishlistMembership(cache, productId, false);
    cacheAddedProduct(cache, productId, 1);
  },
);

export function useMoveToCartChange() {
  const [mutate] = useMoveToCartMutation({ ...moveToCartOptions, context: retryAfterLogin });
  return async (productId: string): Promise<void> => {
    const { data } = await mutate({ variables: { productId } });
    unwrapPayload(data?.moveToCart);
  };
}

interface ChangePayload {
  cart?: unknown;
  wishlist?: unknown;
  userErrors: readonly unknown[];
}

/**
 * The mutation options of an optimistic change. Its optimistic response contains no cart, and `update` applies the
 * change to the cached one instead: Apollo repeats that whenever an earlier change ends, whereas a whole cart in
 * the response would still show an earlier change that failed.
 */
function createOptimisticOptions<
  Data extends Record<string, ChangePayload>,
  Variables extends OperationVariables,
>(optimisticResponse: Data, apply: (cache: ApolloCache, variables: Variables) => void) {
  const update: MutationUpdaterFunction<Data, Variables, ApolloCache> = (
    cache,
    { data, extensions },
    { variables },
  ) => {
    // The gateway's response contains a cart or errors. The result of a change that was not sent has extensions.
    const payloads: ChangePayload[] = Object.values(data ?? {});
    const isOptimistic = payloads.some(
      ({ cart, wishlist, userErrors }) => cart == null && wishlist == null && userErrors.length === 0,
    );
    if (isOptimistic && extensions === undefined) apply(cache, variables);
  };
  return { optimisticResponse, update };
}
