/** The recorded amounts of an order, in rupees. */
export interface RecordedAmounts {
  lines: ReadonlyArray<{ quantity: number; unitPrice: number | null }>;
  shipping: number | null;
  deliveryFee: number | null;
  totalPrice: number;
  couponName: string | null;
}

/** An order's total and its parts, in rupees. Unknown parts are null. The discount is also null if there was none. */
export interface OrderAmounts {
  itemTotal: number | null;
  discount: number | null;
  shipping: number | null;
  deliveryFee: number | null;
  total: number;
}

/**
 * Splits an order's total into its parts. Orders do not record the discount, so it is computed as the difference
 * between the other amounts and the total, if the prices and the shipping are known.
 */
export function computeOrderAmounts({
  lines,
  shipping,
  deliveryFee,
  totalPrice,
}: RecordedAmounts): OrderAmounts {
  const itemTotalPaise = lines.reduce<number | null>(
    (sum, { unitPrice, quantity }) =>
      sum === null || unitPrice == null ? null : sum + toPaise(unitPrice) * quantity,
    // REST hosts may omit the lines.
    lines.length === 0 ? null : 0,
  );
  const discountPaise =
    itemTotalPaise === null || shipping === null
      ? 0
      : itemTotalPaise + toPaise(shipping) + toPaise(deliveryFee ?? 0) - toPaise(totalPrice);
  return {
    itemTotal: itemTotalPaise === null ? null : itemTotalPaise / 100,
    discount: discountPaise > 0 ? discountPaise / 100 : null,
    shipping,
    deliveryFee,
    total: totalPrice,
  };
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}
