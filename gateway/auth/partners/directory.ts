import { pino } from 'pino';
import { StartupError } from '../../cli.ts';
import type { Config } from '../../config.ts';
import { createDataDir, inDataDir } from '../../storage/data-dir.ts';
import { StoreUnavailableError } from '../../storage/key-value.ts';
import { connectRedis } from '../../storage/redis-store.ts';
import { digestKey, FilePartnerStore, type Partner, type PartnerStore, RedisPartnerStore } from './stores.ts';

/** The maximum age of the cached partners when a known key is used: how long a revoked key still works. */
const maxAgeKnownKeyMs = 1_000;
/**
 * Their maximum age when an unknown key is used: how long a new key may be rejected. It also limits how
 * often invalid keys cause a read.
 */
const maxAgeUnknownKeyMs = 100;

/** Called with the reason when a partner, or the whole store, cannot be read. */
export type UnreadablePartnersHandler = (reason: string) => void;

/**
 * Caches the partners for about a second, and reads them again only when a key is used. While the store
 * cannot be read, the cached partners remain valid.
 */
export class PartnerDirectory {
  readonly #store: PartnerStore;
  readonly #onUnreadable: UnreadablePartnersHandler;
  #byDigest: ReadonlyMap<string, Partner> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(store: PartnerStore, onUnreadable: UnreadablePartnersHandler) {
    this.#store = store;
    this.#onUnreadable = onUnreadable;
  }

  /**
   * Finds the partner of a key; null for an invalid or revoked key.
   *
   * @throws {StoreUnavailableError} when the partners have never been read.
   */
  async find(key: string): Promise<Partner | null> {
    const digest = digestKey(key);
    if (digest === null) return null;
    const maxAgeMs = this.#byDigest?.has(digest) ? maxAgeKnownKeyMs : maxAgeUnknownKeyMs;
    if (performance.now() - this.#readAt > maxAgeMs) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    if (this.#byDigest === null) throw new StoreUnavailableError('the partners have not been read yet');
    return this.#byDigest.get(digest) ?? null;
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    try {
      const partners = await this.#store.list((name) => {
        this.#onUnreadable(`the record of the partner '${name}' is invalid`);
      });
      this.#byDigest = new Map(partners.map((partner) => [partner.digest, partner]));
    } catch (error) {
      this.#onUnreadable(error instanceof Error ? error.message : String(error));
    }
    this.#readAt = startedAt;
  }
}

/**
 * Opens the store that gateways read partners from (Redis if configured, otherwise the data directory),
 * runs `operation` on it and closes it.
 *
 * @throws {StartupError} when Redis is unavailable; {ConfigError} when the data directory cannot be used.
 */
export async function withPartnerStore<Result>(
  { dataDir, redisUrl }: Pick<Config, 'dataDir' | 'redisUrl'>,
  operation: (store: PartnerStore) => Promise<Result>,
): Promise<Result> {
  if (redisUrl === undefined) {
    await createDataDir(dataDir);
    return inDataDir(dataDir, operation(new FilePartnerStore(dataDir)));
  }
  const redis = connectRedis(redisUrl, pino({ level: 'silent' }));
  try {
    return await operation(new RedisPartnerStore(redis));
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new StartupError(`The Redis server at REDIS_URL is unavailable (${error.message}).`);
  } finally {
    redis.disconnect();
  }
}
