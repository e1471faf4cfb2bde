import { auditEntries } from './database/back-office-tables.ts';
import type { Database } from './database/engine.ts';

/** Logs who made a change, in the transaction that makes it. */
export async function recordAudit(
  transaction: Database,
  entry: Pick<typeof auditEntries.$inferInsert, 'actor' | 'action' | 'subject' | 'details'>,
): Promise<void> {
  await transaction.insert(auditEntries).values(entry);
}
