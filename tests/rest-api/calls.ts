import { z } from 'zod';
import { createRecord } from '#gateway/domain/create-record.ts';
import { getRestName, listFields, textFields } from '#gateway/domain/product-fields.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { userRecord } from '#rest-api/shoppers/user-record.ts';

/** The response to a call. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body if it is JSON, otherwise its text. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the service: `call('POST /addUser', { body })`. */
export type Call = (line: string, options?: CallOptions) => Promise<CallResponse>;

export function createCall(url: string): Call {
  return async (line, { body, headers } = {}) => {
    const [method = 'GET', target = '/'] = line.split(' ');
    const response = await fetch(url + target, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** A product, with exactly the optional fields of the gateway's `productFields`. */
export const productSchema = z.strictObject({
  id: z.int(),
  productName: z.string(),
  price: z.number(),
  discount: z.number(),
  category: z.string(),
  language: z.string(),
  publisher: z.string(),
  author: z.string(),
  status: z.enum(['Available', 'Unavailable', 'Not-Available']),
  productImages: z.record(z.string(), z.string()),
  ...createRecord(textFields.map(getRestName), () => z.string().nullable()),
  ...createRecord(listFields('stock', 'integer').map(getRestName), () => z.int().nullable()),
  mrp: z.number(),
});

export type User = z.infer<typeof userRecord>;

const errorBodySchema = z.object({
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** The fields that a 400 reports as invalid. */
export function getInvalidFields(response: CallResponse): string[] {
  return errorBodySchema.parse(response.body).errors?.map(({ field }) => field) ?? [];
}

const home = {
  address: '12 Test Lane',
  area: 'Kothrud',
  city: 'Pune',
  district: 'Pune',
  state: 'Maharashtra',
  pincode: '411038',
  landmark: 'By the well',
};

let registrationCount = 0;

/** Creates a unique registration with one address and the password `a good password`. */
export function createRegistration() {
  registrationCount += 1;
  return {
    username: `Reader ${registrationCount}`,
    email: `reader${registrationCount}@example.com`,
    contact: String(9_100_000_000 + registrationCount),
    password: 'a good password',
    cpassword: 'a good password',
    addresses: [home],
  };
}

/** Registers a new user and returns the record. */
export async function register(call: Call): Promise<User> {
  const response = await call('POST /addUser', { body: createRegistration() });
  return userRecord.parse(response.body);
}

/**
 * The body of an order from the cart (requirements.md 3 and 9), by default of one copy of product 1. `productName` and
 * amounts don't depend on `lines`.
 */
export function createShipmentBody(user: User, lines = [{ productId: 1, quantity: 1 }]) {
  return {
    ...home,
    productName: 'Two books',
    productQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    productPrice: 398.5,
    shipmentCharges: 20,
    deliveryFee: 0,
    averageDeliveryTime: '5-6 days',
    country: 'India',
    dispatchedDate: '2026-11-20',
    userEmail: user.email,
    userName: user.username,
    userMobile: user.contact,
    totalPrice: 418.5,
    coupon: null,
    conductBy: 'Online',
    transactionMode: 'UPI',
    transactionStatus: 'Paid',
    mode: 'Online',
    shipmentProducts: lines,
  };
}

/** Fetches the orders of the user with this e-mail address. */
export async function fetchOrders(call: Call, email: string): Promise<z.infer<typeof orderRecord>[]> {
  const { body } = await call(`GET /OrdersByUserEmail?email=${encodeURIComponent(email)}`);
  return z.array(orderRecord).parse(body);
}
