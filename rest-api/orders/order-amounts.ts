import type { orderLines } from '../database/order-tables.ts';
import type { StoredOrder } from './order-status.ts';

export type StoredLine = typeof orderLines.$inferSelect;

/** Whether the shopper has paid online. Otherwise the carrier collects the amount. */
export function isPaid({ transactionStatus }: Pick<StoredOrder, 'transactionStatus'>): boolean {
  return transactionStatus === 'Paid';
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
