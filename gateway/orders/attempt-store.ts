import { hash } from 'node:crypto';
import { z } from 'zod';
import { decrypt, encrypt, type KeyRing } from '../auth/keys.ts';
import { describeReason } from '../domain/describe-reason.ts';
import { type OrderRecord, orderRecordSchema } from '../rest/order-schema.ts';
import type { ShopperRecord } from '../rest/shoppers.ts';
import { type KeyValueStore, StoreUnavailableError } from '../storage/key-value.ts';

const attemptTtlSeconds = 2 * 24 * 60 * 60;

/** Before a shopper's next order, at most this many unresolved attempts are looked up; see `listUnresolved`. */
const maxUnresolvedAttempts = 10;

const attemptSchema = z.object({
  /** A hash of the order's content: it differs for another order under the same key. */
  digest: z.string(),
  /** The body of the request to the host, with personal data; empty once `order` is known. */
  body: z.record(z.string(), z.unknown()),
  /** The `Accept-Language` of the request to the host. */
  acceptLanguage: z.string().nullable().default(null),
  lines: z.array(z.object({ productId: z.string(), quantity: z.number() })).default([]),
  /**
   * Ids of the shopper's similar orders from before the attempt, which cannot be the new order. Null if
   * they could not be read.
   */
  similarBefore: z.array(z.string()).nullable().default(null),
  /** Whether the host creates one order per idempotency key, which makes it safe to send the order again. */
  isIdempotent: z.boolean().default(false),
  /** The order that the host created; null while it is unknown. */
  order: orderRecordSchema.nullable(),
  /** Set if the host created the order but did not return it. `orderId` is null if even the id was not returned. */
  unidentified: z.object({ orderId: z.string().nullable() }).nullable().default(null),
  /**
   * For each ordered product, the quantity that the cart will have without the ordered copies. Saved before these are
   * removed; null until then. If they were certainly not removed, the previous value is restored.
   */
  remaining: z.record(z.string(), z.number()).nullable().default(null),
  /** Whether the ordered copies were removed from the cart. */
  cartDone: z.boolean(),
});

/** An attempt to place an order, with what is known about its outcome. */
export type StoredAttempt = z.output<typeof attemptSchema>;

/** The operations of a key-value store that `AttemptStore` uses. The values must survive a restart. */
export type DurableStore = Pick<KeyValueStore, 'get' | 'set' | 'setIfAbsent' | 'take'>;

/** The key of an attempt in the store. It does not reveal the shopper's idempotency key. */
export function getAttemptKey(userId: string, idempotencyKey: string): string {
  return hash('sha256', JSON.stringify([userId, idempotencyKey]), 'hex');
}

/** It is unknown whether the host created the order, or the order that it created was not found. */
export class OrderOutcomeUnknownError extends Error {
  /** The record after the ordered copies were removed; null if they were not. */
  readonly shopper: ShopperRecord | null;

  constructor(cause: unknown, shopper: ShopperRecord | null = null) {
    super(`the outcome of an order is unknown: ${describeReason(cause)}`, { cause });
    this.shopper = shopper;
  }
}

/** For `catch`: turns {OrderOutcomeUnknownError} into null and rethrows any other error. */
export function nullIfOutcomeUnknown(error: unknown): null {
  if (error instanceof OrderOutcomeUnknownError) return null;
  throw error;
}

/**
 * Stores the attempts to place orders, encrypted since they contain personal data. Methods throw
 * {StoreUnavailableError}, except those that work on a best-effort basis.
 */
export class AttemptStore {
  readonly #store: DurableStore;
  readonly #keys: KeyRing;

  constructor(store: DurableStore, keys: KeyRing) {
    this.#store = store;
    this.#keys = keys;
  }

  /** @throws {OrderOutcomeUnknownError} if the secret that the attempt was encrypted with is no longer configured. */
  async find(key: string): Promise<StoredAttempt | null> {
    const value = await this.#store.get(`order:${key}`);
    if (value === null) return null;
    const json = await decrypt(this.#keys, value);
    if (json === null) throw new OrderOutcomeUnknownError('its attempt was encrypted with another secret');
    return attemptSchema.parse(JSON.parse(json));
  }

  /** Stores a new attempt. Returns false if the key has one already. */
  async create(key: string, attempt: StoredAttempt): Promise<boolean> {
    return this.#store.setIfAbsent(`order:${key}`, await this.#encrypt(attempt), attemptTtlSeconds);
  }

  /** Saves progress. Drops the body, which contains personal data, once the order is known. */
  async save(key: string, attempt: StoredAttempt): Promise<void> {
    const saved: StoredAttempt = attempt.order === null ? attempt : { ...attempt, body: {} };
    await this.#store.set(`order:${key}`, await this.#encrypt(saved), attemptTtlSeconds);
  }

  /** Saves progress on a best-effort basis: the order exists even if the store is down. */
  async trySave(key: string, attempt: StoredAttempt): Promise<void> {
    await ignoreUnavailableStore(this.save(key, attempt));
  }

  /**
   * Frees a key whose order was certainly not created. Works on a best-effort basis, so that the caller can report why
   * the order was not created.
   */
  async remove(key: string): Promise<void> {
    await ignoreUnavailableStore(this.#store.take(`order:${key}`));
  }

  /**
   * The keys of a shopper's unresolved attempts, oldest first: those whose order may still appear among the
   * shopper's orders, and those whose ordered copies are still in the cart.
   */
  async listUnresolved(userId: string): Promise<string[]> {
    const value = await this.#store.get(getUnresolvedKey(userId));
    return value === null ? [] : z.array(z.string()).parse(JSON.parse(value));
  }

  async addUnresolved(userId: string, key: string): Promise<void> {
    const keys = [...(await this.listUnresolved(userId)), key].slice(-maxUnresolvedAttempts);
    await this.#store.set(getUnresolvedKey(userId), JSON.stringify(keys), attemptTtlSeconds);
  }

  /** Works on a best-effort basis: an attempt that remains in the list is merely looked up again. */
  async removeUnresolved(userId: string, key: string): Promise<void> {
    await ignoreUnavailableStore(
      this.listUnresolved(userId).then(async (keys) => {
        const remaining = keys.filter((other) => other !== key);
        if (remaining.length === 0) await this.#store.take(getUnresolvedKey(userId));
        else await this.#store.set(getUnresolvedKey(userId), JSON.stringify(remaining), attemptTtlSeconds);
      }),
    );
  }

  /** Claims an order of the host for an attempt. Returns false if it belongs to another attempt. */
  async claim(userId: string, { id }: OrderRecord, key: string): Promise<boolean> {
    const claimKey = `order-claim:${hash('sha256', JSON.stringify([userId, id]), 'hex')}`;
    return (
      (await this.#store.setIfAbsent(claimKey, key, attemptTtlSeconds)) ||
      (await this.#store.get(claimKey)) === key
    );
  }

  #encrypt(attempt: StoredAttempt): Promise<string> {
    return encrypt(this.#keys, JSON.stringify(attempt));
  }
}

function getUnresolvedKey(userId: string): string {
  return `unresolved-orders:${encodeURIComponent(userId)}`;
}

/** Waits for an operation, and ignores its failure if the store is unavailable. */
async function ignoreUnavailableStore(operation: Promise<unknown>): Promise<void> {
  await operation.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
}
