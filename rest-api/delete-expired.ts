import { lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { deleteAbandonedFiles } from './backup/staging.ts';
import { emails } from './database/back-office-tables.ts';
import { contactEnquiries } from './database/content-tables.ts';
import type { Database } from './database/engine.ts';
import { idempotencyKeys } from './database/order-tables.ts';

const cleanupIntervalMs = 3_600_000;

/**
 * Deletes expired records, and the old staging directories and unfinished pictures that killed backups, restores and
 * uploads left behind. Runs immediately, then every hour, until `stop` is called.
 */
export function startCleanup(database: Database, dataDirectory: string, log: Logger): { stop(): void } {
  const cleanUp = async () => {
    await deleteExpiredRecords(database).catch((error: unknown) =>
      log.warn({ err: error }, 'could not delete expired records'),
    );
    await deleteAbandonedFiles(dataDirectory).catch((error: unknown) =>
      log.warn(
        { err: error },
        'could not delete the files left behind by killed backups, restores and uploads',
      ),
    );
  };
  void cleanUp();
  const timer = setInterval(cleanUp, cleanupIntervalMs);
  return { stop: () => clearInterval(timer) };
}

/**
 * An idempotency key expires after two days: no client retries an order for that long. E-mails that were sent or have
 * failed for good, and enquiries that are done, contain personal data that the shop no longer needs (requirements.md
 * 2.14), so they are deleted after 30 days.
 */
async function deleteExpiredRecords(database: Database): Promise<void> {
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '2 days'`));
  await database
    .delete(emails)
    .where(lt(sql`coalesce(${emails.sentAt}, ${emails.failedAt})`, sql`now() - interval '30 days'`));
  await database.delete(contactEnquiries).where(lt(contactEnquiries.doneAt, sql`now() - interval '30 days'`));
}
