import { countRemaining, limitCartQuantities, type ProductQuantity } from '../customers/cart.ts';
import { acceptChange, type CustomerRecords, ShopperNotFoundError } from '../customers/record.ts';
import { type LockHandle, LockLostError } from '../customers/shopper-lock.ts';
import type { RestClient } from '../rest/client.ts';
import {
  isTemporaryRejection,
  isUpstreamFailure,
  nullIfUpstreamFailed,
  type UpstreamFailure,
  UpstreamRejectedError,
  UpstreamUnavailableError,
} from '../rest/errors.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { ShopperOrders } from '../rest/orders.ts';
import type { ShopperRecord, VersionedShopper } from '../rest/shoppers.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import {
  type AttemptStore,
  nullIfOutcomeUnknown,
  OrderOutcomeUnknownError,
  type StoredAttempt,
} from './attempt-store.ts';
import { findSimilarOrders, type KeyedAttempt, OrderLookup } from './order-lookup.ts';

/** A validated order. */
export interface NewOrder {
  userId: string;
  /** The key of its attempt in the store. */
  key: string;
  /** A hash of its content, see `StoredAttempt`. */
  digest: string;
  lines: ProductQuantity[];
  /** The body of `POST /createShipment`. */
  body: Record<string, unknown>;
  acceptLanguage: string | null;
}

/**
 * An order that the host created. `shopper` is the record after the ordered copies were removed; null if it is not
 * known.
 */
export interface PlacedOrder {
  order: OrderRecord;
  shopper: ShopperRecord | null;
}

/**
 * Sends one order per idempotency key. Before an order is sent, the attempt is stored together with the shopper's
 * similar orders, so that a new one with the same content can be recognized. After a lost response, or after this
 * process died, a repetition sends the order again only to a host that supports `Idempotency-Key`. Any other host may
 * still be working on the first request, so the order is only searched for among the shopper's orders.
 *
 * All methods run under the lock of the shopper's orders. `send` and `repeat` throw {UpstreamRejectedError} when no
 * order was created, and {OrderOutcomeUnknownError} when one may have been created but was not found. `send` also
 * throws {UpstreamUnavailableError} when no order was created, {StoreUnavailableError}, and {LockLostError}, after
 * which `ShopperLock` runs the operation again.
 */
export class OrderSender {
  readonly #rest: RestClient;
  readonly #customers: CustomerRecords;
  readonly #attempts: AttemptStore;
  readonly #lookup: OrderLookup;

  constructor(rest: RestClient, customers: CustomerRecords, attempts: AttemptStore) {
    this.#rest = rest;
    this.#customers = customers;
    this.#attempts = attempts;
    this.#lookup = new OrderLookup(rest, attempts);
  }

  /** Sends a new order. If the host certainly created no order, the key can be used again. */
  async send(lock: LockHandle, newOrder: NewOrder, shopper: VersionedShopper): Promise<PlacedOrder> {
    const { userId, key, digest, lines, body, acceptLanguage } = newOrder;
    const email = String(body.userEmail);
    // Without an e-mail address, the list is empty even if there are orders.
    const before = email === '' ? null : await this.#lookup.listNewest(email).catch(nullIfUpstreamFailed);
    // If the lock was lost meanwhile, another gateway may have started an order of this shopper.
    if (!lock.isHeld) throw new LockLostError();
    const stored: StoredAttempt = {
      digest,
      body,
      acceptLanguage,
      lines,
      similarBefore: before && findSimilarOrders(before.orders, body).map(({ id }) => id),
      isIdempotent: before?.honoursIdempotencyKey ?? false,
      order: null,
      unidentified: null,
      remaining: null,
      cartDone: false,
    };
    await this.#attempts.addUnresolved(userId, key);
    if (!(await this.#attempts.create(key, stored))) throw new LockLostError();
    const attempt = { userId, key, stored };
    return this.#finish(attempt, await this.#sendFirst(attempt), shopper);
  }

  /** Returns the order of an earlier attempt. If it is not known yet, sends or searches for it as described above. */
  async repeat(attempt: KeyedAttempt, shopper: VersionedShopper): Promise<PlacedOrder> {
    return this.#finish(attempt, attempt.stored.order ?? (await this.#findOrResend(attempt)), shopper);
  }

  /**
   * Returns the order of an attempt as it is now, without sending the order; null if none is known. Removes the ordered
   * copies from the cart if that has not been done yet.
   *
   * @throws the errors of `OrderLookup.find`.
   */
  async find(attempt: KeyedAttempt, email: string): Promise<OrderRecord | null> {
    const { order: placed } = attempt.stored;
    const order = placed === null ? await this.#lookup.find(attempt) : await this.#readAgain(placed, email);
    if (order !== null) await this.#finish(attempt, order);
    return order;
  }

  /** Reads an order again: it may have been packed or cancelled since. Returns it as placed if it is not found. */
  async #readAgain(placed: OrderRecord, email: string): Promise<OrderRecord> {
    const newest = await this.#lookup.listNewest(email).catch(nullIfUpstreamFailed);
    return newest?.orders.find(({ id }) => id === placed.id) ?? placed;
  }

  /**
   * Resolves the shopper's earlier attempts: searches again for an order whose outcome is unknown, and removes from
   * the cart the copies of each order that was placed, so that the shopper does not order them twice. Returns whether
   * any order was placed.
   *
   * @throws {StoreUnavailableError}; the other errors of `CustomerRecords.update` if ordered copies cannot be removed.
   */
  async resolveEarlier(userId: string): Promise<boolean> {
    const lists = new Map<string, Promise<ShopperOrders>>();
    const listOnce = (email: string) => {
      const list = lists.get(email) ?? this.#lookup.listNewest(email);
      lists.set(email, list);
      return list;
    };
    let hasFound = false;
    for (const key of await this.#attempts.listUnresolved(userId)) {
      const stored = await this.#attempts.find(key).catch(nullIfOutcomeUnknown);
      if (stored === null) {
        await this.#attempts.removeUnresolved(userId, key);
        continue;
      }
      const attempt = { userId, key, stored };
      const order = stored.order ?? (await this.#lookup.find(attempt, listOnce).catch(nullIfUpstreamFailed));
      if (order === null && stored.unidentified === null) continue;
      await this.#removeFromCart(attempt, order);
      hasFound = true;
    }
    return hasFound;
  }

  /**
   * Removes the ordered copies from the cart. If that fails, the attempt remains unresolved, so that the removal is
   * tried again before the shopper's next order.
   *
   * @param shopper the record if it has just been read.
   */
  async #finish(attempt: KeyedAttempt, order: OrderRecord, shopper?: VersionedShopper): Promise<PlacedOrder> {
    const { stored } = attempt;
    if (stored.order !== null && stored.cartDone) return { order, shopper: shopper?.record ?? null };
    const updated = await this.#removeFromCart(attempt, order, shopper).catch(nullIfNotRemoved);
    return { order, shopper: updated };
  }

  /**
   * Removes the ordered copies from the cart and saves that this is done, unless it has been done before. Returns the
   * record; null if it is not known.
   *
   * @param order null if the host created it, but it was not found.
   * @throws the errors of `CustomerRecords.update`.
   */
  async #removeFromCart(
    attempt: KeyedAttempt,
    order: OrderRecord | null,
    shopper?: VersionedShopper,
  ): Promise<ShopperRecord | null> {
    const { userId, key, stored } = attempt;
    if (stored.order !== order) await this.#attempts.trySave(key, { ...stored, order });
    let record = shopper?.record ?? null;
    if (!stored.cartDone) {
      record = await this.#writeCart({ ...attempt, stored: { ...stored, order } }, shopper);
      await this.#attempts.trySave(key, { ...stored, order, cartDone: true });
    }
    await this.#attempts.removeUnresolved(userId, key);
    return record;
  }

  /**
   * Writes the cart without the ordered copies. The response may be lost, or this process may die before it saves that
   * the copies are removed. The remaining quantities are therefore saved first; if that fails, the cart is not written.
   * A repetition only reduces the cart to these quantities: subtracting the copies again would remove some that were
   * not ordered.
   *
   * @throws the errors of `CustomerRecords.update`.
   */
  async #writeCart(
    { userId, key, stored }: KeyedAttempt,
    shopper?: VersionedShopper,
  ): Promise<ShopperRecord | null> {
    try {
      const update = await this.#customers.update(
        userId,
        async (current) => {
          const remaining = stored.remaining ?? countRemaining(current, stored.lines);
          const changed = limitCartQuantities(current, remaining);
          if (changed !== current) await this.#attempts.save(key, { ...stored, remaining });
          return acceptChange(changed);
        },
        shopper,
      );
      return update.record;
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      if (!error.mayHaveChangedData) {
        // The host has certainly not written the cart this time.
        await this.#attempts.trySave(key, stored);
        throw error;
      }
      // Reads the record once more, since the host may have removed the copies nevertheless. If the removal were
      // repeated later, it would also remove copies that the shopper has added again meanwhile.
      const current = await this.#rest.getShopper(userId).catch(nullIfUpstreamFailed);
      const remaining = (await this.#attempts.find(key))?.remaining;
      const isRemoved =
        remaining != null &&
        current !== null &&
        limitCartQuantities(current.record, remaining) === current.record;
      if (isRemoved) return current.record;
      throw error;
    }
  }

  /** Sends an order for the first time. */
  async #sendFirst(attempt: KeyedAttempt): Promise<OrderRecord> {
    const { userId, key, stored } = attempt;
    try {
      return await this.#createOrder(attempt);
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      if (!createdNoOrder(error)) {
        const found = await this.#lookup.find(attempt).catch(() => 'unreadable' as const);
        if (found !== null && found !== 'unreadable') return found;
        // Without the earlier orders, a new one cannot be recognized.
        const isSearched = found !== 'unreadable' && stored.similarBefore !== null;
        if (!isSearched || !isHostFailure(error)) throw new OrderOutcomeUnknownError(error);
      }
      await this.#attempts.remove(key);
      await this.#attempts.removeUnresolved(userId, key);
      throw error;
    }
  }

  /** Returns the order of an attempt that was sent before without a known outcome. */
  async #findOrResend(attempt: KeyedAttempt): Promise<OrderRecord> {
    const { key, stored } = attempt;
    try {
      if (stored.isIdempotent && stored.unidentified === null) return await this.#createOrder(attempt);
      const orders = await this.#lookup.listNewest(String(stored.body.userEmail));
      // The list of orders shows whether the host supports keys. It may have been unavailable before the first send.
      if (orders.honoursIdempotencyKey && stored.unidentified === null)
        return await this.#createOrder(attempt);
      const found = await this.#lookup.find(attempt, async () => orders);
      if (found !== null) return found;
    } catch (error) {
      // A temporary rejection, which a proxy may send too, says nothing about the first send.
      if (
        error instanceof UpstreamRejectedError &&
        error.endpoint === 'createShipment' &&
        !isTemporaryRejection(error.status) &&
        createdNoOrder(error)
      ) {
        await this.#attempts.remove(key);
        throw error;
      }
      // Whether the host or the store failed, the first send may have created the order.
      const isUnknown = isUpstreamFailure(error) || error instanceof StoreUnavailableError;
      throw isUnknown ? new OrderOutcomeUnknownError(error) : error;
    }
    throw new OrderOutcomeUnknownError('the order was not found among the orders of the shopper');
  }

  /** Sends an order. Returns the one in the host's response, or searches for it if the response does not contain it. */
  async #createOrder({ userId, key, stored }: KeyedAttempt): Promise<OrderRecord> {
    const { order, orderId } = await this.#rest.createShipment(stored.body, key, stored.acceptLanguage);
    if (order !== null) {
      await this.#attempts.claim(userId, order, key).catch(() => false);
      return order;
    }
    const attempt = { userId, key, stored: { ...stored, unidentified: { orderId } } };
    // From now on, a repetition only searches for the order.
    await this.#attempts.trySave(key, attempt.stored);
    const found = await this.#lookup.find(attempt).catch(() => null);
    if (found !== null) return found;
    const shopper = await this.#removeFromCart(attempt, null).catch(nullIfNotRemoved);
    throw new OrderOutcomeUnknownError('the host created the order, but it was not found', shopper);
  }
}

/** Whether a failure means that the host created no order: it rejected the order, or was not reached. */
function createdNoOrder(error: UpstreamFailure): boolean {
  if (error instanceof UpstreamUnavailableError) return !error.mayHaveArrived;
  return error.status < 500 || isOutOfStock(error);
}

/**
 * Whether the host itself failed, with status 500, or 507 if its disk is full. It has finished with the order then:
 * either the order is listed, or it was not created. Other server errors may come from a proxy, while the host behind it
 * still works on the order.
 */
function isHostFailure(error: UpstreamFailure): boolean {
  return error instanceof UpstreamRejectedError && (error.status === 500 || error.status === 507);
}

/** Whether the host rejected an order because of its stock (requirements.md 8). */
export function isOutOfStock(error: UpstreamRejectedError): boolean {
  return error.hostMessage?.includes('Not enough stock for product') ?? false;
}

/** Whether the host rejected an order because of its coupon, which may have ended since the last refresh. */
export function isCouponRejected(error: UpstreamRejectedError): boolean {
  return error.status === 400 && /(?:^|; )coupon: /.test(error.hostMessage ?? '');
}

/** Whether the host rejected an order because its total differs from the host's current prices. */
export function isTotalRejected({ endpoint, status }: UpstreamRejectedError): boolean {
  return endpoint === 'createShipment' && status === 412;
}

/** For `catch`: turns the errors of `CustomerRecords.update` into null and rethrows any other error. */
function nullIfNotRemoved(error: unknown): null {
  if (error instanceof ShopperNotFoundError || error instanceof StoreUnavailableError) return null;
  return nullIfUpstreamFailed(error);
}
