import type { Logger } from 'pino';
import { describeReason } from '../domain/describe-reason.ts';
import { OutageLog } from '../domain/outage-log.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import type { PartnerClient } from './client.ts';
import { digestKey, isExpired, type PartnerKey, type PartnerStore } from './partner-keys.ts';

/** How old the cached keys may be when they contain the key of a request. A revoked key may work for this long. */
const maxAgeForKnownKeyMs = 1_000;
/**
 * How old the cached keys may be when they do not contain the key of a request. A new key may be rejected for this
 * long. This also limits how often invalid keys cause a read.
 */
const maxAgeForUnknownKeyMs = 100;

/**
 * Caches the partners' keys for about a second, and reads them again only when a request needs them. While the store
 * cannot be read, the cached keys remain valid.
 */
export class PartnerDirectory {
  readonly #store: PartnerStore;
  readonly #logger: Logger;
  readonly #outageLog: OutageLog<string>;
  #byDigest: ReadonlyMap<string, PartnerKey> | null = null;
  /** The names of the records that were invalid in the last read. */
  #invalidNames: readonly string[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(store: PartnerStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
    this.#outageLog = new OutageLog(
      (reason) => logger.error({ reason }, 'partners cannot be read'),
      () => logger.info('partners can be read again'),
    );
  }

  /**
   * Finds the partner of a key; null for an invalid, expired or revoked key, and for one that only pages of other
   * origins may use.
   *
   * @param origin the `Origin` header of the request; null if it has none.
   * @throws {StoreUnavailableError} when the keys have never been read.
   */
  async find(key: string, origin: string | null): Promise<PartnerClient | null> {
    const digest = digestKey(key);
    if (digest === null) return null;
    await this.#readIfOlder(this.#byDigest?.has(digest) ? maxAgeForKnownKeyMs : maxAgeForUnknownKeyMs);
    if (this.#byDigest === null) throw new StoreUnavailableError('the partners have not been read yet');
    const partnerKey = this.#byDigest.get(digest);
    if (partnerKey === undefined || isExpired(partnerKey)) return null;
    const { name, budget, allowedOrigins } = partnerKey;
    return allowedOrigins.length === 0 || (origin !== null && allowedOrigins.includes(origin))
      ? { kind: 'partner', name, keyDigest: digest, budget }
      : null;
  }

  /** Whether web pages of this origin may use at least one valid key. */
  async allowsOrigin(origin: string): Promise<boolean> {
    await this.#readIfOlder(maxAgeForKnownKeyMs);
    const partnerKeys = [...(this.#byDigest?.values() ?? [])];
    return partnerKeys.some(
      (partnerKey) => partnerKey.allowedOrigins.includes(origin) && !isExpired(partnerKey),
    );
  }

  async #readIfOlder(maxAgeMs: number): Promise<void> {
    if (performance.now() - this.#readAt <= maxAgeMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const startedAt = performance.now();
    try {
      const { partnerKeys, invalidNames } = await this.#store.list();
      this.#byDigest = new Map(partnerKeys.map((partnerKey) => [partnerKey.digest, partnerKey]));
      this.#outageLog.recordSuccess();
      for (const recordName of invalidNames)
        if (!this.#invalidNames.includes(recordName))
          this.#logger.error({ recordName }, 'a partner key record is invalid and is ignored');
      this.#invalidNames = invalidNames;
    } catch (error) {
      this.#outageLog.recordFailure(describeReason(error));
    }
    this.#readAt = startedAt;
  }
}
