import { lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/engine.ts';
import { idempotencyKeys } from '../database/order-tables.ts';

const cleanupIntervalMs = 3_600_000;

/** Deletes expired idempotency keys now and then once an hour, until stopped. */
export function expireIdempotencyKeys(database: Database, log: Logger): { stop(): void } {
  const deleteExpired = () =>
    deleteExpiredKeys(database).catch((error: unknown) =>
      log.warn({ err: error }, 'could not delete expired idempotency keys'),
    );
  void deleteExpired();
  const timer = setInterval(deleteExpired, cleanupIntervalMs);
  return { stop: () => clearInterval(timer) };
}

/** A key expires after two days. No client retries an order for that long. */
async function deleteExpiredKeys(database: Database): Promise<void> {
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '2 days'`));
}
