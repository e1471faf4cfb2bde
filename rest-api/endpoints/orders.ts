import { z } from 'zod';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { readBody, readHeaders, readQuery, requiredText, text } from '../http/input.ts';
import { languageHeader, readMailLanguage } from '../mail/language.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { MailSettings } from '../mail/shop-email.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { buildOrdersCondition, orderRecord, readOrders } from '../orders/order-record.ts';
import { buildOrderIdCondition } from '../orders/order-status.ts';
import { placeOrder } from '../orders/place-order.ts';
import { shipmentFields } from '../orders/shipment-fields.ts';

const emailQuery = z.object({ email: text(254).meta({ examples: ['asha@example.com'] }) });

const listHeaders = z.object({
  Range: z
    .string()
    .optional()
    .meta({ description: 'Requests a range of the list; positions start at 0', examples: ['orders=0-9'] }),
});

const orderHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 visible ASCII characters')
    .optional()
    .meta({
      description: 'Identifies the order: repeating the request with this key does not place another order',
    }),
  // Any other value is rejected, because it would silently verify nothing.
  'Verify-Total': z
    .literal('true', 'Must be true')
    .optional()
    .meta({ description: 'Rejects the order unless `totalPrice` matches the current prices and discount' }),
  ...languageHeader.shape,
});

const cancellation = z
  .strictObject({
    orderId: requiredText(40).meta({ examples: ['K7M-4QWX-9PR'] }),
    userEmail: requiredText(254).meta({ examples: ['asha@example.com'] }),
    reason: text(500)
      .nullish()
      .meta({ examples: ['Ordered twice'] }),
  })
  .meta({ id: 'Cancellation' });

const keySupportedHeader = { 'Idempotency-Key-Supported': '`true`: see POST /createShipment' };

/** Orders (requirements.md 7), and their cancellation by the shopper. */
export function createOrderEndpoints(
  database: Database,
  catalogue: Catalogue,
  mailSettings: MailSettings,
  outbox: Outbox,
): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/OrdersByUserEmail',
      operation: {
        summary: 'The orders of a shopper, newest first',
        query: emailQuery,
        headers: listHeaders,
        responses: {
          200: { description: 'All orders', body: z.array(orderRecord), headers: keySupportedHeader },
          206: {
            description: 'The requested orders',
            body: z.array(orderRecord),
            headers: { ...keySupportedHeader, 'Content-Range': 'Such as `orders 0-9/120`' },
          },
          416: 'There are no orders in this range',
        },
      },
      handle: async (request, response) => {
        const { email } = readQuery(request, emailQuery);
        // Tells clients that they may safely retry an order under its key if the response was lost.
        response.set('idempotency-key-supported', 'true');
        const range = parseOrderRange(request.headers.range);
        const condition = await buildOrdersCondition(database, email);
        const total = range && (await database.$count(orders, condition));
        const { products } = (await catalogue.getSnapshot()).contents;
        response.set('accept-ranges', 'orders');
        if (range === undefined || total === undefined || (range.first === 0 && range.last >= total - 1)) {
          response.json(await readOrders(database, products, condition));
          return;
        }
        if (range.first >= total) {
          response.set('content-range', `orders */${total}`);
          throw new HttpError(416, 'There are no orders in this range');
        }
        const last = Math.min(range.last, total - 1);
        const page = { offset: range.first, limit: last - range.first + 1 };
        response.status(206).set('content-range', `orders ${range.first}-${last}/${total}`);
        response.json(await readOrders(database, products, condition, page));
      },
    },
    {
      method: 'post',
      path: '/createShipment',
      operation: {
        summary: 'Places an order',
        headers: orderHeaders,
        body: shipmentFields,
        responses: {
          201: { description: 'The order', body: orderRecord },
          404: 'User not found',
          409: 'Not enough stock for product <name>. Or: this Idempotency-Key has just expired; try again',
          412: 'The total has changed: it is <amount> rupees now, not <amount>',
          422: 'This Idempotency-Key was used for another order',
        },
      },
      handle: async (request, response) => {
        const headers = readHeaders(request, orderHeaders);
        const json = await placeOrder(database, mailSettings, readBody(request, shipmentFields), {
          language: readMailLanguage(request),
          verifyTotal: headers['Verify-Total'] === 'true',
          idempotencyKey: headers['Idempotency-Key'],
          isAborted: () => response.destroyed,
        });
        catalogue.invalidate();
        outbox.wake();
        response.status(201).type('json').send(json);
      },
    },
    {
      method: 'post',
      path: '/cancelOrder',
      operation: {
        summary: 'Cancels an order that has not been packed',
        body: cancellation,
        responses: {
          200: { description: 'The order', body: orderRecord },
          404: 'Order not found',
          409: 'Order <orderId> is <status> and can no longer be cancelled',
        },
      },
      handle: async (request, response) => {
        const { orderId, userEmail, reason } = readBody(request, cancellation);
        await cancelOrder(database, mailSettings, userEmail, orderId, reason ?? undefined);
        catalogue.invalidate();
        outbox.wake();
        const { products } = (await catalogue.getSnapshot()).contents;
        const [order] = await readOrders(database, products, buildOrderIdCondition(orderId));
        response.json(order);
      },
    },
  ];
}

/**
 * Parses a `Range` of orders, counted from 0, such as `orders=0-19` (RFC 9110, 14.2). Returns undefined if there is no
 * range, or if it is invalid or has another form: a server may ignore any range.
 */
function parseOrderRange(header: string | undefined) {
  const [, first, last] = /^orders=(\d{1,9})-(\d{1,9})$/.exec(header ?? '') ?? [];
  if (first === undefined || Number(first) > Number(last)) return undefined;
  return { first: Number(first), last: Number(last) };
}
