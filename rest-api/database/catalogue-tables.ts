import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { productFieldColumns } from '../domain/product-fields.ts';

/** An id from a sequence. The demo's catalogue and content, imported products and restored rows have explicit ids. */
export const identity = () => integer('id').primaryKey().generatedByDefaultAsIdentity();

/**
 * Whether a row belongs to the demo or to the shop. The first import and `demo remove` delete the demo's rows. A row of
 * the demo can become the shop's, for example when its text is edited.
 */
export const origin = () =>
  text('origin', { enum: ['demo', 'shop'] })
    .notNull()
    .default('shop');

/** The statuses of a product (requirements.md 4). */
export const productStatuses = ['Available', 'Unavailable', 'Not-Available'] as const;

export const categories = pgTable(
  'categories',
  {
    id: identity(),
    name: text('name').notNull().unique(),
    nameEn: text('name_en'),
    nameMr: text('name_mr'),
    nameHi: text('name_hi'),
    thumbnail: text('thumbnail'),
    origin: origin(),
  },
  (table) => [check('categories_name_not_empty', sql`${table.name} <> ''`)],
);

export const publishers = pgTable(
  'publishers',
  { id: identity(), name: text('name').notNull().unique(), thumbnail: text('thumbnail'), origin: origin() },
  (table) => [check('publishers_name_not_empty', sql`${table.name} <> ''`)],
);

export const authors = pgTable(
  'authors',
  { id: identity(), name: text('name').notNull().unique(), thumbnail: text('thumbnail'), origin: origin() },
  (table) => [check('authors_name_not_empty', sql`${table.name} <> ''`)],
);

export const languages = pgTable(
  'languages',
  { id: identity(), name: text('name').notNull().unique(), origin: origin() },
  (table) => [check('languages_name_not_empty', sql`${table.name} <> ''`)],
);

/** Products. Amounts are in paise. */
export const products = pgTable(
  'products',
  {
    id: identity(),
    name: text('name').notNull(),
    pricePaise: integer('price_paise').notNull(),
    mrpPaise: integer('mrp_paise').notNull(),
    discount: numeric('discount', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    languageId: integer('language_id')
      .notNull()
      .references(() => languages.id),
    publisherId: integer('publisher_id')
      .notNull()
      .references(() => publishers.id),
    authorId: integer('author_id')
      .notNull()
      .references(() => authors.id),
    status: text('status', { enum: productStatuses }).notNull(),
    images: jsonb('images').$type<Record<string, string>>().notNull().default({}),
    ...productFieldColumns,
    origin: origin(),
    /** When the product was withdrawn from sale. Carts, wish lists and orders still contain it. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /**
     * The catalogue revision of the last order or cancellation that changed the product's stock; 0 if there was none
     * since the row was inserted or last changed by an import. To refresh a snapshot in memory, only rows with a newer
     * revision are read, unless `reload_value` requires all of them.
     */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('products_name_not_empty', sql`${table.name} <> ''`),
    check('products_price_not_negative', sql`${table.pricePaise} >= 0`),
    check('products_mrp_not_negative', sql`${table.mrpPaise} >= 0`),
    check('products_discount_is_percent', sql`${table.discount} between 0 and 100`),
    check('products_status_known', sql`${table.status} in ('Available', 'Unavailable', 'Not-Available')`),
    check('products_stock_not_negative', sql`${table.remainingQuantity} >= 0`),
    check('products_images_is_object', sql`jsonb_typeof(${table.images}) = 'object'`),
    index('products_category').on(table.categoryId),
    index('products_language').on(table.languageId),
    index('products_publisher').on(table.publisherId),
    index('products_author').on(table.authorId),
    index('products_revision').on(table.revision),
  ],
);

/**
 * A single row that counts changes to the catalogue. `value` increases with each change. `reload_value` is the
 * value at the last change that requires snapshots to read all rows again, because the `revision` of products does
 * not show it: imported or deleted rows, changed names or content.
 */
export const catalogueRevision = pgTable(
  'catalogue_revision',
  {
    id: smallint('id').primaryKey(),
    value: bigint('value', { mode: 'number' }).notNull().default(1),
    reloadValue: bigint('reload_value', { mode: 'number' }).notNull().default(1),
  },
  (table) => [check('catalogue_revision_is_one_row', sql`${table.id} = 1`)],
);

/**
 * Events after which the service never seeds the demo: it was seeded, or a catalogue was imported. `demo remove` also
 * records `demo-seeded`, because it may run on a database that was never seeded.
 */
export const milestones = pgTable('milestones', {
  name: text('name', { enum: ['demo-seeded', 'catalogue-imported'] }).primaryKey(),
  reachedAt: timestamp('reached_at', { withTimezone: true }).notNull().defaultNow(),
});
