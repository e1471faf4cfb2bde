import { z } from 'zod';
import type { OrderRecord } from '../rest/order-shapes.ts';
import { newestFirst } from './newest-first.ts';
import { paiseOf } from './paise.ts';

/** What of a shipment that was sent its order can be told by. */
const sentShape = z.object({
  totalPrice: z.number(),
  productQuantity: z.number(),
  dispatchedDate: z.string(),
});

/**
 * The order a host made of a shipment without telling which: of the shopper's orders the one it named
 * by id, else the latest that costs as much, has as many copies, and is of that day or the one before,
 * since not every host's clock runs in the shop's time zone. Null when there is none.
 *
 * @param id as the host named it; null when it did not.
 */
export function orderOfShipment(
  orders: readonly OrderRecord[],
  body: Record<string, unknown>,
  id: string | null,
): OrderRecord | null {
  if (id !== null) return orders.find((order) => order.id === id) ?? null;
  const sent = sentShape.parse(body);
  const earliest = dayBefore(sent.dispatchedDate);
  const alike = orders.filter(
    ({ totalPrice, lines, orderDate }) =>
      totalPrice === paiseOf(sent.totalPrice) &&
      lines.reduce((copies, { quantity }) => copies + quantity, 0) === sent.productQuantity &&
      orderDate >= earliest,
  );
  return newestFirst(alike)[0] ?? null;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
