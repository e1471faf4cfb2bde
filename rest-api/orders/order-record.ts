import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ProductRecord } from '../catalogue/product-record.ts';
import type { Database } from '../database/engine.ts';
import { orderLines, orderStatusChanges, orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { toRupees } from '../money.ts';
import { byEmail } from '../shoppers/user-record.ts';
import { isCancellable, type OrderStep } from './order-status.ts';

/** An order as `GET /OrdersByUserEmail` returns it (requirements.md 3). Amounts are in rupees. */
export interface OrderRecord {
  readonly orderId: string;
  readonly orderDate: string;
  readonly totalPrice: number;
  readonly status: string;
  readonly trackingNo: string | null;
  readonly address: string;
  readonly area: string;
  readonly landmark: string;
  readonly city: string;
  readonly district: string;
  readonly state: string;
  readonly pincode: string;
  readonly country: string;
  readonly shipmentCharges: number;
  readonly deliveryFee: number;
  readonly averageDeliveryTime: string;
  readonly dispatchedDate: string | null;
  readonly coupon: number | null;
  readonly shipmentProducts: readonly OrderLineRecord[];
  /** How it is paid, in the words of the client that placed it. */
  readonly mode: string | null;
  readonly trackingUrl: string | null;
  /** Whether the shopper may still cancel the order. */
  readonly cancellable: boolean;
  /** The order's steps so far, starting with `Placed`. */
  readonly statusHistory: readonly StatusRecord[];
}

export interface StatusRecord {
  readonly status: OrderStep;
  /** ISO 8601, in UTC. */
  readonly changedAt: string;
  /** Why the order was cancelled. */
  readonly reason: string | null;
}

export interface OrderLineRecord {
  /** The product as it is now; null if it is no longer sold. */
  readonly product: ProductRecord | null;
  readonly productName: string;
  readonly quantity: number;
  /** Unit price at the time of the order. */
  readonly price: number;
}

/** One page of a list of orders. */
export interface OrderPage {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Builds the condition that selects the orders of an e-mail address: those of the user who has it now, and those
 * placed with it by users who have been deleted since.
 */
export async function buildEmailCondition(database: Database, email: string): Promise<SQL | undefined> {
  const [user] = await database.select({ id: users.id }).from(users).where(byEmail(email));
  const byDeletedUser = and(isNull(orders.userId), eq(sql`lower(${orders.userEmail})`, sql`lower(${email})`));
  return user === undefined ? byDeletedUser : or(eq(orders.userId, user.id), byDeletedUser);
}

export function countOrders(database: Database, condition: SQL | undefined): Promise<number> {
  return database.$count(orders, condition);
}

/** Reads orders, newest first. `products` holds the products that are still sold, by id. */
export async function readOrders(
  database: Database,
  products: ReadonlyMap<number, ProductRecord>,
  condition: SQL | undefined,
  page?: OrderPage,
): Promise<OrderRecord[]> {
  const rows = await database.query.orders.findMany({
    where: condition,
    ...page,
    orderBy: [desc(orders.orderDate), desc(orders.id)],
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
    dispatchedDate: row.dispatchedDate,
    coupon: row.couponId,
    shipmentProducts: row.lines.map((line) => ({
      product: (line.productId === null ? undefined : products.get(line.productId)) ?? null,
      productName: line.productName,
      quantity: line.quantity,
      price: toRupees(line.pricePaise),
    })),
    mode: row.mode,
    trackingUrl: row.trackingUrl,
    cancellable: isCancellable(row.status),
    statusHistory: [
      { status: 'Placed', changedAt: row.createdAt.toISOString(), reason: null },
      ...row.statusChanges.map(({ status, changedAt, reason }) => ({
        status,
        changedAt: changedAt.toISOString(),
        reason,
      })),
    ],
  }));
}
