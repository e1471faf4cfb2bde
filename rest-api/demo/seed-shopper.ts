import type { Database } from '../database/engine.ts';
import { orderLines, orderStatusChanges, orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { requirePaise } from '../domain/money.ts';
import { createOrderId } from '../orders/order-id.ts';
import { storeAddresses, storeCart, storeWishlist } from '../shoppers/store-user.ts';
import { coupons } from './content.ts';
import type { DemoOrder, DemoShopper } from './shoppers.ts';

const origin = 'demo' as const;

/** Stores a shopper with addresses, cart, wish list and past orders. */
export async function seedShopper(
  transaction: Database,
  shopper: DemoShopper,
  passwordHash: string,
): Promise<void> {
  const { username, email, contact } = shopper;
  const [user] = await transaction
    .insert(users)
    .values({ username, email, contact, passwordHash, origin })
    .returning({ id: users.id });
  if (user === undefined) throw new Error('The demo shopper was not stored.');
  const userId = user.id;
  await storeAddresses(transaction, userId, shopper.addresses);
  await storeCart(transaction, userId, shopper.productIds);
  await storeWishlist(transaction, userId, shopper.wishlistProductIds);
  for (const order of shopper.orders) await seedOrder(transaction, shopper, userId, order);
}

async function seedOrder(
  transaction: Database,
  shopper: DemoShopper,
  userId: number,
  order: DemoOrder,
): Promise<void> {
  const {
    totalPrice,
    shipmentCharges,
    deliveryFee,
    coupon: couponId,
    shipmentProducts,
    ...otherFields
  } = order;
  const coupon = coupons.find(({ id }) => id === couponId);
  const [row] = await transaction
    .insert(orders)
    .values({
      ...otherFields,
      orderId: createOrderId(),
      userId,
      createdAt: getNoonInIndia(order.orderDate),
      userEmail: shopper.email,
      userName: shopper.username,
      userMobile: shopper.contact,
      totalPaise: requirePaise(totalPrice),
      shipmentChargesPaise: requirePaise(shipmentCharges),
      deliveryFeePaise: requirePaise(deliveryFee),
      couponId: coupon?.id,
      couponName: coupon?.couponName,
      couponDiscount: coupon?.discount,
      productName: shipmentProducts.map(({ productName }) => productName).join(', '),
      productQuantity: shipmentProducts.reduce((sum, { quantity }) => sum + quantity, 0),
      productPricePaise: shipmentProducts.reduce(
        (sum, line) => sum + requirePaise(line.price) * line.quantity,
        0,
      ),
      origin,
    })
    .returning({ id: orders.id });
  if (row === undefined) throw new Error('The demo order was not stored.');
  const changes = listStepsUntil(order.status).map(([status, daysLater]) => ({
    orderRowId: row.id,
    status,
    changedAt: getNoonInIndia(order.orderDate, daysLater),
    changedBy: 'shop' as const,
  }));
  if (changes.length > 0) await transaction.insert(orderStatusChanges).values(changes);
  await transaction.insert(orderLines).values(
    shipmentProducts.map(({ productId, productName, quantity, price }, position) => ({
      orderRowId: row.id,
      position,
      productId,
      productName,
      quantity,
      pricePaise: requirePaise(price),
    })),
  );
}

/** The steps of a demo order after `Placed`, with the number of days after the order. */
const steps = [
  ['Packed', 1],
  ['Dispatched', 1],
  ['Delivered', 5],
] as const;

/** Lists the steps after `Placed` that an order with this status has gone through. */
function listStepsUntil(status: string): (typeof steps)[number][] {
  return steps.slice(0, steps.findIndex(([step]) => step === status) + 1);
}

/** Returns noon in India on a date, or the given number of days later. */
function getNoonInIndia(date: string, daysLater = 0): Date {
  const noon = new Date(`${date}T12:00:00+05:30`);
  noon.setDate(noon.getDate() + daysLater);
  return noon;
}
