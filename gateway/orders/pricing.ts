import type { CheckoutSource } from '../generated/resolvers.ts';

/** What is priced of a line; the price of one copy in paise. */
export interface PricedLine {
  unitPrice: number;
  quantity: number;
}

/** What an order costs, in paise, and how long it takes. */
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
 * Prices an order by requirements.md 9: the coupon's percentage is taken off the item total, then shipping
 * and delivery fee are added.
 *
 * @param couponPercent 0 to 100, at most two decimals count; 0 without a coupon.
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

/** A percentage of an amount in paise, half a paisa rounded up; in whole hundredths of a percent, so exact. */
export function discountOn(itemTotal: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(itemTotal) * hundredths + 5_000n) / 10_000n);
}
