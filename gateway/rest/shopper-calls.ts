import type { z } from 'zod';
import {
  assertOk,
  type DropObserver,
  decodeList,
  decodeOne,
  emptyAsList,
  messageOf,
  unreadable,
} from './decode-response.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from './errors.ts';
import { tryParseJson } from './json.ts';
import { type OrderRecord, orderIdSchema, orderSchema } from './order-schema.ts';
import { type RestCall, type RestTransport, textOf } from './transport.ts';
import {
  contactOwnerSchema,
  type ShopperRecord,
  shopperSchema,
  type VersionedShopper,
} from './user-schema.ts';

/** An address as a new shopper gives it. */
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

/** Whose a contact number is. */
export type ContactOwner = z.output<typeof contactOwnerSchema> & { contact: string };

/** An order that the host made. */
export interface CreatedOrder {
  /** Null when the host did not say. */
  order: OrderRecord | null;
  /** Its number; null when the host did not say. */
  orderId: string | null;
}

/** A part of a list of orders: its first and its last, counted from 0. */
export interface OrderRange {
  first: number;
  last: number;
}

/** The orders of a shopper, or some of them. */
export interface ShopperOrders {
  /** In the host's order. */
  orders: OrderRecord[];
  /** Where they stand among all, where the host gave some of them, the newest first; null for all. */
  part: { first: number; total: number } | null;
  /** Whether the host says that it makes one order of an `Idempotency-Key`, however often it is sent. */
  honoursIdempotencyKey: boolean;
}

const userText = 'Failed to fetch user data';
const writeText = 'Something went wrong!';

/** The calls of requirements.md 7 about one shopper. Each throws UpstreamRejectedError or UpstreamUnavailableError. */
export function shopperCalls(transport: RestTransport, onDrop: DropObserver) {
  /** Sends a call whose answer, beyond success, does not matter; gives the host's words. */
  async function act(call: RestCall): Promise<string | null> {
    const answer = await transport.send(call);
    assertOk(call, answer);
    return messageOf(textOf(answer));
  }

  return {
    /** Whether contact and password belong together. */
    async loginByContact(contact: string, password: string): Promise<boolean> {
      const call: RestCall = {
        ...write('loginByContact', 'POST', '/loginByContact'),
        body: { contact, password },
      };
      const answer = await transport.send(call);
      if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) {
        throw new UpstreamUnavailableError(call.endpoint, 'status', writeText, `status ${answer.status}`);
      }
      if (answer.status === 200) assertOk(call, answer);
      return answer.status === 200;
    },

    /** Whose a contact number is. A host that leaves the number out means the one that was asked for. */
    async findContactOwner(contact: string, signal?: AbortSignal): Promise<ContactOwner> {
      const call = read('getUserBycontact', '/getUserBycontact', { contact }, signal);
      const owner = decodeOne(call, await transport.send(call), contactOwnerSchema);
      return { ...owner, contact: owner.contact ?? contact };
    },

    /** A fresh record; null when the host has no such shopper. */
    async getShopper(id: string, signal?: AbortSignal): Promise<VersionedShopper | null> {
      const call = read('getUserById', `/getUserById/${encodeURIComponent(id)}`, undefined, signal);
      try {
        const answer = await transport.send(call);
        const record = decodeOne(call, answer, shopperSchema.nullable());
        if (record !== null && String(record.id) !== id) throw unreadable(call, 'the record of another');
        return record === null ? null : { record, etag: answer.headers.get('etag') };
      } catch (error) {
        if (error instanceof UpstreamRejectedError && error.status === 404) return null;
        throw error;
      }
    },

    /**
     * Writes a whole record back, on condition that it is still of the version `etag`, where the host
     * has versions. Gives it as the host then has it, or as it was sent where the host does not say.
     */
    async updateShopper(record: ShopperRecord, etag: string | null): Promise<ShopperRecord> {
      const call: RestCall = {
        ...write('updateUser', 'PUT', `/updateUser/${encodeURIComponent(String(record.id))}`),
        body: record,
        headers: etag === null ? {} : { 'if-match': etag },
      };
      const answer = await transport.send(call);
      assertOk(call, answer);
      const stored = shopperSchema.safeParse(tryParseJson(textOf(answer)));
      return stored.success && String(stored.data.id) === String(record.id) ? stored.data : record;
    },

    async addShopper(shopper: NewShopper): Promise<void> {
      await act({ ...write('addUser', 'POST', '/addUser'), body: shopper });
    },

    sendOtp: (email: string) => act(write('sendotp', 'POST', '/sendotp', { email })),
    verifyOtp: (email: string, otp: string) => act(write('verifyOTP', 'POST', '/verifyOTP', { email, otp })),
    resetPassword: (email: string, password: string) =>
      act({ ...write('resetUserPassword', 'PUT', '/resetUserPassword'), body: { email, password } }),

    addToWishlist: (userId: string, productId: string) =>
      act(write('addToWishlist', 'POST', '/addToWishlist', { userId, productId })),
    moveToCart: (userId: string, productId: string) =>
      act(write('moveToCart', 'PUT', '/moveToCart', { userId, productId })),
    removeFromWishlist: (userId: string, productId: string) =>
      act(write('removeFromWishlist', 'DELETE', '/removeFromWishlist', { userId, productId })),
    removeFromCart: (userId: string, productId: string) =>
      act(write('removeProductFromUser', 'DELETE', '/removeProductFromUser', { userId, productId })),

    /**
     * The orders of an e-mail address; an order that cannot be read is left out.
     *
     * @param range what is wanted of them. A host that does not know ranges gives all (RFC 9110, 14.2).
     */
    async listOrders(email: string, signal?: AbortSignal, range?: OrderRange): Promise<ShopperOrders> {
      const call = read('OrdersByUserEmail', '/OrdersByUserEmail', { email }, signal);
      const headers = range && { range: `orders=${range.first}-${range.last}` };
      const answer = await transport.send({ ...call, ...(headers && { headers }) });
      const honoursIdempotencyKey = answer.headers.get('idempotency-key-supported') === 'true';
      if (answer.status === 404) return { orders: [], part: null, honoursIdempotencyKey };
      if (range !== undefined && answer.status === 416) {
        return { orders: [], part: { first: range.first, total: 0 }, honoursIdempotencyKey };
      }
      const part = answer.status === 206 ? contentRange(answer.headers.get('content-range')) : null;
      if (answer.status === 206 && part === null) throw unreadable(call, 'a part of unknown place');
      const { content } = await decodeList(call, emptyAsList(answer), orderSchema, onDrop);
      const orders = [...new Map(content.map((order) => [order.id, order])).values()];
      return { orders, part, honoursIdempotencyKey };
    },

    /**
     * Places an order. The key lets a host that honours it answer a repetition with the same order.
     * Hosts need not answer with the order (requirements.md 7): any success that is no page says that it is made.
     */
    async createShipment(body: Record<string, unknown>, idempotencyKey: string): Promise<CreatedOrder> {
      const call: RestCall = {
        ...write('createShipment', 'POST', '/createShipment'),
        body,
        headers: { 'idempotency-key': idempotencyKey },
      };
      const answer = await transport.send(call);
      assertOk(call, answer);
      const told = tryParseJson(textOf(answer));
      const order = orderSchema.safeParse(told).data ?? null;
      return { order, orderId: orderIdSchema.safeParse(told).data ?? null };
    },

    /** Sends an enquiry; the fields the shop's form never fills are sent empty (requirements.md 3). */
    async createContact(enquiry: Enquiry): Promise<void> {
      const unused = { productName: '', publisher: '', author: '', language: '' };
      await act({ ...write('createContact', 'POST', '/createContact'), body: { ...enquiry, ...unused } });
    },
  };
}

function contentRange(header: string | null): { first: number; total: number } | null {
  const [, first, total] = /^orders (\d+)-\d+\/(\d+)$/.exec(header ?? '') ?? [];
  return total === undefined ? null : { first: Number(first), total: Number(total) };
}

function read(
  endpoint: string,
  path: string,
  query: Record<string, string> | undefined,
  signal: AbortSignal | undefined,
): RestCall {
  return { endpoint, method: 'GET', path, userMessage: userText, ...(query && { query }), signal };
}

function write(
  endpoint: string,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  query?: Record<string, string>,
): RestCall {
  return { endpoint, method, path, userMessage: writeText, ...(query && { query }) };
}
