import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { recordProductChange } from '../catalogue/revision.ts';
import { products } from '../database/catalogue-tables.ts';
import { coupons } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { orderLines, orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { getTodayInIndia } from '../domain/calendar.ts';
import { maxPaise, toRupees } from '../domain/money.ts';
import { createBadRequest, HttpError } from '../http/errors.ts';
import type { MailLanguage } from '../mail/language.ts';
import { buildUserEmailCondition, createUserNotFoundError } from '../shoppers/user-record.ts';
import { createOrderId } from './order-id.ts';
import type { StoredOrder } from './order-status.ts';
import type { ShipmentFields } from './shipment-fields.ts';

type Coupon = typeof coupons.$inferSelect;

/** The options of an order, from the headers of the HTTP request. */
export interface ShipmentOptions {
  /** The language of the shopper's e-mails. */
  readonly language: MailLanguage;
  /** Whether to reject the order unless its total matches the current prices and the coupon's current discount. */
  readonly verifyTotal: boolean;
}

/** A line of an order, with its product as read under the row lock. */
type OrderedLine = Awaited<ReturnType<typeof lockProducts>>[number];

/**
 * Reduces the stock of the ordered products and stores the order, within the caller's transaction. Returns the stored
 * order.
 * @throws HttpError 400 if a field is invalid, such as the id of an ended coupon; 404 for an unknown user; 409 if there
 * is not enough stock; 412 if the total is verified and differs.
 */
export async function createShipment(
  transaction: Database,
  shipment: ShipmentFields,
  { language, verifyTotal }: ShipmentOptions,
): Promise<StoredOrder> {
  const [user] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(buildUserEmailCondition(shipment.userEmail))
    .for('key share');
  if (user === undefined) throw createUserNotFoundError();
  const coupon = await readCoupon(transaction, shipment.coupon);
  const lines = await lockProducts(transaction, shipment.shipmentProducts);
  rejectInsufficientStock(lines);
  if (verifyTotal) rejectChangedTotal(shipment, lines, coupon);
  for (const { product, quantity } of lines) {
    await transaction
      .update(products)
      .set({ remainingQuantity: sql`${products.remainingQuantity} - ${quantity}` })
      .where(eq(products.id, product.id));
  }
  const order = await storeOrder(transaction, shipment, user.id, coupon, lines, language);
  await recordProductChange(
    transaction,
    lines.map(({ product }) => product.id),
  );
  return order;
}

async function readCoupon(transaction: Database, id: number | null | undefined) {
  if (id === null || id === undefined) return undefined;
  const [coupon] = await transaction
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isNull(coupons.endedAt)))
    .for('key share');
  if (coupon === undefined)
    throw createBadRequest([{ field: 'coupon', message: `There is no coupon ${id}` }]);
  return coupon;
}

/** Locks the products in ascending order of id, so that concurrent orders cannot deadlock. */
async function lockProducts(transaction: Database, requested: ShipmentFields['shipmentProducts']) {
  const rows = await transaction
    .select({
      id: products.id,
      name: products.name,
      pricePaise: products.pricePaise,
      status: products.status,
      remainingQuantity: products.remainingQuantity,
      withdrawnAt: products.withdrawnAt,
    })
    .from(products)
    .where(
      inArray(
        products.id,
        requested.map(({ productId }) => productId),
      ),
    )
    .orderBy(products.id)
    .for('update');
  const productsById = new Map(rows.map((product) => [product.id, product]));
  return requested.map(({ productId, quantity }, index) => {
    const product = productsById.get(productId);
    if (product !== undefined) return { product, quantity };
    const field = `shipmentProducts.${index}.productId`;
    throw createBadRequest([{ field, message: `There is no product with the id ${productId}` }]);
  });
}

/**
 * Unknown stock counts as none. A product is also out of stock if its status is not Available (requirements.md 4), or
 * if it was withdrawn while it was in the shopper's cart.
 */
function rejectInsufficientStock(lines: readonly OrderedLine[]): void {
  for (const { product, quantity } of lines) {
    const isForSale = product.status === 'Available' && product.withdrawnAt === null;
    const stock = isForSale ? (product.remainingQuantity ?? 0) : 0;
    if (quantity > stock) throw new HttpError(409, `Not enough stock for product ${product.name}`);
  }
}

/** Adds up the prices of all lines, in paise. @throws {HttpError} 400 if the sum exceeds the maximum of an order. */
function sumItems(lines: readonly OrderedLine[]): number {
  const itemsPaise = lines.reduce((sum, { product, quantity }) => sum + product.pricePaise * quantity, 0);
  if (itemsPaise <= maxPaise) return itemsPaise;
  const message = `The items cost ${toRupees(itemsPaise)} rupees; the maximum is ${toRupees(maxPaise)}`;
  throw createBadRequest([{ field: 'shipmentProducts', message }]);
}

/** The price of an item or the discount of the coupon may have changed since the client computed the total. */
function rejectChangedTotal(
  { totalPrice, shipmentCharges, deliveryFee }: ShipmentFields,
  lines: readonly OrderedLine[],
  coupon: Coupon | undefined,
): void {
  const itemsPaise = sumItems(lines);
  // Integers keep the discount exact. Half a paisa is rounded up.
  const discountBasisPoints = Math.round((coupon?.discount ?? 0) * 100);
  const discountPaise = Math.round((itemsPaise * discountBasisPoints) / 10_000);
  const totalPaise = itemsPaise - discountPaise + shipmentCharges + deliveryFee;
  if (totalPrice === totalPaise) return;
  const totals = `it is ${toRupees(totalPaise)} rupees now, not ${toRupees(totalPrice)}`;
  throw new HttpError(412, `The total has changed: ${totals}`);
}

async function storeOrder(
  transaction: Database,
  shipment: ShipmentFields,
  userId: number,
  coupon: Coupon | undefined,
  lines: readonly OrderedLine[],
  language: MailLanguage,
): Promise<StoredOrder> {
  const {
    shipmentProducts: _,
    coupon: __,
    totalPrice,
    shipmentCharges,
    deliveryFee,
    ...otherFields
  } = shipment;
  const [row] = await transaction
    .insert(orders)
    .values({
      ...otherFields,
      orderId: createOrderId(),
      userId,
      language,
      orderDate: getTodayInIndia(),
      status: shipment.transactionStatus || 'Placed',
      totalPaise: totalPrice,
      shipmentChargesPaise: shipmentCharges,
      deliveryFeePaise: deliveryFee,
      couponId: coupon?.id,
      couponName: coupon?.name,
      couponDiscount: coupon?.discount,
      productName: shipment.productName ?? lines.map(({ product }) => product.name).join(', '),
      productQuantity: shipment.productQuantity ?? lines.reduce((sum, { quantity }) => sum + quantity, 0),
      productPricePaise: shipment.productPrice ?? sumItems(lines),
    })
    .returning();
  if (row === undefined) throw new Error('The insert returned no order.');
  await transaction.insert(orderLines).values(
    lines.map(({ product, quantity }, position) => ({
      orderRowId: row.id,
      position,
      productId: product.id,
      productName: product.name,
      quantity,
      pricePaise: product.pricePaise,
    })),
  );
  return row;
}
