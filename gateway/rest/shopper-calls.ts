import type { z } from 'zod';
import { bodyText, type RestCall } from './call.ts';
import {
  assertOk,
  type DropObserver,
  decodeList,
  decodeObject,
  invalidResponse,
  normalizeEmptyList,
  parseMessage,
} from './decode-response.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from './errors.ts';
import { tryParseJson } from './json.ts';
import { type OrderRecord, orderIdSchema, orderSchema } from './order-schema.ts';
import type { RestTransport } from './transport.ts';
import {
  contactOwnerSchema,
  type ShopperRecord,
  shopperSchema,
  type VersionedShopper,
} from './user-schema.ts';

/** An address of a new shopper. */
export interface NewAddress {
  address: string;
  area: string;
  city: string;
  district: string;
  state: string;
  pincode: string;
  landmark: string;
}

/** The body of `POST /addUser`. */
export interface NewShopper {
  username: string;
  email: string;
  password: string;
  cpassword: string;
  contact: string;
  addresses: NewAddress[];
}

/** The body of `POST /createContact`. */
export interface Enquiry {
  name: string;
  phoneNumber: string;
  remark: string;
}

/** The shopper with a contact number. */
export type ContactOwner = z.output<typeof contactOwnerSchema> & { contact: string };

/** What the host's response says about an order it has created. */
export interface CreatedOrder {
  /** Null when the response does not contain the order. */
  order: OrderRecord | null;
  /** Null when the response does not contain the id. */
  orderId: string | null;
}

/** A range of a list of orders: the first and the last position, counted from 0. */
export interface OrderRange {
  first: number;
  last: number;
}

/** All orders of a shopper, or a range of them. */
export interface ShopperOrders {
  /** In the host's order. */
  orders: OrderRecord[];
  /** For a range, its position among all orders, which are then sorted newest first; null for all orders. */
  part: { first: number; total: number } | null;
  /** Whether the host states that it creates one order per `Idempotency-Key`, however often it is sent. */
  honoursIdempotencyKey: boolean;
}

const readMessage = 'Failed to fetch user data';
const writeMessage = 'Something went wrong!';

/**
 * The calls of requirements.md 7 on behalf of a shopper.
 *
 * All throw {UpstreamRejectedError} or {UpstreamUnavailableError}.
 */
export function shopperCalls(transport: RestTransport, onDrop: DropObserver) {
  /** Sends a call and returns the host's message, if any. The rest of the response is ignored. */
  async function sendCommand(call: RestCall): Promise<string | null> {
    const response = await transport.send(call);
    assertOk(call, response);
    return parseMessage(bodyText(response));
  }

  return {
    /** Whether the password of a contact number is right. */
    async loginByContact(contact: string, password: string): Promise<boolean> {
      const call: RestCall = {
        ...write('loginByContact', 'POST', '/loginByContact'),
        body: { contact, password },
      };
      const response = await transport.send(call);
      const { status } = response;
      if (status >= 500 || (status >= 300 && status < 400)) {
        throw new UpstreamUnavailableError(call, 'status', `status ${status}`);
      }
      if (status === 200) assertOk(call, response);
      return status === 200;
    },

    /** The shopper with a contact number. Hosts may omit the number in the response. */
    async findContactOwner(contact: string, signal?: AbortSignal): Promise<ContactOwner> {
      const call = read('getUserBycontact', '/getUserBycontact', { contact }, signal);
      const owner = decodeObject(call, await transport.send(call), contactOwnerSchema);
      return { ...owner, contact: owner.contact ?? contact };
    },

    /** The current record of a shopper; null when the host has none. */
    async getShopper(id: string, signal?: AbortSignal): Promise<VersionedShopper | null> {
      const call = read('getUserById', `/getUserById/${encodeURIComponent(id)}`, undefined, signal);
      try {
        const response = await transport.send(call);
        const record = decodeObject(call, response, shopperSchema.nullable());
        if (record !== null && String(record.id) !== id) {
          throw invalidResponse(call, 'the response is the record of another user');
        }
        return record === null ? null : { record, etag: response.headers.etag ?? null };
      } catch (error) {
        if (error instanceof UpstreamRejectedError && error.status === 404) return null;
        throw error;
      }
    },

    /**
     * Replaces a whole record. With an `etag`, hosts that support `If-Match` reject the write with status
     * 412 if the record has changed meanwhile.
     *
     * @returns the record as the host has stored it, or as it was sent when the response does not contain it.
     */
    async updateShopper(record: ShopperRecord, etag: string | null): Promise<ShopperRecord> {
      const call: RestCall = {
        ...write('updateUser', 'PUT', `/updateUser/${encodeURIComponent(String(record.id))}`),
        body: record,
        headers: etag === null ? {} : { 'if-match': etag },
      };
      const response = await transport.send(call);
      assertOk(call, response);
      const stored = shopperSchema.safeParse(tryParseJson(bodyText(response)));
      return stored.success && String(stored.data.id) === String(record.id) ? stored.data : record;
    },

    async addShopper(shopper: NewShopper): Promise<void> {
      await sendCommand({ ...write('addUser', 'POST', '/addUser'), body: shopper });
    },

    sendOtp: (email: string) => sendCommand(write('sendotp', 'POST', '/sendotp', { email })),
    verifyOtp: (email: string, otp: string) =>
      sendCommand(write('verifyOTP', 'POST', '/verifyOTP', { email, otp })),
    resetPassword: (email: string, password: string) =>
      sendCommand({
        ...write('resetUserPassword', 'PUT', '/resetUserPassword'),
        body: { email, password },
      }),

    addToWishlist: (userId: string, productId: string) =>
      sendCommand(write('addToWishlist', 'POST', '/addToWishlist', { userId, productId })),
    moveToCart: (userId: string, productId: string) =>
      sendCommand(write('moveToCart', 'PUT', '/moveToCart', { userId, productId })),
    removeFromWishlist: (userId: string, productId: string) =>
      sendCommand(write('removeFromWishlist', 'DELETE', '/removeFromWishlist', { userId, productId })),
    removeFromCart: (userId: string, productId: string) =>
      sendCommand(write('removeProductFromUser', 'DELETE', '/removeProductFromUser', { userId, productId })),

    /**
     * The orders of an e-mail address. Orders that cannot be decoded are dropped.
     *
     * @param range the orders to fetch. A host without range support returns all of them (RFC 9110, 14.2).
     */
    async listOrders(email: string, signal?: AbortSignal, range?: OrderRange): Promise<ShopperOrders> {
      const call = read('OrdersByUserEmail', '/OrdersByUserEmail', { email }, signal);
      const headers = range && { range: `orders=${range.first}-${range.last}` };
      const response = await transport.send({ ...call, ...(headers && { headers }) });
      const honoursIdempotencyKey = response.headers['idempotency-key-supported'] === 'true';
      if (response.status === 404) return { orders: [], part: null, honoursIdempotencyKey };
      if (range !== undefined && response.status === 416) {
        return { orders: [], part: { first: range.first, total: 0 }, honoursIdempotencyKey };
      }
      const isPartial = response.status === 206;
      const part = isPartial ? parseContentRange(response.headers['content-range']) : null;
      if (isPartial && part === null) throw invalidResponse(call, 'the Content-Range is invalid');
      const decoded = await decodeList(call, normalizeEmptyList(response), orderSchema, onDrop);
      const orders = [...new Map(decoded.map((order) => [order.id, order])).values()];
      return { orders, part, honoursIdempotencyKey };
    },

    /**
     * Places an order. A host that honours the idempotency key returns the same order for a repeated call.
     * The response need not contain the order (requirements.md 7): the order is placed by any success that
     * is not an HTML page.
     */
    async createShipment(body: Record<string, unknown>, idempotencyKey: string): Promise<CreatedOrder> {
      const call: RestCall = {
        ...write('createShipment', 'POST', '/createShipment'),
        body,
        headers: { 'idempotency-key': idempotencyKey },
      };
      const response = await transport.send(call);
      assertOk(call, response);
      const content = tryParseJson(bodyText(response));
      const order = orderSchema.safeParse(content).data ?? null;
      return { order, orderId: orderIdSchema.safeParse(content).data ?? null };
    },

    /** Sends an enquiry. Fields that the shop's form does not have are sent empty (requirements.md 3). */
    async createContact(enquiry: Enquiry): Promise<void> {
      const unused = { productName: '', publisher: '', author: '', language: '' };
      const body = { ...enquiry, ...unused };
      await sendCommand({ ...write('createContact', 'POST', '/createContact'), body });
    },
  };
}

function parseContentRange(header = ''): { first: number; total: number } | null {
  const [, first, total] = /^orders (\d+)-\d+\/(\d+)$/.exec(header) ?? [];
  return total === undefined ? null : { first: Number(first), total: Number(total) };
}

function read(
  endpoint: string,
  path: string,
  query: Record<string, string> | undefined,
  signal: AbortSignal | undefined,
): RestCall {
  return { endpoint, method: 'GET', path, userMessage: readMessage, ...(query && { query }), signal };
}

function write(
  endpoint: string,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  query?: Record<string, string>,
): RestCall {
  return { endpoint, method, path, userMessage: writeMessage, ...(query && { query }) };
}
