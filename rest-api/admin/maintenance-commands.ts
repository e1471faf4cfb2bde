import { existsSync } from 'node:fs';
import { and, desc, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createBackup } from '../backup/create-backup.ts';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { getShopFile } from '../config.ts';
import { auditEntries, emails } from '../database/back-office-tables.ts';
import { milestones } from '../database/catalogue-tables.ts';
import { removeDemoContent, removeDemoProducts, removeDemoShoppers } from '../demo/remove-demo.ts';
import { formatDateTimeInIndia } from '../domain/calendar.ts';
import { formatCount } from '../format-count.ts';
import { deleteUnusedNames } from '../import/names.ts';
import { type Command, defineChange, defineQuery, limitInput } from './command.ts';
import { formatTable } from './table.ts';

export const maintenanceCommands: readonly Command[] = [
  defineQuery({
    name: 'backup',
    usage: 'FILE',
    description:
      'writes database, images and secrets to a file (.tar.gz), whether or not the shop is running',
    parameters: ['file'],
    input: z.strictObject({ file: z.string() }),
    run: async (database, { file }, { dataDirectory, signal }) => {
      const rowCount = await createBackup(database, dataDirectory, file, signal);
      const summary = `Backed up ${formatCount(rowCount, 'row')} and the files of the shop to ${file}.`;
      const hasSettings = existsSync(getShopFile(dataDirectory));
      return {
        data: { file, rows: rowCount },
        text: hasSettings
          ? `${summary}\nKeep copies of shop.json and the images that it refers to, which are not included.`
          : summary,
      };
    },
  }),
  defineChange({
    name: 'demo remove',
    usage: '[--yes]',
    description: "removes the demo's books, coupons, slides, posts, notifications, logins and orders",
    question: 'Remove the demo? This keeps your own books, coupons, content and customers.',
    removesDemo: true,
    input: z.strictObject({}),
    change: async (transaction) => {
      // Locks users, coupons and products in the same sequence as imports and new orders, to prevent deadlocks.
      await removeDemoShoppers(transaction);
      await removeDemoContent(transaction);
      const productCount = await removeDemoProducts(transaction);
      await deleteUnusedNames(transaction, false);
      // Without any milestone, the next start would seed an empty database with the demo.
      await transaction.insert(milestones).values({ name: 'demo-seeded' }).onConflictDoNothing();
      await recordCatalogueChange(transaction);
      return {
        subject: 'demo',
        details: { products: productCount },
        data: { products: productCount },
        text: `The demo and its ${formatCount(productCount, 'book')} were removed.`,
      };
    },
  }),
  defineQuery({
    name: 'mail list',
    usage: '[--all] [--limit 50]',
    description:
      'lists e-mails that are waiting or could not be sent; --all includes those sent in the last 30 days',
    options: { all: { type: 'boolean' }, limit: { type: 'string' } },
    input: z.strictObject({ all: z.boolean().default(false), limit: limitInput }),
    run: async (database, { all, limit: maxRows }) => {
      const rows = await database.query.emails.findMany({
        columns: {
          id: true,
          recipient: true,
          subject: true,
          createdAt: true,
          attempts: true,
          nextAttemptAt: true,
          sentAt: true,
          failedAt: true,
          lastError: true,
        },
        where: all ? undefined : isNull(emails.sentAt),
        orderBy: desc(emails.id),
        limit: maxRows,
      });
      const cells = rows.map((row) => [
        row.id,
        formatDateTimeInIndia(row.createdAt),
        row.sentAt !== null ? 'Sent' : row.failedAt !== null ? 'Failed' : 'Waiting',
        row.attempts,
        row.lastError,
        row.recipient,
        row.subject,
      ]);
      const headings = ['Id', 'Created', 'Status', 'Attempts', 'Error', 'To', 'Subject'];
      return { data: rows, text: formatTable(headings, cells) };
    },
  }),
  defineChange({
    name: 'mail retry',
    description: 'immediately retries e-mails that failed or are waiting for their next attempt',
    input: z.strictObject({}),
    change: async (transaction, _input, { mailSettings }) => {
      const retried = await transaction
        .update(emails)
        .set({ failedAt: null, nextAttemptAt: sql`now()`, retriedAt: sql`now()` })
        .where(and(isNull(emails.sentAt), isNull(emails.claimedUntil)))
        .returning({ id: emails.id });
      const count = retried.length;
      return {
        subject: 'mail',
        details: { count },
        data: { count },
        text: `${formatCount(count, 'e-mail')} will be sent${mailSettings.smtpUrl === undefined ? ' when SMTP_URL is set' : ''}.`,
      };
    },
  }),
  defineQuery({
    name: 'log',
    usage: '[--limit 50]',
    description: 'lists who changed what and when, newest first',
    options: { limit: { type: 'string' } },
    input: z.strictObject({ limit: limitInput }),
    run: async (database, { limit: maxRows }) => {
      const rows = await database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(maxRows);
      const cells = rows.map(({ changedAt, actor, action, subject, details }) => [
        formatDateTimeInIndia(changedAt),
        actor,
        action,
        subject,
        Object.keys(details).length === 0 ? null : JSON.stringify(details),
      ]);
      return { data: rows, text: formatTable(['At', 'Who', 'Command', 'Subject', 'Details'], cells) };
    },
  }),
];
