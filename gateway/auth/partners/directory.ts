import { StoreUnavailableError } from '../../storage/key-value.ts';
import type { Partner, PartnerStore } from './partner.ts';
import { digestOfKey } from './partner-key.ts';

/** How old what a gateway knows of the partners may be, in milliseconds. */
const longestAge = {
  /** So long a key that was revoked may still count. */
  known: 1_000,
  /** So long a new key may not count yet, and so seldom nonsense makes the gateway look again. */
  unknown: 100,
} as const;

/** Called with the reason when the partners, or one of them, cannot be read. */
export type UnreadablePartnersHandler = (reason: string) => void;

/**
 * The partners as a running gateway knows them: about a second old, read again only when a key is
 * shown. While the registry cannot be read, who was a partner stays one.
 */
export class PartnerDirectory {
  readonly #registry: PartnerStore;
  readonly #onUnreadable: UnreadablePartnersHandler;
  #byDigest: ReadonlyMap<string, Partner> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(registry: PartnerStore, onUnreadable: UnreadablePartnersHandler) {
    this.#registry = registry;
    this.#onUnreadable = onUnreadable;
  }

  /**
   * The partner of a key; null for a wrong or revoked one.
   *
   * @throws {StoreUnavailableError} when the partners could never be read.
   */
  async find(key: string): Promise<Partner | null> {
    const digest = digestOfKey(key);
    if (digest === null) return null;
    const age = this.#byDigest?.has(digest) ? longestAge.known : longestAge.unknown;
    if (performance.now() - this.#readAt > age) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    if (this.#byDigest === null) throw new StoreUnavailableError('the partners could not be read yet');
    return this.#byDigest.get(digest) ?? null;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    try {
      const partners = await this.#registry.list((name) => {
        this.#onUnreadable(`what is kept of the partner '${name}' makes no sense`);
      });
      this.#byDigest = new Map(partners.map((partner) => [partner.digest, partner]));
    } catch (error) {
      this.#onUnreadable(error instanceof Error ? error.message : String(error));
    }
    this.#readAt = began;
  }
}
