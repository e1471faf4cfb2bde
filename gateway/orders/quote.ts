import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import { createQuantityError, isValidQuantity, type ProductQuantity } from '../customers/cart.ts';
import type { CatalogueProduct } from '../domain/product.ts';
import { normalizePincode } from '../domain/text.ts';
import { type Refusal, refuse, type UserError, userErrors } from '../domain/user-errors.ts';
import type { CheckoutQuoteErrorCode, CheckoutSource } from '../generated/resolvers.ts';
import type { CouponRecord } from '../rest/catalogue-schema.ts';

/** The order to quote. */
export interface OrderRequest {
  source: CheckoutSource;
  lines: readonly ProductQuantity[];
  couponId: string | null;
  /** The PIN code of the delivery address; null while it is unknown. */
  pincode: string | null;
}

/** A priced line; amounts in paise. */
export interface QuoteLine {
  product: CatalogueProduct;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
  /** Whether this quantity can be bought now. */
  available: boolean;
}

/** The price of an order; amounts in paise. */
export interface Quote extends OrderAmounts {
  lines: QuoteLine[];
  coupon: CouponRecord | null;
}

/** The result of pricing an order. */
export type QuoteResult<Code extends string = InvalidOrderCode> =
  | { kind: 'quoted'; quote: Quote }
  | Refusal<Code>;

/** Why an order has no price. */
export type InvalidOrderCode = Exclude<CheckoutQuoteErrorCode, 'UNAVAILABLE' | 'INVALID'>;

export const maxLines = 100;

/**
 * Prices an order.
 *
 * @throws {UpstreamUnavailableError}, {UpstreamRejectedError} or {ListNotWrittenError} if products or coupons have to
 * be loaded, and cannot be loaded now.
 */
export type QuoteOrder = (request: OrderRequest, signal: AbortSignal) => Promise<QuoteResult>;

/** @param getProducts where the prices come from. */
export function createQuoteOrder(
  getProducts: Catalogue['getProducts'],
  loader: Pick<CatalogueLoader, 'coupons'>,
  isFreeDelivery: (pincode: string) => boolean,
): QuoteOrder {
  return async (request, signal) => {
    const ids = request.lines.slice(0, maxLines).map(({ productId }) => productId);
    const [products, coupons] = await Promise.all([
      getProducts(ids, signal),
      request.couponId === null ? [] : loader.coupons.getContent(),
    ]);
    return priceRequest(request, products, coupons, isFreeDelivery);
  };
}

/** Prices an order with these products and coupons, or returns why it cannot be priced. */
function priceRequest(
  request: OrderRequest,
  products: ReadonlyMap<string, CatalogueProduct>,
  coupons: readonly CouponRecord[],
  isFreeDelivery: (pincode: string) => boolean,
): QuoteResult {
  const linesError = checkLines(request);
  if (linesError !== null) return refuse(linesError);
  const lines: QuoteLine[] = [];
  for (const [index, { productId, quantity }] of request.lines.entries()) {
    const product = products.get(productId);
    if (product === undefined)
      return refuse(userErrors.productNotFound(['lines', String(index), 'productId']));
    const available = product.available && (product.remainingQuantity ?? 0) >= quantity;
    lines.push({
      product,
      quantity,
      unitPrice: product.price,
      lineTotal: product.price * quantity,
      available,
    });
  }
  const coupon = coupons.find(({ id }) => id === request.couponId) ?? null;
  if (request.couponId !== null && coupon === null) return refuse(userErrors.couponNotFound);
  const isShippingFree = request.pincode !== null && isFreeDelivery(request.pincode);
  const amounts = priceOrder(request.source, lines, coupon?.percentOff ?? 0, isShippingFree);
  return { kind: 'quoted', quote: { ...amounts, lines, coupon } };
}

function checkLines({ source, lines }: OrderRequest): UserError<InvalidOrderCode> | null {
  if (lines.length === 0) return userErrors.noProducts(source);
  const limit = source === 'SINGLE_PRODUCT' ? 1 : maxLines;
  if (lines.length > limit) return userErrors.tooManyLines(limit);
  const ids = lines.map(({ productId }) => productId);
  const repeatedIndex = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeatedIndex !== -1) return userErrors.duplicateProduct(['lines', String(repeatedIndex), 'productId']);
  const invalidIndex = lines.findIndex(({ quantity }) => !isValidQuantity(quantity));
  return invalidIndex === -1 ? null : createQuantityError(['lines', String(invalidIndex), 'quantity']);
}

/** A range of days from the order to its delivery. */
interface DeliveryDays {
  min: number;
  max: number;
}

/** The amounts of an order, in paise, and its delivery time. */
export interface OrderAmounts {
  itemTotal: number;
  discount: number;
  shipping: number;
  deliveryFee: number;
  grandTotal: number;
  averageDeliveryTime: string;
  deliveryDays: DeliveryDays;
}

// Constants of requirements.md 9, in paise.
const cartShippingPerCopy = 10_00;
const maxCartShipping = 100_00;
const flatShipping = 40_00;

/** The payment page is a step of the cart's purchase, so it has the same delivery time and total. */
const deliveryDaysBySource: Record<CheckoutSource, DeliveryDays> = {
  CART: { min: 5, max: 6 },
  SINGLE_PRODUCT: { min: 3, max: 5 },
  PAYMENT_PAGE: { min: 5, max: 6 },
};

/**
 * Prices an order (requirements.md 9): subtracts the coupon's percentage from the item total, then adds
 * shipping and delivery fee.
 *
 * @param couponPercent 0 to 100. More than two decimals are rounded. 0 without a coupon.
 * @param isShippingFree whether shipping to the delivery address is free.
 */
export function priceOrder(
  source: CheckoutSource,
  lines: readonly Pick<QuoteLine, 'unitPrice' | 'quantity'>[],
  couponPercent: number,
  isShippingFree: boolean,
): OrderAmounts {
  const itemTotal = lines.reduce((total, { unitPrice, quantity }) => total + unitPrice * quantity, 0);
  const copies = lines.reduce((total, { quantity }) => total + quantity, 0);
  const discount = computeDiscount(itemTotal, couponPercent);
  const shipping = isShippingFree ? 0 : computeShipping(source, copies);
  const deliveryDays = deliveryDaysBySource[source];
  // The shop charges no delivery fee, but hosts and clients expect the field (requirements.md 3).
  const deliveryFee = 0;
  return {
    itemTotal,
    discount,
    shipping,
    deliveryFee,
    grandTotal: itemTotal - discount + shipping + deliveryFee,
    averageDeliveryTime: `${deliveryDays.min}-${deliveryDays.max} days`,
    deliveryDays,
  };
}

function computeShipping(source: CheckoutSource, copies: number): number {
  return source === 'SINGLE_PRODUCT' ? flatShipping : Math.min(cartShippingPerCopy * copies, maxCartShipping);
}

/**
 * Returns a function that says whether shipping to a PIN code is free.
 *
 * @param ranges PIN codes, and ranges as in `411001-411062`.
 */
export function createFreeDeliveryCheck(ranges: readonly string[]): (pincode: string) => boolean {
  const bounds = ranges.map((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return { first, last };
  });
  return (pincode) => {
    // In an address from the REST host, the PIN code may contain spaces or Devanagari digits: 411 030.
    const number = Number(normalizePincode(pincode));
    return bounds.some(({ first = Infinity, last = 0 }) => first <= number && number <= last);
  };
}

/** A percentage of an amount in paise, with half a paisa rounded up. Integers keep it exact. */
export function computeDiscount(itemTotal: number, percent: number): number {
  const basisPoints = BigInt(Math.round(percent * 100));
  return Number((BigInt(itemTotal) * basisPoints + 5_000n) / 10_000n);
}
