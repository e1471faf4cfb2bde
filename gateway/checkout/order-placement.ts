import { hash } from 'node:crypto';
import { z } from 'zod';
import { withoutOrdered } from '../accounts/cart-changes.ts';
import type { ShopperAccounts } from '../accounts/shopper-accounts.ts';
import { type Turn, TurnLost, type UserTurns } from '../accounts/user-turns.ts';
import type { RestClient } from '../rest/client.ts';
import { RestRefusal, RestUnavailable } from '../rest/errors.ts';
import { type OrderRecord, orderRecordShape } from '../rest/order-shapes.ts';
import type { MadeOrder } from '../rest/shopper-calls.ts';
import type { ShopperRecord } from '../rest/shopper-shapes.ts';
import { type KeyValueStore, StoreUnavailable } from '../stores/store.ts';
import { orderOfShipment } from './untold-order.ts';

/** One order of one shopper, however often it is sent. */
export interface OrderAttempt<Refused> {
  userId: string;
  /** Made by the caller for this order; only meaningful for this shopper. */
  idempotencyKey: string;
  /** All that makes the order this one: equal for repetitions, different for another order. */
  content: unknown;
  lines: ReadonlyArray<{ productId: string; quantity: number }>;
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

/** How long a key is remembered, in seconds. */
const remembered = 2 * 24 * 60 * 60;

const attemptShape = z.object({
  digest: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** The order as the host answered it; null while it is not known whether there is one. */
  order: orderRecordShape.nullable(),
  /** The host made the order, but did not say which: what it named it by, null for nothing. */
  untold: z.object({ orderId: z.string().nullable() }).nullable().default(null),
  cartDone: z.boolean(),
});
type KeptAttempt = z.output<typeof attemptShape>;

/**
 * Places orders, one per idempotency key. What is sent is kept before it is sent, so that a
 * repetition after a lost answer, or after this process died, sends the very same body with the same
 * `Idempotency-Key`: a host that honours it answers with the order it made. A host that does not may
 * make a second one after a lost answer; nothing the gateway can see tells the two cases apart.
 */
export class OrderPlacement {
  readonly #rest: RestClient;
  readonly #accounts: ShopperAccounts;
  readonly #turns: UserTurns;
  readonly #store: KeyValueStore;

  constructor(rest: RestClient, accounts: ShopperAccounts, turns: UserTurns, store: KeyValueStore) {
    this.#rest = rest;
    this.#accounts = accounts;
    this.#turns = turns;
    this.#store = store;
  }

  /**
   * Places an order, or gives the one that was placed under the same key. Repetitions that come
   * meanwhile wait for the first. When the host refuses, the key is free again, since no order was
   * made; when its answer was lost, the key stays bound to the order until that is sent again.
   *
   * @throws {RestRefusal} when the host refused; {RestUnavailable} when it is not known what it did;
   * {StoreUnavailable} before anything was sent.
   */
  place<Refused>(attempt: OrderAttempt<Refused>): Promise<Placement<Refused>> {
    return this.#turns.run(`orders of ${attempt.userId}`, (turn) => this.#place(turn, attempt));
  }

  async #place<Refused>(turn: Turn, attempt: OrderAttempt<Refused>): Promise<Placement<Refused>> {
    const key = hash('sha256', JSON.stringify([attempt.userId, attempt.idempotencyKey]), 'hex');
    const digest = hash('sha256', JSON.stringify(attempt.content), 'base64url');
    let kept = await this.#kept(key);
    if (kept !== null && kept.digest !== digest) return 'key reused';
    if (kept === null) {
      const prepared = await attempt.prepare();
      if ('refused' in prepared) return prepared;
      // Another gateway may have begun the same order since.
      if (!turn.isHeld) throw new TurnLost();
      kept = { digest, body: prepared.body, order: null, untold: null, cartDone: false };
      await this.#keep(key, kept);
    }
    const order = kept.order ?? (await this.#made(key, kept));
    if (kept.cartDone) return { order, shopper: null };
    if (kept.order === null) await this.#note(key, { ...kept, order });
    const shopper = await this.#emptyCart(attempt);
    // Between the two writes lies the one gap: a process that dies there empties the cart once more
    // when the order is repeated, which matters only if the same titles were added again since.
    if (shopper !== null) await this.#note(key, { ...kept, order, cartDone: true });
    return { order, shopper };
  }

  /** Sends an order, unless the host has made it already; one that it does not tell is looked for. */
  async #made(key: string, kept: KeptAttempt): Promise<OrderRecord> {
    const { order, orderId } =
      kept.untold === null ? await this.#send(key, kept.body) : { order: null, ...kept.untold };
    if (order !== null) return order;
    // From now on a repetition looks for it, and never sends it again.
    await this.#note(key, { ...kept, untold: { orderId } });
    const found = orderOfShipment(await this.#rest.orders(String(kept.body.userEmail)), kept.body, orderId);
    if (found !== null) return found;
    throw new RestUnavailable(
      'createShipment',
      'answer',
      'Something went wrong!',
      'the order is made, but nowhere to be found',
    );
  }

  async #send(key: string, body: Record<string, unknown>): Promise<MadeOrder> {
    try {
      return await this.#rest.createShipment(body, key);
    } catch (error) {
      if (error instanceof RestRefusal && isFinal(error)) await this.#store.take(keyOf(key));
      throw error;
    }
  }

  /** The record without what was ordered; null when it could not be written, which costs no order. */
  async #emptyCart<Refused>({ userId, lines }: OrderAttempt<Refused>): Promise<ShopperRecord | null> {
    try {
      return await this.#accounts.change(userId, (record) => {
        const changed = withoutOrdered(record, lines);
        return changed.productIds.length === record.productIds.length ? null : changed;
      });
    } catch {
      return null;
    }
  }

  async #kept(key: string): Promise<KeptAttempt | null> {
    const value = await this.#store.get(keyOf(key));
    return value === null ? null : attemptShape.parse(JSON.parse(value));
  }

  /** Keeps what became of an order that there is: it is the shopper's, also when that cannot be noted. */
  async #note(key: string, attempt: KeptAttempt): Promise<void> {
    await this.#keep(key, attempt).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }

  async #keep(key: string, attempt: KeptAttempt): Promise<void> {
    await this.#store.set(keyOf(key), JSON.stringify(attempt), remembered);
  }
}

/** Whether the host certainly made no order: it refused by itself, not because something broke. */
function isFinal(refusal: RestRefusal): boolean {
  return refusal.status < 500 || isOutOfStock(refusal);
}

/** Whether the host refused for want of stock (spec.md 8). */
export function isOutOfStock(refusal: RestRefusal): boolean {
  return refusal.text?.includes('Not enough stock for product') ?? false;
}

function keyOf(key: string): string {
  return `order:${key}`;
}
