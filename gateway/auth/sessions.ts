import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { FileStore } from '../storage/file-store.ts';
import type { KeyValueStore, SharedClock } from '../storage/key-value.ts';
import { normalizeEmail } from './identifiers.ts';
import { deriveKeys, getKeyBytes, type KeyRing, type Secrets, sign, signWithAllKeys } from './keys.ts';

/** The session of a signed-in shopper. */
export interface Session {
  userId: string;
  /** Identifies the token, for revoking it. */
  tokenId: string;
  /** When the token expires, in seconds since the epoch. */
  expiresAt: number;
}

const sessionTtlSeconds = 12 * 60 * 60;
/** A clock without Redis reserves timestamps this far ahead, so that few logins have to wait for a write. */
const clockReservationMs = 60_000;
/** A stored reservation outlives every session that has one of its timestamps. */
const clockTtlSeconds = sessionTtlSeconds + clockReservationMs / 1000;
const audience = 'shopper';
/** An entry takes about half a kilobyte. */
const maxVerifiedTokens = 20_000;

/**
 * `acc` is a signature of the account's e-mail address. `at` is the time of the shared clock at which the
 * login started: if a reset replaces the password while the login checks it, the login must not open a session.
 */
const claimsSchema = z.object({
  sub: z.string(),
  jti: z.string(),
  exp: z.number(),
  acc: z.string(),
  at: z.number(),
});

type Claims = z.output<typeof claimsSchema>;

/** Creates, verifies and revokes session tokens. They contain the shopper's id and no other personal data. */
export class Sessions {
  readonly #keys: KeyRing;
  readonly #accountKeys: KeyRing;
  readonly #store: Pick<KeyValueStore, 'get' | 'set'>;
  readonly #clock: SharedClock;
  /** Claims of tokens with a valid signature. The tokens may have expired or been revoked since. */
  readonly #verifiedTokens = new LRUCache<string, Claims>({ max: maxVerifiedTokens });

  /** @param store stores the revocations. */
  constructor(secrets: Secrets, store: Pick<KeyValueStore, 'get' | 'set'>, clock: SharedClock) {
    this.#keys = deriveKeys(secrets, 'session');
    this.#accountKeys = deriveKeys(secrets, 'account');
    this.#store = store;
    this.#clock = clock;
  }

  /** The start time of a login, to be read before its password is checked. @throws {StoreUnavailableError} */
  getLoginStartTime(): Promise<number> {
    return this.#clock.getNextTimestamp();
  }

  /** Creates a token for a shopper whose login started at `startedAt`. */
  async open(userId: string, email: string, startedAt: number): Promise<{ token: string; expiresAt: Date }> {
    const expiresAt = Math.floor(Date.now() / 1000) + sessionTtlSeconds;
    const [key] = this.#keys;
    const token = await new SignJWT({ acc: this.#signEmail(email), at: startedAt })
      .setProtectedHeader({ alg: 'HS256', kid: key.id })
      .setSubject(userId)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(key.bytes);
    return { token, expiresAt: new Date(expiresAt * 1000) };
  }

  /** The session of a token; null for an invalid, expired or revoked one. @throws {StoreUnavailableError} */
  async read(token: string): Promise<Session | null> {
    const claims = await this.#verify(token);
    if (claims === null) return null;
    const { sub, jti, exp } = claims;
    // `endOthers` writes the continuation before the end time, so the end time is read before the continuation.
    // Reading them in the other order could miss the continuation but find the end time, and end the session wrongly.
    const [shopperSessionsEndedAt, continuation, revocation] = await Promise.all([
      this.#store.get(getShopperSessionsEndedKey(sub)),
      this.#store.get(`continued:${jti}`),
      this.#store.get(`revoked:${jti}`),
    ]);
    if (revocation !== null) return null;
    const { acc, at } = continuation === null ? claims : parseContinuation(continuation);
    const accountSessionsEndedAt = await this.#store.get(`sessions-ended:${acc}`);
    if (at <= Math.max(Number(shopperSessionsEndedAt), Number(accountSessionsEndedAt))) return null;
    return { userId: sub, tokenId: jti, expiresAt: exp };
  }

  /** Revokes a token, in every gateway that shares the store. @throws {StoreUnavailableError} */
  async revoke(session: Session): Promise<void> {
    await this.#store.set(`revoked:${session.tokenId}`, '1', countSecondsUntil(session.expiresAt));
  }

  /**
   * Ends all of an account's sessions whose logins started before now. For password resets.
   *
   * @throws {StoreUnavailableError}
   */
  async endAll(email: string): Promise<void> {
    const now = String(await this.#clock.getNextTimestamp());
    // A session that was created with a previous secret contains that secret's signature of the account.
    const accounts = signWithAllKeys(this.#accountKeys, normalizeEmail(email));
    await Promise.all(
      accounts.map((account) => this.#store.set(`sessions-ended:${account}`, now, sessionTtlSeconds)),
    );
  }

  /**
   * Ends all sessions of a shopper except this one. It keeps its expiry date, but otherwise counts as created now with
   * the account's current e-mail address, so that a password reset for that address ends it.
   *
   * @throws {StoreUnavailableError}
   */
  async endOthers({ userId, tokenId, expiresAt }: Session, email: string): Promise<void> {
    const now = await this.#clock.getNextTimestamp();
    const continuation = `${await this.#clock.getNextTimestamp()},${this.#signEmail(email)}`;
    await this.#store.set(`continued:${tokenId}`, continuation, countSecondsUntil(expiresAt));
    await this.#store.set(getShopperSessionsEndedKey(userId), String(now), sessionTtlSeconds);
  }

  #signEmail(email: string): string {
    return sign(this.#accountKeys, normalizeEmail(email));
  }

  /** The claims of a token that has not expired; null for any other text. Caches the claims of valid tokens. */
  async #verify(token: string): Promise<Claims | null> {
    const cached = this.#verifiedTokens.get(token);
    if (cached !== undefined) return cached.exp > Math.floor(Date.now() / 1000) ? cached : null;
    const verified = await jwtVerify(token, ({ kid }) => getKeyBytes(this.#keys, kid), {
      algorithms: ['HS256'],
      audience,
    }).catch(() => null);
    const claims = claimsSchema.safeParse(verified?.payload).data ?? null;
    if (claims !== null) this.#verifiedTokens.set(token, claims);
    return claims;
  }
}

function getShopperSessionsEndedKey(userId: string): string {
  return `shopper-sessions-ended:${encodeURIComponent(userId)}`;
}

function parseContinuation(value: string): { acc: string; at: number } {
  const [at = '', acc = ''] = value.split(',');
  return { acc, at: Number(at) };
}

function countSecondsUntil(epochSeconds: number): number {
  return Math.max(1, epochSeconds - Math.floor(Date.now() / 1000));
}

/**
 * Creates the clock of a gateway without Redis. Even if the clock of the machine is set back between two runs, the
 * second run continues with later timestamps than the first. With earlier ones, a new session would count as older than
 * a stored end of sessions, or a password reset as older than a session that it has to end.
 *
 * @param store the file with the revocations.
 */
export function createLocalClock(store: Pick<FileStore, 'values' | 'set'>): SharedClock {
  let lastTimestamp = store
    .values()
    .map((value) => Number.parseInt(value, 10))
    .filter(Number.isSafeInteger)
    .reduce((latest, timestamp) => Math.max(latest, timestamp), 0);
  let reservedUntil = lastTimestamp;
  return {
    async getNextTimestamp() {
      const timestamp = Math.max(Date.now(), lastTimestamp + 1);
      lastTimestamp = timestamp;
      if (timestamp > reservedUntil) {
        reservedUntil = timestamp + clockReservationMs;
        // Logins work even if the file cannot be written. The store reports that.
        await store.set('clock', String(reservedUntil), clockTtlSeconds).catch(() => {});
      }
      return timestamp;
    },
  };
}
