import { isQuantity } from '../customers/quantity.ts';
import type { CatalogueProduct } from '../domain/product.ts';
import type { CheckoutSource, UserErrorCode } from '../generated/resolvers.ts';
import type { CouponRecord } from '../rest/content-schema.ts';
import { type OrderAmounts, priceOrder } from './pricing.ts';

/** What is to be bought. */
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
  /** Whether that many copies can be bought now. */
  available: boolean;
}

/** What an order would cost; amounts in paise. */
export interface Quote extends OrderAmounts {
  lines: QuoteLine[];
  coupon: CouponRecord | null;
}

/** Why something cannot be quoted. */
export interface QuoteRefusal {
  code: UserErrorCode;
  message: string;
  field: string[];
}

const mostLines = 100;

/** What a shopper reads who ordered nothing, by where the order comes from (requirements.md 5 and 2.14). */
const nothingChosen: Record<CheckoutSource, string> = {
  CART: 'No products selected',
  PAYMENT_PAGE: 'No products found for shipment',
  SINGLE_PRODUCT: 'No product information available. Please select a product from the previous page.',
};

/** Prices a request from the catalogue and the coupons, or says what is wrong with it. */
export function quote(
  request: OrderRequest,
  products: ReadonlyMap<string, CatalogueProduct>,
  coupons: readonly CouponRecord[],
): Quote | { refused: QuoteRefusal } {
  const wrong = shapeFault(request);
  if (wrong !== null) return { refused: wrong };
  const lines: QuoteLine[] = [];
  for (const [place, { productId, quantity }] of request.lines.entries()) {
    const product = products.get(productId);
    if (product === undefined) {
      return refuse('PRODUCT_NOT_FOUND', 'No product data available.', 'lines', String(place), 'productId');
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
    return refuse('COUPON_NOT_FOUND', 'This coupon is not available.', 'couponId');
  }
  return { ...priceOrder(request.source, lines, coupon?.discount ?? 0), lines, coupon };
}

function shapeFault({ source, lines }: OrderRequest): QuoteRefusal | null {
  if (lines.length === 0) return fault('NO_PRODUCTS', nothingChosen[source], 'lines');
  if (lines.length > mostLines) {
    return fault(
      'INVALID',
      `An order has at most ${mostLines} lines; this one has ${lines.length}.`,
      'lines',
    );
  }
  if (source === 'SINGLE_PRODUCT' && lines.length > 1) {
    return fault('INVALID', 'A single product is ordered in one line.', 'lines');
  }
  if (new Set(lines.map(({ productId }) => productId)).size < lines.length) {
    return fault('INVALID', 'A product stands in more than one line.', 'lines');
  }
  const place = lines.findIndex(({ quantity }) => !isQuantity(quantity));
  if (place === -1) return null;
  return fault(
    'QUANTITY_OUT_OF_RANGE',
    'Choose a quantity from 1 to 10.',
    'lines',
    String(place),
    'quantity',
  );
}

function fault(code: UserErrorCode, message: string, ...field: string[]): QuoteRefusal {
  return { code, message, field };
}

function refuse(code: UserErrorCode, message: string, ...field: string[]): { refused: QuoteRefusal } {
  return { refused: fault(code, message, ...field) };
}
