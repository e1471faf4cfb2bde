import type { OrderContentsFragment } from './OrderContents.generated.ts';

/**
 * Parts of an order's total that are not recorded, in rupees. Unknown ones are null, and so is a discount that is not
 * positive.
 */
interface OrderAmounts {
  itemTotal: number | null;
  discount: number | null;
}

/**
 * Computes the price of an order's books, and its discount: item total, shipping and delivery fee minus the total price.
 */
export function computeOrderAmounts(order: OrderContentsFragment): OrderAmounts {
  const { lines, shipping, deliveryFee, totalPrice } = order;
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
  };
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}
