import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ProductRecord, productRecord } from '../catalogue/product-record.ts';
import type { Database } from '../database/engine.ts';
import { orderLines, orderStatusChanges, orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { toRupees } from '../domain/money.ts';
import { buildUserEmailCondition } from '../shoppers/user-record.ts';
import { findDispatchDate, isCancellable, listStatusHistory, orderSteps } from './order-status.ts';

const orderLineRecord = z
  .strictObject({
    product: productRecord
      .nullable()
      .meta({ description: 'The product as it is now; null if it is no longer sold' }),
    productName: z.string().meta({ examples: ['Shyamchi Aai'] }),
    quantity: z.int().meta({ examples: [2] }),
    price: z.number().meta({ description: 'Unit price in rupees at the time of the order', examples: [180] }),
  })
  .meta({ id: 'OrderLine' });

const statusRecord = z
  .strictObject({
    status: z.enum([...orderSteps, 'Paid']).meta({ examples: ['Placed'] }),
    changedAt: z.iso
      .datetime()
      .meta({ description: 'ISO 8601, in UTC', examples: ['2026-11-20T08:30:00.000Z'] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the order was cancelled', examples: ['Ordered twice'] }),
  })
  .meta({ id: 'StatusChange' });

/** An order as `GET /OrdersByUserEmail` returns it (requirements.md 3). Amounts are in rupees. */
export const orderRecord = z
  .strictObject({
    orderId: z.string().meta({ examples: ['K7M-4QWX-9PR'] }),
    orderDate: z.iso.date().meta({ description: 'The date in India', examples: ['2026-11-20'] }),
    totalPrice: z.number().meta({ description: 'Rupees', examples: [380] }),
    status: z.string().meta({
      description:
        'The latest step; at first the `transactionStatus` of the shipment, or `Placed` if it has none',
      examples: ['Placed'],
    }),
    userName: z.string().meta({
      description: "The shopper's name when the order was placed",
      examples: ['Asha Kulkarni'],
    }),
    userMobile: z.string().meta({
      description: "The shopper's mobile number when the order was placed",
      examples: ['9876543210'],
    }),
    trackingNo: z
      .string()
      .nullable()
      .meta({ examples: ['EM123456789IN'] }),
    address: z.string().meta({ description: 'House and street', examples: ['12 Test Lane'] }),
    area: z.string().meta({ examples: ['Kothrud'] }),
    landmark: z.string().meta({ examples: ['By the well'] }),
    city: z.string().meta({ examples: ['Pune'] }),
    district: z.string().meta({ examples: ['Pune'] }),
    state: z.string().meta({ examples: ['Maharashtra'] }),
    pincode: z.string().meta({ examples: ['411038'] }),
    country: z.string().meta({ examples: ['India'] }),
    shipmentCharges: z.number().meta({ description: 'Rupees', examples: [20] }),
    deliveryFee: z.number().meta({ description: 'Rupees', examples: [0] }),
    averageDeliveryTime: z.string().meta({ examples: ['5-6 days'] }),
    dispatchedDate: z
      .string()
      .nullable()
      .meta({
        description: 'The date in India; null until the order is dispatched',
        examples: ['2026-11-20'],
      }),
    coupon: z
      .int()
      .nullable()
      .meta({ description: 'The id of the coupon', examples: [1] }),
    couponName: z
      .string()
      .nullable()
      .meta({ description: 'The name of the coupon', examples: ['TEN'] }),
    shipmentProducts: z.array(orderLineRecord).meta({ description: 'The lines' }),
    mode: z
      .string()
      .nullable()
      .meta({
        description: 'The mode of payment, as the client that placed the order sent it',
        examples: ['Online'],
      }),
    trackingUrl: z
      .string()
      .nullable()
      .meta({
        description: 'Where the shopper can track the parcel',
        examples: ['https://track.example/EM123456789IN'],
      }),
    cancellable: z
      .boolean()
      .meta({ description: 'Whether the shopper may still cancel the order', examples: [true] }),
    statusHistory: z.array(statusRecord).meta({
      description: 'The steps of the order so far: `Placed`, `Paid` if it is paid online, and so on',
    }),
  })
  .meta({ id: 'Order' });

type OrderLineRecord = Readonly<Omit<z.output<typeof orderLineRecord>, 'product'>> & {
  readonly product: ProductRecord | null;
};
type OrderRecord = Readonly<Omit<z.output<typeof orderRecord>, 'shipmentProducts'>> & {
  readonly shipmentProducts: readonly OrderLineRecord[];
};

/**
 * Builds the condition that selects the orders of an e-mail address: those of the user who has it now, and those
 * placed with it by users who have been deleted since.
 */
export async function buildOrdersCondition(database: Database, email: string): Promise<SQL | undefined> {
  const [user] = await database.select({ id: users.id }).from(users).where(buildUserEmailCondition(email));
  const deletedUserCondition = and(
    isNull(orders.userId),
    eq(sql`lower(${orders.userEmail})`, sql`lower(${email})`),
  );
  return user === undefined ? deletedUserCondition : or(eq(orders.userId, user.id), deletedUserCondition);
}

/**
 * Reads orders, newest first: their ids are chronological even if the clock was wrong for a while. `products` holds the
 * products that are still sold, by id.
 */
export async function readOrders(
  database: Database,
  products: ReadonlyMap<number, ProductRecord>,
  condition: SQL | undefined,
  page?: { readonly offset: number; readonly limit: number },
): Promise<OrderRecord[]> {
  const rows = await database.query.orders.findMany({
    where: condition,
    ...page,
    orderBy: desc(orders.id),
    with: {
      lines: { orderBy: asc(orderLines.position) },
      statusChanges: { orderBy: asc(orderStatusChanges.id) },
    },
  });
  return rows.map((row) => ({
    orderId: row.orderId,
    orderDate: row.orderDate,
    totalPrice: toRupees(row.totalPaise),
    status: row.status,
    userName: row.userName,
    userMobile: row.userMobile,
    trackingNo: row.trackingNo,
    address: row.address,
    area: row.area,
    landmark: row.landmark,
    city: row.city,
    district: row.district,
    state: row.state,
    pincode: row.pincode,
    country: row.country,
    shipmentCharges: toRupees(row.shipmentChargesPaise),
    deliveryFee: toRupees(row.deliveryFeePaise),
    averageDeliveryTime: row.averageDeliveryTime,
    dispatchedDate: findDispatchDate(row.statusChanges),
    coupon: row.couponId,
    couponName: row.couponName,
    shipmentProducts: row.lines.map((line) => ({
      product: (line.productId === null ? undefined : products.get(line.productId)) ?? null,
      productName: line.productName,
      quantity: line.quantity,
      price: toRupees(line.pricePaise),
    })),
    mode: row.mode,
    trackingUrl: row.trackingUrl,
    cancellable: isCancellable(row.status),
    statusHistory: listStatusHistory(row).map(({ status, changedAt, reason }) => ({
      status,
      changedAt: changedAt.toISOString(),
      reason,
    })),
  }));
}
