import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { idempotencyKeys } from '../database/order-tables.ts';
import { badInput, HttpError } from '../http/errors.ts';

/** An answer as it is kept for repeats. */
export interface KeptAnswer {
  readonly status: number;
  readonly json: string;
}

/** Reads `Idempotency-Key`: 1 to 255 visible ASCII characters. Throws HttpError 400. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw badInput([{ field: 'Idempotency-Key', message: 'Must be 1 to 255 visible ASCII characters' }]);
}

/**
 * Does `work` once for a key, in the caller's transaction: a repeat gets the answer of the first time,
 * and one that comes meanwhile waits for it. Work that fails leaves no trace, so that it can be tried
 * again with the same key.
 * @throws HttpError 422 when the key was used for another body.
 */
export async function once(
  transaction: Database,
  key: string,
  body: unknown,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('base64url');
  // Another transaction with the same key makes this insert wait until that one has ended.
  const claimed = await transaction
    .insert(idempotencyKeys)
    .values({ key, bodyHash, status: 0, answer: '' })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) return keptAnswer(transaction, key, bodyHash);
  const answer = await work();
  await transaction
    .update(idempotencyKeys)
    .set({ status: answer.status, answer: answer.json })
    .where(eq(idempotencyKeys.key, key));
  return answer;
}

async function keptAnswer(transaction: Database, key: string, bodyHash: string): Promise<KeptAnswer> {
  const [kept] = await transaction.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  if (kept === undefined) throw new HttpError(409, 'This Idempotency-Key is just being forgotten; try again');
  if (kept.bodyHash !== bodyHash) {
    throw new HttpError(422, 'This Idempotency-Key was used for another order');
  }
  return { status: kept.status, json: kept.answer };
}

/** The same body with its fields in one order, whatever order the client wrote them in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** Forgets the keys of more than two days ago: no client repeats an order for so long. */
export async function forgetOldKeys(database: Database): Promise<void> {
  await database.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '2 days'`));
}
