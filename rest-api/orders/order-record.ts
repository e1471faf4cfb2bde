import { asc, desc, type SQL } from 'drizzle-orm';
import type { ProductRecord } from '../catalogue/product-record.ts';
import type { Database } from '../database/engine.ts';
import { orderLines, orders } from '../database/order-tables.ts';
import { toRupees } from '../money.ts';

/** An order as `GET /OrdersByUserEmail` gives it (requirements.md 3); amounts in rupees. */
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
}

export interface OrderLineRecord {
  /** The product as it is now; null when it is no longer sold. */
  readonly product: ProductRecord | null;
  readonly productName: string;
  readonly quantity: number;
  /** Price of one copy when it was sold. */
  readonly price: number;
}

/** Some of a list of orders: those from `offset`, `limit` at most. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Reads orders, the newest first, with the products among `products` that are still sold. */
export async function readOrders(
  database: Database,
  products: ReadonlyMap<number, ProductRecord>,
  condition: SQL | undefined,
  slice?: Slice,
): Promise<OrderRecord[]> {
  const rows = await database.query.orders.findMany({
    where: condition,
    ...slice,
    orderBy: [desc(orders.orderDate), desc(orders.id)],
    with: { lines: { orderBy: asc(orderLines.position) } },
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
  }));
}
