import { mutate, type Payload } from './graphql-call.ts';
import { type SignedInSetup, setUpSignedInShopper } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

/** Selects the amounts and the delivery time of a quote. */
export const quoteFields =
  'itemTotal discount shipping deliveryFee grandTotal averageDeliveryTime deliveryDays { min max }';

/** The lines of an order, unless a test uses others. */
export const lines = [
  { productId: '1', quantity: 2 },
  { productId: '2', quantity: 1 },
];

/** The total of these lines: 598.99 less 10 percent, plus shipping for three copies. */
export const total = 569.09;

/** The input of `createShipment` with a new idempotency key. `changes` override its fields. */
export function createOrderInput(changes: Record<string, unknown> = {}): Record<string, unknown> {
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

/** A shop with four products and a signed-in shopper with a filled cart. New for each test. */
export interface Checkout extends SignedInSetup {
  /** Places an order with a token: the shopper's by default, none for `null`. */
  place(input: Record<string, unknown>, token?: string | null): Promise<Payload>;
}

const payloadFields = `shipment { number orderDate totalPrice status trackingNumber address shippingAddress { address area landmark city district state pincode } shipping deliveryFee lines { productName quantity product { sku } } }
  quote { ${quoteFields} lines { available } } cart { unitCount }`;

/** Sets up a checkout for each test of a file. */
export function setUpCheckout(): Checkout {
  const setup = setUpSignedInShopper((host) => {
    host.products = [
      createProductRecord(1, { price: 249.5 }),
      createProductRecord(2, { price: 99.99 }),
      createProductRecord(3, { remainingQuantity: 1 }),
      createProductRecord(4, { status: 'Unavailable' }),
    ];
    host.getShopper(7).productIds = [1, 1, 1, 2];
  });
  const place: Checkout['place'] = (input, token = setup.token) =>
    mutate(setup.shop.graphql, 'createShipment', input, payloadFields, token ?? undefined);
  // `Object.assign` keeps the getters of `setup`, which return other objects in each test.
  return Object.assign(setup, { place });
}
