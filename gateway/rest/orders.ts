import { tryParseJson } from '../domain/json.ts';
import {
  createLanguageHeader,
  createShopperCall,
  decodeBody,
  type RestCall,
  type RestResponse,
} from './call.ts';
import {
  assertOk,
  createInvalidResponseError,
  decodeList,
  type ListObserver,
  normalizeEmptyList,
} from './decode-response.ts';
import { type OrderRecord, orderIdSchema, orderSchema } from './order-schema.ts';
import type { RestTransport } from './transport.ts';

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
  /** Sorted as in the host's response. */
  orders: OrderRecord[];
  /**
   * The position of `orders[0]` in the shopper's complete list, newest first, and the length of that list. Null if
   * `orders` is complete but may be in any order, as from a host without range support.
   */
  part: { first: number; total: number } | null;
  /** Whether the host states that it creates one order per `Idempotency-Key`, however often it is sent. */
  honoursIdempotencyKey: boolean;
}

/** The calls of requirements.md 7 for orders. They throw {UpstreamRejectedError} or {UpstreamUnavailableError}. */
export function createOrderClient(transport: RestTransport, onDecoded: ListObserver) {
  return {
    /**
     * The orders of an e-mail address. Orders that cannot be decoded are dropped, as are repetitions of an order.
     *
     * @param range the positions of the orders to fetch. A host without range support returns all (RFC 9110, 14.2).
     */
    async listOrders(email: string, signal?: AbortSignal, range?: OrderRange): Promise<ShopperOrders> {
      // Otherwise, shoppers without an e-mail address would see each other's orders.
      if (email === '') return { orders: [], part: null, honoursIdempotencyKey: false };
      const call = createShopperCall('GET', '/OrdersByUserEmail', {
        query: { email },
        headers: range === undefined ? {} : { range: `orders=${range.first}-${range.last}` },
        signal,
      });
      const response = await transport.send(call);
      const honoursIdempotencyKey = response.headers['idempotency-key-supported'] === 'true';
      if (response.status === 404) return { orders: [], part: null, honoursIdempotencyKey };
      if (range !== undefined && response.status === 416) {
        const total = parseUnsatisfiedRange(response.headers['content-range']);
        return { orders: [], part: { first: range.first, total }, honoursIdempotencyKey };
      }
      const decoded = await decodeList(call, normalizeEmptyList(response), orderSchema, onDecoded);
      const orders = [...new Map(decoded.map((order) => [order.id, order])).values()];
      const part = readPart(call, response, orders.length);
      return { orders, part, honoursIdempotencyKey };
    },

    /**
     * Places an order. A host that honours the idempotency key returns the same order for a repeated call. A host
     * that supports `Verify-Total` rejects an order with 412 if the total differs from the total at the host's current
     * prices. The response need not contain the order (docs/rest-api.md): any success means that the order was placed,
     * unless the response is an HTML or XML document. `acceptLanguage` tells the host the language of its e-mails about
     * the order.
     */
    async createShipment(
      body: Record<string, unknown>,
      idempotencyKey: string,
      acceptLanguage: string | null,
    ): Promise<CreatedOrder> {
      const headers = {
        'idempotency-key': idempotencyKey,
        'verify-total': 'true',
        ...createLanguageHeader(acceptLanguage),
      };
      const call = createShopperCall('POST', '/createShipment', { body, headers });
      const response = await transport.send(call);
      assertOk(call, response);
      const content = tryParseJson(decodeBody(response));
      const order = orderSchema.safeParse(content).data ?? null;
      return { order, orderId: orderIdSchema.safeParse(content).data ?? null };
    },

    /**
     * Cancels an order on a host that supports cancellation. Cancelling a cancelled order changes nothing.
     *
     * @returns the order; null if the response does not contain it.
     */
    async cancelOrder(email: string, orderId: string, reason: string | null): Promise<OrderRecord | null> {
      const body = { orderId, userEmail: email, ...(reason !== null && { reason }) };
      const call = createShopperCall('POST', '/cancelOrder', { body });
      const response = await transport.send(call);
      assertOk(call, response);
      return orderSchema.safeParse(tryParseJson(decodeBody(response))).data ?? null;
    },
  };
}

/** The total number of orders, which a response with status 416 states (RFC 9110, 15.5.17); 0 if it does not. */
function parseUnsatisfiedRange(header = ''): number {
  return Number(/^orders \*\/(\d+)$/.exec(header)?.[1] ?? 0);
}

/** The `part` of a response with this number of orders, see `ShopperOrders`. */
function readPart(
  call: RestCall,
  { status, headers }: RestResponse,
  orderCount: number,
): ShopperOrders['part'] {
  // Hosts that support ranges also send this header with a complete list (RFC 9110, 14.3).
  if (status !== 206) return headers['accept-ranges'] === 'orders' ? { first: 0, total: orderCount } : null;
  const [, first, total] = /^orders (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (total === undefined) throw createInvalidResponseError(call, 'the Content-Range is invalid');
  return { first: Number(first), total: Number(total) };
}
