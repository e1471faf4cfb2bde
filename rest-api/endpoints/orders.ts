import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { readProducts } from '../catalogue/product-record.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { readBody, readQuery, text } from '../http/input.ts';
import { readItemRange } from '../http/item-range.ts';
import { createShipment } from '../orders/create-shipment.ts';
import { type KeptAnswer, once, readIdempotencyKey } from '../orders/idempotency.ts';
import { readOrders } from '../orders/order-record.ts';
import { type ShipmentFields, shipmentFields } from '../orders/shipment-fields.ts';
import { byEmail } from '../shoppers/user-record.ts';

const emailInQuery = z.object({ email: text(254) });

/** Orders (requirements.md 7). */
export function orderEndpoints(database: Database, catalogue: Catalogue): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/OrdersByUserEmail',
      answer: async (request, response) => {
        const { email } = readQuery(request, emailInQuery);
        // Tells clients that an order whose answer was lost may be sent again under its key.
        response.set('idempotency-key-supported', 'true');
        const range = readItemRange(request.headers.range, 'orders');
        const condition = await ordersOf(database, email);
        const total = range && (await database.$count(orders, condition));
        const { products: sold } = (await catalogue.snapshot()).contents;
        response.set('accept-ranges', 'orders');
        if (range === undefined || total === undefined || (range.first === 0 && range.last >= total - 1)) {
          response.json(await readOrders(database, sold, condition));
          return;
        }
        if (range.first >= total) {
          response.set('content-range', `orders */${total}`);
          throw new HttpError(416, 'There are no orders in this range');
        }
        const last = Math.min(range.last, total - 1);
        const slice = { offset: range.first, limit: last - range.first + 1 };
        response.status(206).set('content-range', `orders ${range.first}-${last}/${total}`);
        response.json(await readOrders(database, sold, condition, slice));
      },
    },
    {
      method: 'post',
      path: '/createShipment',
      answer: async (request, response) => {
        const key = readIdempotencyKey(request.headers['idempotency-key']);
        const shipment = readBody(request, shipmentFields);
        const answer = await inTransaction(database, (transaction) => {
          const work = () => place(transaction, shipment);
          if (key === undefined) return work();
          // The day it was sent is not part of what is ordered: an order tried again after midnight is the same.
          return once(transaction, key, { ...shipment, dispatchedDate: undefined }, work);
        });
        catalogue.changed();
        response.status(answer.status).type('json').send(answer.json);
      },
    },
  ];
}

/** The orders of the user who has this e-mail now; those of nobody, by the e-mail they were placed with. */
async function ordersOf(database: Database, email: string): Promise<SQL | undefined> {
  const [user] = await database.select({ id: users.id }).from(users).where(byEmail(email));
  const placedWith = and(isNull(orders.userId), eq(sql`lower(${orders.userEmail})`, sql`lower(${email})`));
  return user === undefined ? placedWith : or(eq(orders.userId, user.id), placedWith);
}

async function place(transaction: Database, shipment: ShipmentFields): Promise<KeptAnswer> {
  const row = await createShipment(transaction, shipment);
  const ids = shipment.shipmentProducts.map(({ productId }) => productId);
  const sold = await readProducts(transaction, inArray(products.id, ids));
  const byId = new Map(sold.map((product) => [product.id, product]));
  const [order] = await readOrders(transaction, byId, eq(orders.id, row));
  return { status: 201, json: JSON.stringify(order) };
}
