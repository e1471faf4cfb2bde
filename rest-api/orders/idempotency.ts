import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { idempotencyKeys } from '../database/order-tables.ts';
import { createBadRequest, HttpError } from '../http/errors.ts';

/** A response as it is stored for retries. */
export interface StoredResponse {
  readonly status: number;
  readonly json: string;
}

/** Reads `Idempotency-Key`: 1 to 255 visible ASCII characters. @throws {HttpError} 400. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw createBadRequest([
    { field: 'Idempotency-Key', message: 'Must be 1 to 255 visible ASCII characters' },
  ]);
}

/**
 * Runs `work` once per key, in the caller's transaction. A retry gets the first response, and a concurrent
 * request with the same key waits for it. Failed work leaves no trace, so the same key can be retried.
 * @throws HttpError 422 if the key was used with another body.
 */
export async function runOnce(
  transaction: Database,
  key: string,
  body: unknown,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(sortKeys(body)))
    .digest('base64url');
  // If another transaction is using this key, the insert waits until that transaction has ended.
  const claimed = await transaction
    .insert(idempotencyKeys)
    .values({ key, bodyHash, status: 0, responseBody: '' })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) return readStoredResponse(transaction, key, bodyHash);
  const response = await work();
  await transaction
    .update(idempotencyKeys)
    .set({ status: response.status, responseBody: response.json })
    .where(eq(idempotencyKeys.key, key));
  return response;
}

async function readStoredResponse(
  transaction: Database,
  key: string,
  bodyHash: string,
): Promise<StoredResponse> {
  const [stored] = await transaction.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  if (stored === undefined) throw new HttpError(409, 'This Idempotency-Key has just expired; try again');
  if (stored.bodyHash !== bodyHash) {
    throw new HttpError(422, 'This Idempotency-Key was used for another order');
  }
  return { status: stored.status, json: stored.responseBody };
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
