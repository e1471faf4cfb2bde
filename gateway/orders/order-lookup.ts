import { z } from 'zod';
import { toPaise } from '../domain/money.ts';
import type { RestClient } from '../rest/client.ts';
import { restId } from '../rest/fields.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { ShopperOrders } from '../rest/orders.ts';
import type { AttemptStore, StoredAttempt } from './attempt-store.ts';
import { sortNewestFirst } from './order-list.ts';

/** How many of the shopper's newest orders are requested. A host that ignores the range returns all orders. */
const maxRequestedOrders = 20;

/** A stored attempt with its shopper and its key in the store. */
export interface KeyedAttempt {
  userId: string;
  key: string;
  stored: StoredAttempt;
}

/** Searches the shopper's orders on the host for the order of an attempt. */
export class OrderLookup {
  readonly #rest: RestClient;
  readonly #attempts: AttemptStore;

  constructor(rest: RestClient, attempts: AttemptStore) {
    this.#rest = rest;
    this.#attempts = attempts;
  }

  /**
   * The shopper's newest orders. Older orders cannot enter this list later, so an order that an earlier reading did not
   * contain is new.
   */
  listNewest(email: string): Promise<ShopperOrders> {
    return this.#rest.listOrders(email, undefined, { first: 0, last: maxRequestedOrders - 1 });
  }

  /**
   * Finds the order of an attempt among the shopper's newest orders. Null if none of them matches, or if the matching
   * ones existed before or belong to other attempts. Also null if the earlier orders could not be read, unless the host
   * confirmed that it created an order.
   *
   * @param list lists the newest orders. A caller that also needs them elsewhere passes a function that reads them once.
   * @throws {UpstreamRejectedError}, {UpstreamUnavailableError}, {StoreUnavailableError}
   */
  async find(
    { userId, key, stored }: KeyedAttempt,
    list: (email: string) => Promise<ShopperOrders> = (email) => this.listNewest(email),
  ): Promise<OrderRecord | null> {
    const { body, unidentified, similarBefore } = stored;
    if (unidentified === null && similarBefore === null) return null;
    const { orders } = await list(String(body.userEmail));
    if (unidentified !== null && unidentified.orderId !== null) {
      return orders.find(({ id }) => id === unidentified.orderId) ?? null;
    }
    for (const order of findSimilarOrders(orders, body)) {
      if (similarBefore?.includes(order.id)) continue;
      if (await this.#attempts.claim(userId, order, key)) return order;
    }
    return null;
  }
}

/** The fields of a shipment that identify its order. */
const sentShipmentSchema = z.object({
  totalPrice: z.number(),
  productQuantity: z.number(),
  dispatchedDate: z.string(),
  shipmentProducts: z.array(z.object({ productId: restId, quantity: z.number() })),
});

/**
 * The orders that the host may have created from a shipment, newest first. They may be dated the day before the
 * shipment, since a host's clock may use another time zone than the shop.
 */
export function findSimilarOrders(
  orders: readonly OrderRecord[],
  shipment: Record<string, unknown>,
): OrderRecord[] {
  const sent = sentShipmentSchema.parse(shipment);
  const total = toPaise(sent.totalPrice);
  const earliest = getPreviousDay(sent.dispatchedDate);
  const products = serializeQuantities(sent.shipmentProducts);
  const similar = orders.filter(
    ({ totalPrice, lines, orderDate }) =>
      totalPrice === total &&
      orderDate >= earliest &&
      // Hosts need not return the lines, nor the product of a line.
      (lines.length === 0 ||
        (lines.reduce((copies, { quantity }) => copies + quantity, 0) === sent.productQuantity &&
          (lines.some(({ productId }) => productId === null) || serializeQuantities(lines) === products))),
  );
  return sortNewestFirst(similar);
}

/** The quantity of each product as a string that can be compared. */
function serializeQuantities(
  lines: ReadonlyArray<{ productId: string | number | null; quantity: number }>,
): string {
  const entries = lines.map(({ productId, quantity }) => JSON.stringify([String(productId), quantity]));
  return entries.sort().join();
}

function getPreviousDay(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
