import { eq, inArray, sql } from 'drizzle-orm';
import { todayInIndia } from '../calendar.ts';
import { countChangeOfProducts } from '../catalogue/revision.ts';
import { products } from '../database/catalogue-tables.ts';
import { coupons } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { orderLines, orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { badInput, HttpError } from '../http/errors.ts';
import { maxPaise, toRupees } from '../money.ts';
import { byEmail, userNotFound } from '../shoppers/user-record.ts';
import { newOrderId } from './order-id.ts';
import type { ShipmentFields } from './shipment-fields.ts';

type Product = Pick<
  typeof products.$inferSelect,
  'id' | 'name' | 'pricePaise' | 'status' | 'remainingQuantity' | 'withdrawnAt'
>;

/** A line of an order with the product as it is while its row is held. */
interface SoldLine {
  readonly product: Product;
  readonly quantity: number;
}

/**
 * Takes the stock of all lines and stores the order, within the caller's transaction. Gives the number
 * of the order's row.
 * @throws HttpError 400 for an unknown product or coupon or more than an order can amount to, 404 for an
 * unknown user, 409 for too little stock.
 */
export async function createShipment(transaction: Database, shipment: ShipmentFields): Promise<number> {
  const [user] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(byEmail(shipment.userEmail))
    .for('key share');
  if (user === undefined) throw userNotFound();
  const coupon = await readCoupon(transaction, shipment.coupon);
  const lines = await holdProducts(transaction, shipment.shipmentProducts);
  refuseShortage(lines);
  for (const { product, quantity } of lines) {
    await transaction
      .update(products)
      .set({ remainingQuantity: sql`${products.remainingQuantity} - ${quantity}` })
      .where(eq(products.id, product.id));
  }
  const row = await storeOrder(transaction, shipment, user.id, coupon, lines);
  await countChangeOfProducts(
    transaction,
    lines.map(({ product }) => product.id),
  );
  return row;
}

async function readCoupon(transaction: Database, id: number | null | undefined) {
  if (id === null || id === undefined) return undefined;
  const [coupon] = await transaction.select().from(coupons).where(eq(coupons.id, id)).for('key share');
  if (coupon === undefined) throw badInput([{ field: 'coupon', message: `There is no coupon ${id}` }]);
  return coupon;
}

/** Locks the products in the order of their ids, so that two orders never wait for each other in a ring. */
async function holdProducts(
  transaction: Database,
  wanted: ShipmentFields['shipmentProducts'],
): Promise<SoldLine[]> {
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
        wanted.map(({ productId }) => productId),
      ),
    )
    .orderBy(products.id)
    .for('update');
  const byId = new Map(rows.map((product) => [product.id, product]));
  return wanted.map(({ productId, quantity }, index) => {
    const product = byId.get(productId);
    if (product !== undefined) return { product, quantity };
    const field = `shipmentProducts.${index}.productId`;
    throw badInput([{ field, message: `There is no product with the id ${productId}` }]);
  });
}

/**
 * An unknown quantity counts as none, and so does a status other than Available (requirements.md 2.10 and 4). So does a
 * product that was withdrawn while the shopper had it in the cart.
 */
function refuseShortage(lines: readonly SoldLine[]): void {
  for (const { product, quantity } of lines) {
    const isSold = product.status === 'Available' && product.withdrawnAt === null;
    const stock = isSold ? (product.remainingQuantity ?? 0) : 0;
    if (quantity > stock) throw new HttpError(409, `Not enough stock for product ${product.name}`);
  }
}

/** What the lines cost, in paise. */
function itemTotal(lines: readonly SoldLine[]): number {
  const total = lines.reduce((sum, { product, quantity }) => sum + product.pricePaise * quantity, 0);
  if (total <= maxPaise) return total;
  const message = `Comes to ${toRupees(total)} rupees; an order can amount to ${toRupees(maxPaise)} at most`;
  throw badInput([{ field: 'shipmentProducts', message }]);
}

async function storeOrder(
  transaction: Database,
  shipment: ShipmentFields,
  userId: number,
  coupon: typeof coupons.$inferSelect | undefined,
  lines: readonly SoldLine[],
): Promise<number> {
  const { shipmentProducts: _, coupon: __, totalPrice, shipmentCharges, deliveryFee, ...kept } = shipment;
  const [row] = await transaction
    .insert(orders)
    .values({
      ...kept,
      orderId: newOrderId(),
      userId,
      orderDate: todayInIndia(),
      status: shipment.transactionStatus || 'Placed',
      totalPaise: totalPrice,
      shipmentChargesPaise: shipmentCharges,
      deliveryFeePaise: deliveryFee,
      couponId: coupon?.id,
      couponName: coupon?.name,
      couponDiscount: coupon?.discount,
      productName: shipment.productName ?? lines.map(({ product }) => product.name).join(', '),
      productQuantity: shipment.productQuantity ?? lines.reduce((sum, { quantity }) => sum + quantity, 0),
      productPricePaise: shipment.productPrice ?? itemTotal(lines),
    })
    .returning({ id: orders.id });
  if (row === undefined) throw new Error('The order has no number.');
  await transaction.insert(orderLines).values(
    lines.map(({ product, quantity }, position) => ({
      orderRow: row.id,
      position,
      productId: product.id,
      productName: product.name,
      quantity,
      pricePaise: product.pricePaise,
    })),
  );
  return row.id;
}
