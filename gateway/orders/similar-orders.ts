import { z } from 'zod';
import { paiseOf } from '../domain/money.ts';
import { restId } from '../rest/fields.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import { sortNewestFirst } from './sort.ts';

/** The fields of a shipment that identify its order. */
const sentShape = z.object({
  totalPrice: z.number(),
  productQuantity: z.number(),
  dispatchedDate: z.string(),
  shipmentProducts: z.array(z.object({ productId: restId, quantity: z.number() })),
});

/**
 * The orders that may have been made from a shipment, the newest first: they cost as much, hold the
 * same copies, and are of that day or later, or of the day before, since not every host's clock runs
 * in the shop's time zone.
 */
export function similarOrders(
  orders: readonly OrderRecord[],
  shipment: Record<string, unknown>,
): OrderRecord[] {
  const sent = sentShape.parse(shipment);
  const total = paiseOf(sent.totalPrice);
  const earliest = dayBefore(sent.dispatchedDate);
  const products = copiesById(sent.shipmentProducts);
  const similar = orders.filter(
    ({ totalPrice, lines, orderDate }) =>
      totalPrice === total &&
      orderDate >= earliest &&
      lines.reduce((copies, { quantity }) => copies + quantity, 0) === sent.productQuantity &&
      // Hosts need not say which product a line was of.
      (lines.some(({ productId }) => productId === null) || copiesById(lines) === products),
  );
  return sortNewestFirst(similar);
}

/** The copies of each product, in a form that can be compared. */
function copiesById(lines: ReadonlyArray<{ productId: string | number | null; quantity: number }>): string {
  const copies = lines.map(({ productId, quantity }) => JSON.stringify([String(productId), quantity]));
  return copies.sort().join();
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
