import { mutate, type Payload } from './graphql-call.ts';
import { type SignedInSide, signedInSide } from './harness.ts';
import { hostProduct } from './rest-records.ts';

/** What an order costs, and how long it takes. */
export const amounts = 'itemTotal discount shipping deliveryFee grandTotal averageDeliveryTime';

/** What the orders of these tests are of, unless a test says otherwise. */
export const lines = [
  { productId: '1', quantity: 2 },
  { productId: '2', quantity: 1 },
];

/** What they cost: 598.99 less 10 percent, and three copies' shipping. */
export const total = 569.09;

/** An order under a key of its own, with what a test changes about it. */
export function order(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    source: 'CART',
    lines,
    couponId: '1',
    addressId: '11',
    expectedTotal: total,
    idempotencyKey: crypto.randomUUID(),
    ...changes,
  };
}

/** A shopper with a filled cart, signed in, in a shop of three products; new for each test. */
export interface Checkout extends SignedInSide {
  /** Places an order as the shopper, as another one, or as nobody (`null`). */
  place(input: Record<string, unknown>, as?: string | null): Promise<Payload>;
}

const placed = `shipment { id orderDate totalPrice status trackingNo address shipmentCharges deliveryFee lines { productName quantity product { id } } }
  quote { ${amounts} lines { available } } cart { unitCount }`;

/** Sets a checkout up for each test of a file. */
export function checkoutSide(): Checkout {
  const side = signedInSide((host) => {
    host.products = [
      hostProduct(1, { price: 249.5 }),
      hostProduct(2, { price: 99.99 }),
      hostProduct(3, { remainingQuantity: 1 }),
    ];
    host.shopper(7).productIds = [1, 1, 1, 2];
  });
  const place: Checkout['place'] = (input, as = side.token) =>
    mutate(side.shop.graphql, 'createShipment', input, placed, as ?? undefined);
  // Its properties are read at the moment of asking: each test has others.
  return Object.assign(side, { place });
}
