import { hash } from 'node:crypto';
import { withoutOrdered } from '../customers/cart.ts';
import type { CustomerRecords } from '../customers/record.ts';
import { LockLostError, type Turn, type UserLock } from '../customers/user-lock.ts';
import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from '../rest/errors.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { CreatedOrder, ShopperOrders } from '../rest/shopper-calls.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import { AttemptStore, attemptKey, type DurableStore, type StoredAttempt } from './attempt-store.ts';
import { similarOrders } from './similar-orders.ts';

/** One order of one shopper, however often it is sent. */
export interface OrderAttempt<Refused> {
  userId: string;
  /** Made by the caller for this order; only meaningful for this shopper. */
  idempotencyKey: string;
  /** All that makes the order this one: equal for repetitions, different for another order. */
  content: unknown;
  lines: Array<{ productId: string; quantity: number }>;
  /**
   * Checks the order before it is sent, while no other order of this shopper is on its way: the body
   * to send, or why not.
   */
  prepare: () => Promise<{ body: Record<string, unknown> } | { refused: Refused }>;
}

/** What became of an attempt. */
export type Placement<Refused> =
  | { order: OrderRecord; shopper: ShopperRecord | null }
  | { refused: Refused }
  | 'key reused';

/** It cannot be established whether the host made an order. The cause says what went wrong. */
export class OrderOutcomeUnknownError extends Error {
  constructor(cause: unknown) {
    super(`the outcome of an order is unknown: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Among how many of a shopper's orders, from the newest on, one is looked for. */
const maxSimilarSearch = 20;

/** One attempt, named for the store. */
interface NamedAttempt {
  userId: string;
  key: string;
  stored: StoredAttempt;
}

/**
 * Places orders, one per idempotency key, whatever the host does. Before an order is sent, it is stored
 * together with the shopper's orders that look like it. After a lost answer, also when this process
 * died, a repetition looks among the shopper's orders for a new one of these contents. Only a host that
 * says that it honours `Idempotency-Key` is sent the order again. On any other, an order that is not to
 * be found may still come to be, so that it is never sent again under its key; it is looked for whenever
 * it is repeated, and before the shopper's next order.
 */
export class OrderService {
  readonly #rest: RestClient;
  readonly #accounts: CustomerRecords;
  readonly #turns: UserLock;
  readonly #attempts: AttemptStore;

  constructor(rest: RestClient, accounts: CustomerRecords, turns: UserLock, store: DurableStore) {
    this.#rest = rest;
    this.#accounts = accounts;
    this.#turns = turns;
    this.#attempts = new AttemptStore(store);
  }

  /**
   * Places an order, or gives the one that was placed under the same key. Repetitions that come
   * meanwhile wait for the first. When the host certainly made no order, the key is free again.
   *
   * @throws {UpstreamRejectedError | UpstreamUnavailableError} when no order was made; {OrderOutcomeUnknownError} when it
   * cannot be established whether one was; {StoreUnavailableError} before anything was sent.
   */
  place<Refused>(attempt: OrderAttempt<Refused>): Promise<Placement<Refused>> {
    return this.#turns.run(`orders of ${attempt.userId}`, (turn) => this.#place(turn, attempt));
  }

  /** The order that was placed under a key, without sending anything; null when none is known of. */
  find(userId: string, idempotencyKey: string): Promise<OrderRecord | null> {
    return this.#turns.run(`orders of ${userId}`, async () => {
      const key = attemptKey(userId, idempotencyKey);
      const stored = await this.#attempts.find(key);
      if (stored === null) return null;
      const order = stored.order ?? (await this.#lookFor({ userId, key, stored }));
      if (order !== null) await this.#finish({ userId, key, stored }, order);
      return order;
    });
  }

  async #place<Refused>(turn: Turn, attempt: OrderAttempt<Refused>): Promise<Placement<Refused>> {
    const { userId, idempotencyKey, content, lines } = attempt;
    const key = attemptKey(userId, idempotencyKey);
    const digest = hash('sha256', JSON.stringify(content), 'base64url');
    const stored = await this.#attempts.find(key);
    if (stored !== null) {
      if (stored.digest !== digest) return 'key reused';
      const known = { userId, key, stored };
      return this.#finish(known, stored.order ?? (await this.#repeat(known)));
    }
    await this.#resolveEarlier(userId);
    const prepared = await attempt.prepare();
    if ('refused' in prepared) return prepared;
    const { body } = prepared;
    const before = await this.#newestOrders(String(body.userEmail)).catch(ifUnreadable);
    // Another gateway may have begun an order of this shopper since.
    if (!turn.isHeld) throw new LockLostError();
    const created: StoredAttempt = {
      digest,
      body,
      lines,
      similarBefore: before && similarOrders(before.orders, body).map(({ id }) => id),
      isIdempotent: before?.honoursIdempotencyKey ?? false,
      order: null,
      untold: null,
      cartDone: false,
    };
    await this.#attempts.addUnresolved(userId, key);
    if (!(await this.#attempts.create(key, created))) throw new LockLostError();
    const first = { userId, key, stored: created };
    return this.#finish(first, await this.#sendFirst(first));
  }

  /** Empties the cart of what was ordered and stores that this is done. */
  async #finish(attempt: NamedAttempt, order: OrderRecord) {
    const { userId, key, stored } = attempt;
    if (stored.cartDone) return { order, shopper: null };
    if (stored.order === null) await this.#attempts.save(key, { ...stored, order });
    const shopper = await this.#emptyCart(userId, stored.lines);
    // Between the two writes lies the one gap: a process that dies there empties the cart once more
    // when the order is repeated, which matters only if the same titles were added again since.
    if (shopper !== null) await this.#attempts.save(key, { ...stored, order, cartDone: true });
    await this.#attempts.removeUnresolved(userId, key);
    return { order, shopper };
  }

  /** Sends an order that was never sent before. */
  async #sendFirst(attempt: NamedAttempt): Promise<OrderRecord> {
    const { userId, key, stored } = attempt;
    try {
      return await this.#orderOf(attempt, await this.#rest.createShipment(stored.body, key));
    } catch (error) {
      if (!(error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError)) throw error;
      if (!madeNoOrder(error)) {
        const found = await this.#lookFor(attempt).catch(() => 'unreadable' as const);
        if (found !== null && found !== 'unreadable') return found;
        if (found === 'unreadable' || !isOwnFault(error)) throw new OrderOutcomeUnknownError(error);
      }
      await this.#attempts.remove(key);
      await this.#attempts.removeUnresolved(userId, key);
      throw error;
    }
  }

  /** The order of an attempt that was sent before and whose outcome is not known. */
  async #repeat(attempt: NamedAttempt): Promise<OrderRecord> {
    const { key, stored } = attempt;
    const resend = async () => this.#orderOf(attempt, await this.#rest.createShipment(stored.body, key));
    try {
      if (stored.isIdempotent && stored.untold === null) return await resend();
      const orders = await this.#newestOrders(String(stored.body.userEmail));
      // The orders could not be read before the first send, which is how a host tells what it honours.
      if (orders.honoursIdempotencyKey && stored.untold === null) return await resend();
      const found = await this.#lookFor(attempt, async () => orders);
      if (found !== null) return found;
    } catch (error) {
      if (
        error instanceof UpstreamRejectedError &&
        error.endpoint === 'createShipment' &&
        madeNoOrder(error)
      ) {
        await this.#attempts.remove(key);
        throw error;
      }
      throw error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError
        ? new OrderOutcomeUnknownError(error)
        : error;
    }
    throw new OrderOutcomeUnknownError('the order is not among those of the shopper');
  }

  /** The order the host answered with; one that it does not tell is looked for. */
  async #orderOf(attempt: NamedAttempt, { order, orderId }: CreatedOrder): Promise<OrderRecord> {
    const { userId, key, stored } = attempt;
    if (order !== null) {
      await this.#attempts.claim(userId, order, key).catch(() => false);
      return order;
    }
    const untold: StoredAttempt = { ...stored, untold: { orderId } };
    // From now on a repetition looks for it, and never sends it again.
    await this.#attempts.save(key, untold);
    const found = await this.#lookFor({ userId, key, stored: untold }).catch(() => null);
    if (found === null) throw new OrderOutcomeUnknownError('the order is made, but nowhere to be found');
    return found;
  }

  /**
   * Looks for the order of an attempt among those of the shopper; null when it is not there, or cannot
   * be told from those that were there before.
   */
  async #lookFor(
    { userId, key, stored }: NamedAttempt,
    read: (email: string) => Promise<ShopperOrders> = (email) => this.#newestOrders(email),
  ): Promise<OrderRecord | null> {
    const { body, untold, similarBefore } = stored;
    if (untold === null && similarBefore === null) return null;
    const { orders } = await read(String(body.userEmail));
    if (untold !== null && untold.orderId !== null) {
      return orders.find(({ id }) => id === untold.orderId) ?? null;
    }
    for (const order of similarOrders(orders, body)) {
      if (similarBefore?.includes(order.id)) continue;
      if (await this.#attempts.claim(userId, order, key)) return order;
    }
    return null;
  }

  /**
   * Looks once more for earlier orders of a shopper whose outcome is not known: what they hold leaves
   * the cart, so that it is not ordered again from there.
   */
  async #resolveEarlier(userId: string): Promise<void> {
    const lists = new Map<string, Promise<ShopperOrders>>();
    const readOnce = (email: string) => {
      const list = lists.get(email) ?? this.#newestOrders(email);
      lists.set(email, list);
      return list;
    };
    for (const key of await this.#attempts.unresolved(userId)) {
      const stored = await this.#attempts.find(key);
      if (stored === null) {
        await this.#attempts.removeUnresolved(userId, key);
        continue;
      }
      const attempt = { userId, key, stored };
      const order = stored.order ?? (await this.#lookFor(attempt, readOnce).catch(ifUnreadable));
      if (order !== null) await this.#finish(attempt, order);
    }
  }

  /** An order that was just made is among these, and one from before never comes back to them. */
  #newestOrders(email: string): Promise<ShopperOrders> {
    return this.#rest.listOrders(email, undefined, { first: 0, last: maxSimilarSearch - 1 });
  }

  /** The record without what was ordered; null when it could not be written, which costs no order. */
  async #emptyCart(userId: string, lines: StoredAttempt['lines']): Promise<ShopperRecord | null> {
    try {
      return await this.#accounts.change(userId, (record) => {
        const changed = withoutOrdered(record, lines);
        return changed.productIds.length === record.productIds.length ? null : changed;
      });
    } catch {
      return null;
    }
  }
}

/** Whether a failure says that the host made no order: it refused by itself, or was never reached. */
function madeNoOrder(error: UpstreamRejectedError | UpstreamUnavailableError): boolean {
  if (error instanceof UpstreamUnavailableError) return !error.mayHaveArrived;
  return error.status < 500 || isOutOfStock(error);
}

/**
 * Whether the host answered that it broke. It is done with the order then, so that the order either is
 * among the shopper's or was not made. Other server errors are those of proxies, behind which the host
 * may still be at work.
 */
function isOwnFault(error: UpstreamRejectedError | UpstreamUnavailableError): boolean {
  return error instanceof UpstreamRejectedError && error.status === 500;
}

/** Whether the host refused for want of stock (requirements.md 8). */
export function isOutOfStock(refusal: UpstreamRejectedError): boolean {
  return refusal.hostMessage?.includes('Not enough stock for product') ?? false;
}

function ifUnreadable(error: unknown): null {
  if (error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError) return null;
  throw error;
}
