import type { ApolloCache, ApolloClient } from '@apollo/client';
import { browserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { CartAndWishlistDocument } from './CartAndWishlist.generated.ts';
import { notifyOtherTabs } from './other-tabs.ts';

/** A change of the shopper's cart or wish list, or an order, which changes the cart. */
export interface CartChange<Payload> {
  /**
   * Applies the expected result to the cache, in an optimistic layer. Apollo runs it again whenever the
   * result of an earlier change arrives, so it must be idempotent.
   */
  preview?: (cache: ApolloCache) => void;
  /** Sends the change. Rejects if the gateway rejected it or the network failed. */
  send: () => Promise<Payload>;
  /** A queued change is dropped when a later one with the same key is added: only the last quantity is sent. */
  replaceKey?: string;
}

/** The payload of a change that was sent; or that a later change replaced it before it was sent. */
export type ChangeResult<Payload> = { superseded: false; payload: Payload } | { superseded: true };

interface QueuedChange {
  layer: string;
  userId: string | undefined;
  replaceKey: string | undefined;
  run: () => Promise<void>;
  supersede: () => void;
  fail: (error: unknown) => void;
}

/**
 * Sends changes of cart and wish list one after the other, in the order they were made. Each change is
 * shown in the cache at once and rolled back if it fails.
 */
class ChangeQueue {
  readonly #client: ApolloClient;
  #queued: QueuedChange[] = [];
  #inFlight: QueuedChange | undefined;
  #isSending = false;
  #refreshing: Promise<unknown> = Promise.resolve();
  #changeCount = 0;

  constructor(client: ApolloClient) {
    this.#client = client;
    browserSession().subscribe(() => this.#hideOtherShoppersChanges());
  }

  add<Payload>({ preview, send, replaceKey }: CartChange<Payload>): Promise<ChangeResult<Payload>> {
    const layer = `cart-change-${this.#changeCount++}`;
    const result = new Promise<ChangeResult<Payload>>((resolve, reject) => {
      const change: QueuedChange = {
        layer,
        userId: browserSession().current()?.userId,
        replaceKey,
        run: async () => resolve({ superseded: false, payload: await send() }),
        supersede: () => resolve({ superseded: true }),
        fail: reject,
      };
      if (preview !== undefined) this.#client.cache.recordOptimisticTransaction(preview, layer);
      this.#enqueue(change);
    });
    void this.#sendAll();
    return result;
  }

  /** Fetches cart and wish list, unless changes are being sent: their responses bring the new state anyway. */
  async refresh(): Promise<void> {
    if (this.#isSending || browserSession().current() === null) return;
    // Not `refetch` of the mounted queries: if that fails, they keep showing the change that was rolled back.
    this.#refreshing = this.#client
      .query({
        query: CartAndWishlistDocument,
        fetchPolicy: 'network-only',
        // A query that is already in flight may return the state before the change.
        context: { queryDeduplication: false },
      })
      .catch(() => undefined);
    await this.#refreshing;
  }

  /** Removes the optimistic layers of the previous shopper when another one signs in. */
  #hideOtherShoppersChanges(): void {
    const userId = browserSession().current()?.userId;
    if (userId === undefined) return;
    for (const change of [...this.#queued, this.#inFlight]) {
      if (change !== undefined && change.userId !== userId) this.#client.cache.removeOptimistic(change.layer);
    }
  }

  #enqueue(latest: QueuedChange): void {
    const { replaceKey } = latest;
    const replaced = this.#queued.filter(
      (change) => replaceKey !== undefined && change.replaceKey === replaceKey,
    );
    this.#queued = [...this.#queued.filter((change) => !replaced.includes(change)), latest];
    for (const { layer, supersede } of replaced) {
      this.#client.cache.removeOptimistic(layer);
      supersede();
    }
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    let failed = false;
    // A query sent before a change would overwrite the change's result with the earlier state.
    await this.#refreshing;
    await this.#client.query({ query: CartAndWishlistDocument }).catch(() => undefined);
    for (let next = this.#queued.shift(); next !== undefined; next = this.#queued.shift()) {
      failed = !(await this.#sendOne(next)) || failed;
    }
    this.#isSending = false;
    // A change whose response was lost may have been applied; only the gateway knows.
    if (failed) await this.refresh();
  }

  async #sendOne(change: QueuedChange): Promise<boolean> {
    const { layer, userId, run, fail } = change;
    this.#inFlight = change;
    try {
      // Never change the cart of another shopper who has signed in since.
      if (browserSession().current()?.userId !== userId) throw new ShopperChangedError();
      await run();
      notifyOtherTabs();
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      this.#inFlight = undefined;
      this.#client.cache.removeOptimistic(layer);
    }
  }
}

const queues = new WeakMap<ApolloClient, ChangeQueue>();

/** The client's queue of changes; each client has exactly one. */
export function changeQueue(client: ApolloClient): ChangeQueue {
  const queue = queues.get(client) ?? new ChangeQueue(client);
  queues.set(client, queue);
  return queue;
}
