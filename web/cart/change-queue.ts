import type { ApolloCache, ApolloClient } from '@apollo/client';
import { browserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/shopper-changed-error.ts';
import { CartAndWishlistDocument } from './CartAndWishlist.generated.ts';
import { notifyOtherTabs } from './other-tabs.ts';

/** A change of what the shopper holds: cart, wish list or, with an order, both. */
export interface CartChange<Answer> {
  /**
   * Shows at once, in an optimistic layer, what the change will do. Run anew whenever an earlier
   * change has its answer, so it starts from what is there and may be applied twice.
   */
  preview?: (cache: ApolloCache) => void;
  /** Sends it. Rejects when it was refused or the network failed. */
  send: () => Promise<Answer>;
  /** A waiting change gives way to a later one of the same name: only the latest quantity is sent. */
  supersedes?: string;
}

/** How a change ended: with its answer, or unsent because a later one took its place. */
export type ChangeResult<Answer> = { superseded: false; answer: Answer } | { superseded: true };

interface Waiting {
  layer: string;
  userId: string | undefined;
  supersedes: string | undefined;
  run: () => Promise<void>;
  giveWay: () => void;
  fail: (error: unknown) => void;
}

/**
 * The changes of one shopper's holdings: shown in the cache at once, sent one after the other in the
 * order they were made, and taken back out of sight when they fail.
 */
class ChangeQueue {
  readonly #client: ApolloClient;
  #waiting: Waiting[] = [];
  #sent: Waiting | undefined;
  #sending = false;
  #refreshing: Promise<unknown> = Promise.resolve();
  #made = 0;

  constructor(client: ApolloClient) {
    this.#client = client;
    browserSession().subscribe(() => this.#hideOthers());
  }

  add<Answer>({ preview, send, supersedes }: CartChange<Answer>): Promise<ChangeResult<Answer>> {
    const layer = `shopper-change-${this.#made++}`;
    const ended = new Promise<ChangeResult<Answer>>((resolve, reject) => {
      const waiting: Waiting = {
        layer,
        userId: browserSession().current()?.userId,
        supersedes,
        run: async () => resolve({ superseded: false, answer: await send() }),
        giveWay: () => resolve({ superseded: true }),
        fail: reject,
      };
      if (preview !== undefined) this.#client.cache.recordOptimisticTransaction(preview, layer);
      this.#replace(waiting);
    });
    void this.#sendAll();
    return ended;
  }

  /** Asks the gateway what the shopper holds; when changes are under way their answers say it anyway. */
  async refresh(): Promise<void> {
    if (this.#sending || browserSession().current() === null) return;
    // Not a refetch of the parts that show it: when that fails, they go on showing what was taken back.
    this.#refreshing = this.#client
      .query({ query: CartAndWishlistDocument, fetchPolicy: 'network-only' })
      .catch(() => undefined);
    await this.#refreshing;
  }

  /** Shows a shopper who signs in nothing of what the one before was changing. */
  #hideOthers(): void {
    const userId = browserSession().current()?.userId;
    if (userId === undefined) return;
    for (const change of [...this.#waiting, this.#sent]) {
      if (change !== undefined && change.userId !== userId) this.#client.cache.removeOptimistic(change.layer);
    }
  }

  #replace(latest: Waiting): void {
    const { supersedes } = latest;
    const replaced = this.#waiting.filter((one) => supersedes !== undefined && one.supersedes === supersedes);
    this.#waiting = [...this.#waiting.filter((one) => !replaced.includes(one)), latest];
    for (const { layer, giveWay } of replaced) {
      this.#client.cache.removeOptimistic(layer);
      giveWay();
    }
  }

  async #sendAll(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    let failed = false;
    // An answer that was asked for before a change would put the state before it over the change's own.
    await this.#refreshing;
    await this.#client.query({ query: CartAndWishlistDocument }).catch(() => undefined);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      failed = !(await this.#sendOne(next)) || failed;
    }
    this.#sending = false;
    // Whether a change whose answer got lost was made, only the gateway can say.
    if (failed) await this.refresh();
  }

  async #sendOne(change: Waiting): Promise<boolean> {
    const { layer, userId, run, fail } = change;
    this.#sent = change;
    try {
      // Never into the cart of whoever signed in meanwhile.
      if (browserSession().current()?.userId !== userId) throw new ShopperChangedError();
      await run();
      notifyOtherTabs();
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      this.#sent = undefined;
      this.#client.cache.removeOptimistic(layer);
    }
  }
}

const changesOfClients = new WeakMap<ApolloClient, ChangeQueue>();

/** The one queue of a client's changes. */
export function changeQueue(client: ApolloClient): ChangeQueue {
  const known = changesOfClients.get(client) ?? new ChangeQueue(client);
  changesOfClients.set(client, known);
  return known;
}
