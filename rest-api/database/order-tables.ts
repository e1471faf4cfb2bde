import { relations, sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { identity, origin, products } from './catalogue-tables.ts';
import { coupons } from './content-tables.ts';
import { users } from './shopper-tables.ts';

/** The languages of the shop's e-mails. The first one is the default. */
export const mailLanguages = ['en', 'mr', 'hi'] as const;

/** Orders copy what was sold and where it was sent, so they survive changes to products, coupons and users. */
export const orders = pgTable(
  'orders',
  {
    id: identity(),
    /** The order number that shoppers see, such as `K7M-4QWX-9PR`. */
    orderId: text('order_id').notNull().unique(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    userEmail: text('user_email').notNull(),
    userName: text('user_name').notNull(),
    userMobile: text('user_mobile').notNull(),
    orderDate: date('order_date', { mode: 'string' }).notNull(),
    /** As the client sent it with the order. `orderStatusChanges` has the time of the dispatch. */
    dispatchedDate: date('dispatched_date', { mode: 'string' }),
    status: text('status').notNull(),
    trackingNo: text('tracking_no'),
    trackingUrl: text('tracking_url'),
    totalPaise: integer('total_paise').notNull(),
    shipmentChargesPaise: integer('shipment_charges_paise').notNull(),
    deliveryFeePaise: integer('delivery_fee_paise').notNull(),
    averageDeliveryTime: text('average_delivery_time').notNull(),
    couponId: integer('coupon_id').references(() => coupons.id, { onDelete: 'set null' }),
    couponName: text('coupon_name'),
    couponDiscount: numeric('coupon_discount', { precision: 5, scale: 2, mode: 'number' }),
    address: text('address').notNull(),
    area: text('area').notNull(),
    landmark: text('landmark').notNull(),
    city: text('city').notNull(),
    district: text('district').notNull(),
    state: text('state').notNull(),
    pincode: text('pincode').notNull(),
    country: text('country').notNull(),
    productName: text('product_name').notNull(),
    productQuantity: integer('product_quantity').notNull(),
    productPricePaise: integer('product_price_paise').notNull(),
    conductBy: text('conduct_by'),
    transactionMode: text('transaction_mode'),
    transactionStatus: text('transaction_status'),
    mode: text('mode'),
    sentBy: text('sent_by'),
    /** The language of the shopper's e-mails about this order. */
    language: text('language', { enum: mailLanguages }).notNull().default('en'),
    origin: origin(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('orders_total_not_negative', sql`${table.totalPaise} >= 0`),
    check('orders_shipment_charges_not_negative', sql`${table.shipmentChargesPaise} >= 0`),
    check('orders_delivery_fee_not_negative', sql`${table.deliveryFeePaise} >= 0`),
    check('orders_status_not_empty', sql`${table.status} <> ''`),
    index('orders_user').on(table.userId),
    index('orders_created_at').on(table.createdAt),
    index('orders_user_email').on(sql`lower(${table.userEmail})`),
  ],
);

export const orderLines = pgTable(
  'order_lines',
  {
    orderRowId: integer('order_row')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    productName: text('product_name').notNull(),
    quantity: integer('quantity').notNull(),
    /** Unit price at the time of the order. */
    pricePaise: integer('price_paise').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderRowId, table.position] }),
    check('order_lines_quantity_positive', sql`${table.quantity} > 0`),
    check('order_lines_price_not_negative', sql`${table.pricePaise} >= 0`),
    index('order_lines_product').on(table.productId),
  ],
);

/**
 * The status changes of orders. The latest one equals `orders.status`. An order without changes has the status that the
 * client sent, such as `Paid`, or else `Placed`.
 */
export const orderStatusChanges = pgTable(
  'order_status_changes',
  {
    id: identity(),
    orderRowId: integer('order_row')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['Packed', 'Dispatched', 'Delivered', 'Cancelled'] }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    changedBy: text('changed_by', { enum: ['shop', 'shopper'] }).notNull(),
    reason: text('reason'),
  },
  (table) => [index('order_status_changes_order').on(table.orderRowId)],
);

/**
 * The response to each order that was placed with an `Idempotency-Key`, so that a retry gets the same response. Deleted
 * after two days.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    bodyHash: text('body_hash').notNull(),
    /** Always 201, and never read. Earlier versions write it, so they could not place orders without the column. */
    status: smallint('status').notNull(),
    responseBody: text('answer').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('idempotency_keys_created_at').on(table.createdAt)],
);

export const orderRelations = relations(orders, ({ many }) => ({
  lines: many(orderLines),
  statusChanges: many(orderStatusChanges),
}));
export const orderStatusChangeRelations = relations(orderStatusChanges, ({ one }) => ({
  order: one(orders, { fields: [orderStatusChanges.orderRowId], references: [orders.id] }),
}));
export const orderLineRelations = relations(orderLines, ({ one }) => ({
  order: one(orders, { fields: [orderLines.orderRowId], references: [orders.id] }),
}));
