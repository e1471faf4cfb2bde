import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { identity } from './catalogue-tables.ts';

/**
 * E-mails to send. They are stored in the transaction of the change that they report, and sent later by the service. So
 * no e-mail reports a change that was not committed, and none is lost if the service stops.
 */
export const emails = pgTable(
  'mails',
  {
    id: identity(),
    /** The unique part of the Message-ID, the same at each attempt, so that mail servers can recognize a repeat. */
    messageId: uuid('message_id').notNull().unique().defaultRandom(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    /**
     * Until then, only the process that claimed the e-mail may send it. Afterwards any process may, in case the first
     * one crashed.
     */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** When staff last restarted the retries. The service gives up three days after that, or after `createdAt`. */
    retriedAt: timestamp('retried_at', { withTimezone: true }),
    /** When the service gave up sending the e-mail. */
    failedAt: timestamp('failed_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_pending')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
  ],
);

/** Changes by the shop's staff: who changed what, and when. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    actor: text('actor').notNull(),
    /** The command, such as `orders dispatch`. */
    action: text('action').notNull(),
    /** What was changed, such as an order number. No personal data. */
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  },
  (table) => [index('audit_entries_changed_at').on(table.changedAt)],
);
