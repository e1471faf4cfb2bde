import { relations, sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { identity, origin, products } from './catalogue-tables.ts';

/** Fields of a record that this service does not know. They are stored and returned unchanged. */
const unknownFields = () => jsonb('unknown_fields').$type<Record<string, unknown>>().notNull().default({});

export const users = pgTable(
  'users',
  {
    id: identity(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    contact: text('contact').notNull(),
    passwordHash: text('password_hash').notNull(),
    unknownFields: unknownFields(),
    origin: origin(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('users_contact_unique').on(table.contact),
    check('users_username_not_empty', sql`${table.username} <> ''`),
    check('users_contact_is_mobile', sql`${table.contact} ~ '^[6-9][0-9]{9}$'`),
    check('users_unknown_fields_is_object', sql`jsonb_typeof(${table.unknownFields}) = 'object'`),
  ],
);

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

const productId = () =>
  integer('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' });

export const addresses = pgTable(
  'addresses',
  {
    userId: userId(),
    /** Chosen by the client that creates the address (often a timestamp), or else by the service. Unique per user. */
    id: bigint('id', { mode: 'number' }).notNull(),
    position: smallint('position').notNull(),
    address: text('address').notNull(),
    area: text('area').notNull(),
    city: text('city').notNull(),
    district: text('district').notNull(),
    state: text('state').notNull(),
    pincode: text('pincode').notNull(),
    landmark: text('landmark').notNull(),
    unknownFields: unknownFields(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    check('addresses_pincode_is_six_digits', sql`${table.pincode} ~ '^[1-9][0-9]{5}$'`),
  ],
);

export const cartLines = pgTable(
  'cart_lines',
  {
    userId: userId(),
    productId: productId(),
    quantity: smallint('quantity').notNull(),
    position: smallint('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    check('cart_lines_quantity_1_to_10', sql`${table.quantity} between 1 and 10`),
    index('cart_lines_product').on(table.productId),
  ],
);

export const wishlistItems = pgTable(
  'wishlist_items',
  { userId: userId(), productId: productId(), position: smallint('position').notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    index('wishlist_items_product').on(table.productId),
  ],
);

/** At most one valid one-time password per user. A new one replaces the previous one. */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    otpHash: text('otp_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** The database calls them tries, since renaming the column would prevent a return to an earlier version. */
    attemptsLeft: smallint('tries_left').notNull(),
    verifiedAt: timestamp('verified_at', { withTimezone: true }),
    /** Number of one-time passwords sent since `windowStartedAt`, for the rate limit. */
    sentInWindow: smallint('sent_in_window').notNull().default(1),
    windowStartedAt: timestamp('window_started_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('password_resets_tries_not_negative', sql`${table.attemptsLeft} >= 0`)],
);

export const userRelations = relations(users, ({ many }) => ({
  addresses: many(addresses),
  cartLines: many(cartLines),
  wishlistItems: many(wishlistItems),
}));
export const addressRelations = relations(addresses, ({ one }) => ({
  user: one(users, { fields: [addresses.userId], references: [users.id] }),
}));
export const cartLineRelations = relations(cartLines, ({ one }) => ({
  user: one(users, { fields: [cartLines.userId], references: [users.id] }),
}));
export const wishlistItemRelations = relations(wishlistItems, ({ one }) => ({
  user: one(users, { fields: [wishlistItems.userId], references: [users.id] }),
}));
