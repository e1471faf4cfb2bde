import { z } from 'zod';
import { toPaise } from '../domain/money.ts';
import { restId } from '../rest/fields.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import { sortNewestFirst } from './order-list.ts';

/** The fields of a shipment that identify its order. */
const sentSchema = z.object({
  totalPrice: z.number(),
  productQuantity: z.number(),
  dispatchedDate: z.string(),
  shipmentProducts: z.array(z.object({ productId: restId, quantity: z.number() })),
});

/**
 * The orders that the host may have created from a shipment, newest first: those with the same total and
 * the same copies, from that day on. The day before counts too, since a host's clock may use another time
 * zone than the shop.
 */
export function similarOrders(
  orders: readonly OrderRecord[],
  shipment: Record<string, unknown>,
): OrderRecord[] {
  const sent = sentSchema.parse(shipment);
  const total = toPaise(sent.totalPrice);
  const earliest = dayBefore(sent.dispatchedDate);
  const products = quantitiesKey(sent.shipmentProducts);
  const similar = orders.filter(
    ({ totalPrice, lines, orderDate }) =>
      totalPrice === total &&
      orderDate >= earliest &&
      lines.reduce((copies, { quantity }) => copies + quantity, 0) === sent.productQuantity &&
      // Hosts need not return the product of a line.
      (lines.some(({ productId }) => productId === null) || quantitiesKey(lines) === products),
  );
  return sortNewestFirst(similar);
}

/** The quantity of each product as a string that can be compared. */
function quantitiesKey(
  lines: ReadonlyArray<{ productId: string | number | null; quantity: number }>,
): string {
  const copies = lines.map(({ productId, quantity }) => JSON.stringify([String(productId), quantity]));
  return copies.sort().join();
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
