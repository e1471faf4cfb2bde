import { hash } from 'node:crypto';
import { z } from 'zod';
import { type OrderRecord, orderRecordSchema } from '../rest/order-schema.ts';
import { type KeyValueStore, StoreUnavailableError } from '../storage/key-value.ts';

/** How long an attempt is stored, in seconds. */
const attemptTtlSeconds = 2 * 24 * 60 * 60;

/** How many attempts of one shopper without a known outcome are looked after at once. */
const maxUnresolved = 10;

const attemptShape = z.object({
  /** Of all that makes the order this one. */
  digest: z.string(),
  /** The order as it is sent, with the shopper's name, e-mail and postal address; empty once `order` is known. */
  body: z.record(z.string(), z.unknown()),
  lines: z.array(z.object({ productId: z.string(), quantity: z.number() })).default([]),
  /**
   * The shopper's orders that looked like this one before it was sent: they cannot be it. Null when
   * they could not be read.
   */
  similarBefore: z.array(z.string()).nullable().default(null),
  /** Whether the host makes one order of a key, so that sending again is safe. */
  isIdempotent: z.boolean().default(false),
  /** The order as the host answered it; null while it is not known whether there is one. */
  order: orderRecordSchema.nullable(),
  /** The host made the order, but did not say which: what it named it by, null for nothing. */
  untold: z.object({ orderId: z.string().nullable() }).nullable().default(null),
  cartDone: z.boolean(),
});

/** What is known of an order that is being placed, or was. */
export type StoredAttempt = z.output<typeof attemptShape>;

/** Names an attempt in the store, without telling its shopper's idempotency key. */
export function attemptKey(userId: string, idempotencyKey: string): string {
  return hash('sha256', JSON.stringify([userId, idempotencyKey]), 'hex');
}

/** The operations on a key-value store that attempts need. What it stores must survive a restart. */
export type DurableStore = Pick<KeyValueStore, 'get' | 'set' | 'setIfAbsent' | 'take'>;

/** Stores the attempts to place orders. Calls throw {StoreUnavailableError} unless they say otherwise. */
export class AttemptStore {
  readonly #store: DurableStore;

  constructor(store: DurableStore) {
    this.#store = store;
  }

  async find(key: string): Promise<StoredAttempt | null> {
    const value = await this.#store.get(`order:${key}`);
    return value === null ? null : attemptShape.parse(JSON.parse(value));
  }

  /** Stores a new attempt; false when there is one under this key already. */
  create(key: string, attempt: StoredAttempt): Promise<boolean> {
    return this.#store.setIfAbsent(`order:${key}`, JSON.stringify(attempt), attemptTtlSeconds);
  }

  /**
   * Saves progress on a best-effort basis: the order exists even if the store is down. Once the order is
   * known, its body, which is personal data, is not stored any longer.
   */
  async save(key: string, attempt: StoredAttempt): Promise<void> {
    const saved: StoredAttempt = attempt.order === null ? attempt : { ...attempt, body: {} };
    await bestEffort(this.#store.set(`order:${key}`, JSON.stringify(saved), attemptTtlSeconds));
  }

  /** Frees a key whose order was certainly not made. */
  async remove(key: string): Promise<void> {
    await this.#store.take(`order:${key}`);
  }

  /** The attempts of a shopper whose outcome is not known, the earliest first. */
  async unresolved(userId: string): Promise<string[]> {
    const value = await this.#store.get(unresolvedKey(userId));
    return value === null ? [] : z.array(z.string()).parse(JSON.parse(value));
  }

  async addUnresolved(userId: string, key: string): Promise<void> {
    const keys = [...(await this.unresolved(userId)), key].slice(-maxUnresolved);
    await this.#store.set(unresolvedKey(userId), JSON.stringify(keys), attemptTtlSeconds);
  }

  /** On a best-effort basis: an attempt that stays listed is looked at once more. */
  async removeUnresolved(userId: string, key: string): Promise<void> {
    await bestEffort(
      this.unresolved(userId).then(async (keys) => {
        const left = keys.filter((other) => other !== key);
        if (left.length === 0) await this.#store.take(unresolvedKey(userId));
        else await this.#store.set(unresolvedKey(userId), JSON.stringify(left), attemptTtlSeconds);
      }),
    );
  }

  /** Claims an order for an attempt; false when it is another attempt's. */
  async claim(userId: string, { id }: OrderRecord, key: string): Promise<boolean> {
    const claim = `order-claim:${hash('sha256', JSON.stringify([userId, id]), 'hex')}`;
    return (
      (await this.#store.setIfAbsent(claim, key, attemptTtlSeconds)) || (await this.#store.get(claim)) === key
    );
  }
}

function unresolvedKey(userId: string): string {
  return `unresolved-orders:${encodeURIComponent(userId)}`;
}

async function bestEffort(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
}
