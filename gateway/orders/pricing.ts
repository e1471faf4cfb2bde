/** How the shopper came to the checkout, which decides prices and delivery time (requirements.md 9). */
export type CheckoutSource = 'SINGLE_PRODUCT' | 'CART' | 'PAYMENT_PAGE';

/** A line to price. */
export interface PricedLine {
  /** The price of one copy, in paise. */
  unitPrice: number;
  quantity: number;
}

/** The amounts of an order, in paise, and its delivery time. */
export interface OrderAmounts {
  itemTotal: number;
  discount: number;
  shipping: number;
  deliveryFee: number;
  grandTotal: number;
  averageDeliveryTime: string;
}

/** Constants of requirements.md 9, in paise. */
const cartShippingPerCopy = 10_00;
const cartShippingCap = 100_00;
const flatShipping = 40_00;
const paymentPageDeliveryFee = 10_00;

const deliveryTimes: Record<CheckoutSource, string> = {
  CART: '5-6 days',
  SINGLE_PRODUCT: '3-5 days',
  PAYMENT_PAGE: '4-5 days',
};

/**
 * Prices an order (requirements.md 9): subtracts the coupon's percentage from the item total, then adds
 * shipping and delivery fee.
 *
 * @param couponPercent 0 to 100, rounded to two decimals; 0 without a coupon.
 */
export function priceOrder(
  source: CheckoutSource,
  lines: readonly PricedLine[],
  couponPercent: number,
): OrderAmounts {
  const itemTotal = lines.reduce((total, { unitPrice, quantity }) => total + unitPrice * quantity, 0);
  const copies = lines.reduce((total, { quantity }) => total + quantity, 0);
  const discount = discountOn(itemTotal, couponPercent);
  const shipping = source === 'CART' ? Math.min(cartShippingPerCopy * copies, cartShippingCap) : flatShipping;
  const deliveryFee = source === 'PAYMENT_PAGE' ? paymentPageDeliveryFee : 0;
  return {
    itemTotal,
    discount,
    shipping,
    deliveryFee,
    grandTotal: itemTotal - discount + shipping + deliveryFee,
    averageDeliveryTime: deliveryTimes[source],
  };
}

/** A percentage of an amount in paise, with half a paisa rounded up. Integers keep it exact. */
export function discountOn(itemTotal: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(itemTotal) * hundredths + 5_000n) / 10_000n);
}
