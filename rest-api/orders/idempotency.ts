import { hash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { idempotencyKeys } from '../database/order-tables.ts';
import { HttpError } from '../http/errors.ts';

/**
 * Runs `work` once per key, in the caller's transaction, and returns the body of its response. A retry gets the first
 * response, and a concurrent request with the same key waits for it. If the work fails, nothing is stored, so a retry
 * with the same key runs it again.
 * @throws HttpError 422 if the key was used with another body; 409 if the key expires during the call.
 */
export async function runOnce(
  transaction: Database,
  key: string,
  body: unknown,
  work: () => Promise<string>,
): Promise<string> {
  const bodyHash = hash('sha256', JSON.stringify(sortKeys(body)), 'base64url');
  // If another transaction is using this key, the insert waits until that transaction has ended.
  const claimed = await transaction
    .insert(idempotencyKeys)
    .values({ key, bodyHash, status: 201, responseBody: '' })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) return readStoredResponse(transaction, key, bodyHash);
  const responseBody = await work();
  await transaction.update(idempotencyKeys).set({ responseBody }).where(eq(idempotencyKeys.key, key));
  return responseBody;
}

async function readStoredResponse(transaction: Database, key: string, bodyHash: string): Promise<string> {
  const [stored] = await transaction.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  if (stored === undefined) throw new HttpError(409, 'This Idempotency-Key has just expired; try again');
  if (stored.bodyHash !== bodyHash) {
    throw new HttpError(422, 'This Idempotency-Key was used for another order');
  }
  return stored.responseBody;
}

/** Sorts keys, so that two bodies that differ only in the order of their fields have the same hash. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
