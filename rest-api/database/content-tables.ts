import { sql } from 'drizzle-orm';
import { check, date, integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { identity, origin } from './catalogue-tables.ts';

/** Lists are ordered by position, then by id. */
const position = () => integer('position').notNull().default(0);

export const coupons = pgTable(
  'coupons',
  {
    id: identity(),
    name: text('name').notNull().unique(),
    discount: numeric('discount', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    /** When the coupon was ended. Orders still refer to it. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
    origin: origin(),
  },
  (table) => [check('coupons_discount_is_percent', sql`${table.discount} between 0 and 100`)],
);

// The REST service returns the columns of the next three tables in this order, without `shownOn`, position and origin.

/** Banner texts. One without a date is shown every day. */
export const notifications = pgTable('notifications', {
  id: identity(),
  notification: text('notification').notNull(),
  notificationEn: text('notification_en'),
  notificationMr: text('notification_mr'),
  notificationHi: text('notification_hi'),
  shownOn: date('shown_on', { mode: 'string' }),
  position: position(),
  origin: origin(),
});

export const marketingPosts = pgTable('marketing_posts', {
  id: identity(),
  title: text('title').notNull(),
  image: text('image').notNull(),
  link: text('link').notNull(),
  titleEn: text('title_en'),
  titleMr: text('title_mr'),
  titleHi: text('title_hi'),
  position: position(),
  origin: origin(),
});

export const slides = pgTable('slides', {
  id: identity(),
  title: text('title').notNull(),
  thumbnailFile: text('thumbnail_file').notNull(),
  link: text('link').notNull(),
  titleEn: text('title_en'),
  titleMr: text('title_mr'),
  titleHi: text('title_hi'),
  thumbnailFileEn: text('thumbnail_file_en'),
  thumbnailFileMr: text('thumbnail_file_mr'),
  thumbnailFileHi: text('thumbnail_file_hi'),
  position: position(),
  origin: origin(),
});

export const contactEnquiries = pgTable('contact_enquiries', {
  id: identity(),
  name: text('name').notNull(),
  phoneNumber: text('phone_number').notNull(),
  remark: text('remark').notNull(),
  productName: text('product_name').notNull().default(''),
  publisher: text('publisher').notNull().default(''),
  author: text('author').notNull().default(''),
  language: text('language').notNull().default(''),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  /** When staff marked the enquiry as done. It is deleted 30 days later. */
  doneAt: timestamp('done_at', { withTimezone: true }),
});
