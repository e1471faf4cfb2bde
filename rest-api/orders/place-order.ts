import { eq, inArray } from 'drizzle-orm';
import { readProducts } from '../catalogue/product-record.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import type { MailSettings } from '../mail/shop-email.ts';
import { createShipment, type ShipmentOptions } from './create-shipment.ts';
import { runOnce } from './idempotency.ts';
import { queueOrderPlacedEmails } from './order-emails.ts';
import { readOrders } from './order-record.ts';
import type { ShipmentFields } from './shipment-fields.ts';

/**
 * Stores an order, queues its e-mails, and returns the body of the response. With an idempotency key, a retry gets the
 * first response.
 * @throws HttpError as `createShipment` and `runOnce` do.
 */
export function placeOrder(
  database: Database,
  mailSettings: MailSettings,
  shipment: ShipmentFields,
  options: ShipmentOptions,
  idempotencyKey: string | undefined,
): Promise<string> {
  return runInTransaction(database, (transaction) => {
    const work = () => createOrder(transaction, mailSettings, shipment, options);
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
