import { type ApolloClient, ApolloLink } from '@apollo/client';
import { BREAK, type DocumentNode, OperationTypeNode, visit } from 'graphql';
import { Observable, type Subscriber } from 'rxjs';
import type { ClientSession } from '#web/auth/auth-link.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { CartAndWishlistDocument } from '#web/cart/CartAndWishlist.generated.ts';
import type { SetCartQuantityMutation } from '#web/cart/CartMutations.generated.ts';
import { memoize } from '#web/memoize.ts';
import { listUserErrors } from '#web/payload.ts';
import { notifyOtherTabs } from './other-tabs.ts';

type Result = ApolloLink.Result;

interface QueuedOperation {
  operation: ApolloLink.Operation;
  forward: ApolloLink.ForwardFunction;
  observer: Subscriber<Result>;
  /** False for queries. */
  isChange: boolean;
  /** The shopper who requested the operation; undefined for a visitor. */
  userId: string | undefined;
  isSent: boolean;
}

/**
 * Queues the operations whose results contain the cart or the wish list: each change, including an order, waits for all
 * earlier operations, and queries wait for earlier changes. So the cache never gets an older state after a newer one.
 *
 * A queued quantity is not sent if a later one is set for the same product. A change fails with ShopperChangedError if
 * its shopper is not signed in when its turn comes, or if another shopper signs in before it has ended. After each
 * change that was sent, the shopper's other tabs are notified. Cart and wish list are fetched again after a failed
 * change, whose outcome may be unknown, and after a successful one if the cache does not contain them, for example
 * because they could not be fetched before. They are not fetched for visitors, nor if the change's shopper is no longer
 * signed in.
 */
export function createCartLink(session: ClientSession): ApolloLink {
  let queue: QueuedOperation[] = [];

  function sendNext(): void {
    for (const [index, queued] of queue.entries()) {
      if (queued.isChange && index > 0) return;
      if (!queued.isSent) send(queued);
      if (queued.isChange) return;
    }
  }

  function send(queued: QueuedOperation): void {
    const { operation, forward, observer, isChange, userId } = queued;
    queued.isSent = true;
    if (isChange && session.getShopper()?.userId !== userId) {
      observer.error(new ShopperChangedError());
      remove(queued);
      return;
    }
    let succeeded = false;
    const subscription = forward(operation).subscribe({
      next: (result) => {
        succeeded = !hasErrors(result);
        observer.next(result);
      },
      error: (error: unknown) => observer.error(error),
      complete: () => observer.complete(),
    });
    // A change that was sent must run to its end, even if its subscriber has unsubscribed.
    if (!isChange) observer.add(subscription);
    subscription.add(() => {
      if (isChange) {
        // Even after a failure: its outcome may be unknown, and a rejection may mean that the cart has changed.
        notifyOtherTabs();
        const isUpToDate =
          succeeded && operation.client.readQuery({ query: CartAndWishlistDocument }) !== null;
        if (!isUpToDate && userId !== undefined && session.getShopper()?.userId === userId)
          refetchOnce(operation.client);
      }
      remove(queued);
    });
  }

  /** Fetches cart and wish list after the queued changes, only once even if several of them fail. */
  function refetchOnce(client: ApolloClient): void {
    const isWaiting = queue.some(
      ({ operation, isSent }) => !isSent && operation.operationName === 'CartAndWishlist',
    );
    if (!isWaiting) void refetchCart(client);
  }

  function remove(queued: QueuedOperation): void {
    queue = queue.filter((other) => other !== queued);
    sendNext();
  }

  /** Completes the unsent operations that set the quantity of the same product as `operation`, which replaces them. */
  function completeSuperseded(operation: ApolloLink.Operation): void {
    for (const waiting of queue) {
      if (waiting.isSent || !bothSetQuantityOfSameProduct(waiting.operation, operation)) continue;
      waiting.observer.next(supersededResult);
      waiting.observer.complete();
    }
  }

  session.subscribe(() => {
    const userId = session.getShopper()?.userId;
    // Keep the changes after a logout: the same shopper may sign in again.
    if (userId === undefined) return;
    for (const queued of queue) {
      if (!queued.isChange || queued.userId === userId) continue;
      queued.observer.error(new ShopperChangedError());
      remove(queued);
    }
  });

  return new ApolloLink((operation, forward) => {
    if (!selectsCart(operation.query)) return forward(operation);
    return new Observable<Result>((observer) => {
      const isChange = operation.operationType === OperationTypeNode.MUTATION;
      const userId = session.getShopper()?.userId;
      const queued = { operation, forward, observer, isChange, userId, isSent: false };
      if (isChange) completeSuperseded(operation);
      queue = [...queue, queued];
      sendNext();
      return () => {
        if (!queued.isSent) remove(queued);
      };
    });
  });
}

/**
 * Fetches the cart and the wish list, or the parts of them in `query`, after all pending changes. If that fails, the
 * cache stays as it is.
 */
export function refetchCart(
  client: ApolloClient,
  query: DocumentNode = CartAndWishlistDocument,
): Promise<unknown> {
  return client
    .query({
      query,
      fetchPolicy: 'network-only',
      context: {
        // A query that is already in flight may return the state before a change.
        queryDeduplication: false,
        // So may a result that the service worker has stored.
        headers: { 'cache-control': 'stale-if-error=0' },
      },
    })
    .catch(() => undefined);
}

/**
 * The result of a change that was not sent because a later one replaced it. It contains no cart, so it doesn't change
 * the cache.
 */
const supersededResult: { data: SetCartQuantityMutation; extensions: { superseded: true } } = {
  data: { setCartQuantity: { cart: null, userErrors: [] } },
  extensions: { superseded: true },
};

function bothSetQuantityOfSameProduct(first: ApolloLink.Operation, second: ApolloLink.Operation): boolean {
  return (
    first.operationName === 'SetCartQuantity' &&
    second.operationName === 'SetCartQuantity' &&
    first.variables.productId === second.variables.productId
  );
}

/** Whether the results of a document contain the cart or the wish list. */
const selectsCart = memoize((document: DocumentNode) => {
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      if (name.value !== 'cart' && name.value !== 'wishlist') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
});

/** Whether an operation failed, or the gateway rejected a change. */
function hasErrors({ data, errors }: Result): boolean {
  return (errors?.length ?? 0) > 0 || listUserErrors(data).length > 0;
}
