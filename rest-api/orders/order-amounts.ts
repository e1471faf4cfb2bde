import type { orderLines } from '../database/order-tables.ts';
import { isPaid, type StoredOrder } from './order-status.ts';

export type StoredLine = typeof orderLines.$inferSelect;

/** Whether the shopper gets money back if the order is cancelled. A coupon may have reduced the total to 0. */
export function needsRefund(order: Pick<StoredOrder, 'transactionStatus' | 'totalPaise'>): boolean {
  return isPaid(order) && order.totalPaise > 0;
}

/** Computes the amounts that make up the total of an order. */
export function computeAmounts(
  { shipmentChargesPaise, deliveryFeePaise, totalPaise }: StoredOrder,
  lines: readonly StoredLine[],
): { itemsPaise: number; shippingPaise: number; discountPaise: number } {
  const itemsPaise = lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
  const shippingPaise = shipmentChargesPaise + deliveryFeePaise;
  return { itemsPaise, shippingPaise, discountPaise: itemsPaise + shippingPaise - totalPaise };
}
