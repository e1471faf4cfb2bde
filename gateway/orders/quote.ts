import { isQuantity } from '../customers/cart.ts';
import type { CatalogueProduct } from '../domain/product.ts';
import type { CouponRecord } from '../rest/content-schema.ts';
import { type CheckoutSource, type OrderAmounts, priceOrder } from './pricing.ts';

/** The order to quote. */
export interface OrderRequest {
  source: CheckoutSource;
  lines: ReadonlyArray<{ productId: string; quantity: number }>;
  couponId: string | null;
}

/** A priced line; amounts in paise. */
export interface QuoteLine {
  product: CatalogueProduct;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
  /** Whether this quantity is in stock. */
  available: boolean;
}

/** The price of an order; amounts in paise. */
export interface Quote extends OrderAmounts {
  lines: QuoteLine[];
  coupon: CouponRecord | null;
}

type RejectionCode =
  | 'NO_PRODUCTS'
  | 'INVALID'
  | 'QUANTITY_OUT_OF_RANGE'
  | 'PRODUCT_NOT_FOUND'
  | 'COUPON_NOT_FOUND';

/** Why an order cannot be quoted. */
export interface QuoteRejection {
  code: RejectionCode;
  message: string;
  field: string[];
}

const maxLines = 100;

/** The messages for an order without lines, by its source (requirements.md 5 and 2.14). */
const noProductsMessages: Record<CheckoutSource, string> = {
  CART: 'No products selected',
  PAYMENT_PAGE: 'No products found for shipment',
  SINGLE_PRODUCT: 'No product information available. Please select a product from the previous page.',
};

/** Prices an order with the catalogue's products and the coupons, or returns why it cannot be priced. */
export function quote(
  request: OrderRequest,
  products: ReadonlyMap<string, CatalogueProduct>,
  coupons: readonly CouponRecord[],
): Quote | { rejection: QuoteRejection } {
  const rejection = checkLines(request);
  if (rejection !== null) return { rejection };
  const lines: QuoteLine[] = [];
  for (const [index, { productId, quantity }] of request.lines.entries()) {
    const product = products.get(productId);
    if (product === undefined) {
      return reject('PRODUCT_NOT_FOUND', 'No product data available.', 'lines', String(index), 'productId');
    }
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
  if (request.couponId !== null && coupon === null) {
    return reject('COUPON_NOT_FOUND', 'This coupon is not available.', 'couponId');
  }
  return { ...priceOrder(request.source, lines, coupon?.discount ?? 0), lines, coupon };
}

function checkLines({ source, lines }: OrderRequest): QuoteRejection | null {
  if (lines.length === 0) return rejectionOf('NO_PRODUCTS', noProductsMessages[source], 'lines');
  if (lines.length > maxLines) {
    return rejectionOf(
      'INVALID',
      `An order has at most ${maxLines} lines; this one has ${lines.length}.`,
      'lines',
    );
  }
  if (source === 'SINGLE_PRODUCT' && lines.length > 1) {
    return rejectionOf('INVALID', 'An order of a single product must have exactly one line.', 'lines');
  }
  if (new Set(lines.map(({ productId }) => productId)).size < lines.length) {
    return rejectionOf('INVALID', 'Each product must be in one line only.', 'lines');
  }
  const index = lines.findIndex(({ quantity }) => !isQuantity(quantity));
  if (index === -1) return null;
  return rejectionOf(
    'QUANTITY_OUT_OF_RANGE',
    'Choose a quantity from 1 to 10.',
    'lines',
    String(index),
    'quantity',
  );
}

function rejectionOf(code: RejectionCode, message: string, ...field: string[]): QuoteRejection {
  return { code, message, field };
}

function reject(code: RejectionCode, message: string, ...field: string[]): { rejection: QuoteRejection } {
  return { rejection: rejectionOf(code, message, ...field) };
}
