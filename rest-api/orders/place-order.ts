import { eq, inArray } from 'drizzle-orm';
import { readProducts } from '../catalogue/product-record.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import type { MailSettings } from '../mail/shop-email.ts';
import { createShipment, type ShipmentOptions } from './create-shipment.ts';
import { runOnce } from './idempotency.ts';
import { queueOrderPlacedEmails } from './order-emails.ts';
import { readOrders } from './order-record.ts';
import type { ShipmentFields } from './shipment-fields.ts';

export interface PlacementOptions extends ShipmentOptions {
  readonly idempotencyKey: string | undefined;
  /** Whether the client has disconnected. The order is then rolled back, because its shopper may place it again. */
  readonly isAborted: () => boolean;
}

/**
 * Stores an order, queues its e-mails, and returns the body of the response. With an idempotency key, a retry gets the
 * first response.
 * @throws HttpError as `createShipment` and `runOnce` do; 503 if the client has disconnected.
 */
export function placeOrder(
  database: Database,
  mailSettings: MailSettings,
  shipment: ShipmentFields,
  { idempotencyKey, isAborted, ...options }: PlacementOptions,
): Promise<string> {
  return runInTransaction(database, (transaction) => {
    const work = async () => {
      const json = await createOrder(transaction, mailSettings, shipment, options);
      // Orders wait while an import runs. Some clients give up before it ends.
      if (isAborted()) throw new HttpError(503, 'The client disconnected before the order was placed');
      return json;
    };
    if (idempotencyKey === undefined) return work();
    // The dispatch date is not part of what was ordered: a retry after midnight is the same order.
    return runOnce(transaction, idempotencyKey, { ...shipment, dispatchedDate: undefined }, work);
  });
}

async function createOrder(
  transaction: Database,
  mailSettings: MailSettings,
  shipment: ShipmentFields,
  options: ShipmentOptions,
): Promise<string> {
  const stored = await createShipment(transaction, shipment, options);
  await queueOrderPlacedEmails(transaction, mailSettings, stored);
  const ids = shipment.shipmentProducts.map(({ productId }) => productId);
  const orderedProducts = await readProducts(transaction, inArray(products.id, ids));
  const productsById = new Map(orderedProducts.map((product) => [product.id, product]));
  const [order] = await readOrders(transaction, productsById, eq(orders.id, stored.id));
  return JSON.stringify(order);
}
