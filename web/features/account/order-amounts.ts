import type { OrderFieldsFragment } from './Orders.generated.ts';

/** The parts of an order's total, in rupees; null where the shop's records do not say. */
export interface OrderAmounts {
  itemTotal: number | null;
  discount: number | null;
  shipping: number | null;
  deliveryFee: number | null;
  total: number;
}

/**
 * How an order's total came about. The total is the shop's own; the discount, which the records do
 * not hold, is what is missing to it when all else is known.
 */
export function orderAmounts({
  lines,
  shipmentCharges,
  deliveryFee,
  totalPrice,
}: Pick<OrderFieldsFragment, 'lines' | 'shipmentCharges' | 'deliveryFee' | 'totalPrice'>): OrderAmounts {
  const shipping = shipmentCharges ?? null;
  const fee = deliveryFee ?? null;
  const items = lines.reduce<number | null>(
    (sum, { unitPrice, quantity }) =>
      sum === null || unitPrice == null ? null : sum + toPaise(unitPrice) * quantity,
    0,
  );
  const missing =
    items === null || shipping === null
      ? 0
      : items + toPaise(shipping) + toPaise(fee ?? 0) - toPaise(totalPrice);
  return {
    itemTotal: items === null ? null : items / 100,
    discount: missing > 0 ? missing / 100 : null,
    shipping,
    deliveryFee: fee,
    total: totalPrice,
  };
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}
