import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type KeyValueStore, StoreUnavailableError } from '../storage/key-value.ts';
import { normalizeEmail, normalizeIdentifier, normalizePhone } from './identifiers.ts';

/** How many attempts per key are allowed in a window. */
interface RateLimit {
  maxAttempts: number;
  windowSeconds: number;
}

const quarterHourSeconds = 15 * 60;
const hourSeconds = 60 * 60;

/** The limits. Each name states the kind of attempt, and the key by which attempts are counted. */
const rateLimits = {
  'login by network': { maxAttempts: 100, windowSeconds: quarterHourSeconds },
  'login by network and account': { maxAttempts: 10, windowSeconds: quarterHourSeconds },
  'login by account': { maxAttempts: 100, windowSeconds: hourSeconds },
  'register by network': { maxAttempts: 60, windowSeconds: hourSeconds },
  'register by contact': { maxAttempts: 10, windowSeconds: hourSeconds },
  'register by email': { maxAttempts: 10, windowSeconds: hourSeconds },
  'otp by network': { maxAttempts: 30, windowSeconds: hourSeconds },
  'otp by network and account': { maxAttempts: 5, windowSeconds: quarterHourSeconds },
  // Counted separately for the e-mail address and the mobile number. Two windows of each can overlap with one
  // window of the REST service, so strangers can request at most 60 in the latter, fewer than its limit of 70.
  'otp by account': { maxAttempts: 15, windowSeconds: hourSeconds },
  'otp check by network': { maxAttempts: 60, windowSeconds: quarterHourSeconds },
  'otp check by network and account': { maxAttempts: 10, windowSeconds: quarterHourSeconds },
  'otp check by account': { maxAttempts: 50, windowSeconds: hourSeconds },
  // A change of the e-mail address or contact number. Limited, because it reveals whether another
  // account has the new one.
  'identity change by shopper': { maxAttempts: 30, windowSeconds: hourSeconds },
  'enquiry by network': { maxAttempts: 20, windowSeconds: hourSeconds },
  // Each order and each cancellation sends an e-mail to an address that nobody has verified. The limits by network are
  // much higher than those by shopper, because many customers of a mobile network share one IPv4 address.
  'order by shopper': { maxAttempts: 60, windowSeconds: hourSeconds },
  'order by network': { maxAttempts: 300, windowSeconds: hourSeconds },
  'cancellation by shopper': { maxAttempts: 60, windowSeconds: hourSeconds },
  'cancellation by network': { maxAttempts: 300, windowSeconds: hourSeconds },
} as const satisfies Record<string, RateLimit>;

type LimitName = keyof typeof rateLimits;

/** A limit, and the key by which an attempt is counted. */
export type LimitedAttempt = readonly [name: LimitName, key: string];

/** The outcome of a command that was refused because of too many attempts. */
export interface RateLimited {
  kind: 'rate-limited';
  retryAfterSeconds: number;
}

/** Counts attempts, in this process or in Redis. Callers normalize the keys. */
export class AttemptLimits {
  readonly #redis: Redis | null;
  readonly #limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();

  constructor(redis: Redis | null) {
    this.#redis = redis;
  }

  /**
   * Counts an attempt under each limit in turn, and stops at the first limit that is exceeded. Returns the
   * seconds to wait for that limit, or null if none is exceeded.
   *
   * @throws {StoreUnavailableError}
   */
  async countAttempts(...attempts: readonly LimitedAttempt[]): Promise<number | null> {
    for (const [name, key] of attempts) {
      try {
        await this.#getOrCreateLimiter(name).consume(hashKey(key));
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw new StoreUnavailableError(rejection);
        // If the clock is set back, `msBeforeNext` of a limiter in memory may exceed the window, but a timer ends it.
        return Math.min(rateLimits[name].windowSeconds, Math.ceil(rejection.msBeforeNext / 1000));
      }
    }
    return null;
  }

  /**
   * Runs an operation unless there were too many attempts. Refused attempts do not count under any of the limits, nor
   * do attempts that failed, unless `mustCount` returns true for the error.
   *
   * @throws {StoreUnavailableError}, or the error of the operation.
   */
  async runLimited<Result>(
    attempts: readonly LimitedAttempt[],
    operation: () => Promise<Result>,
    mustCount: (error: unknown) => boolean = () => false,
  ): Promise<Result | RateLimited> {
    for (const [index, attempt] of attempts.entries()) {
      const retryAfterSeconds = await this.countAttempts(attempt);
      if (retryAfterSeconds === null) continue;
      await this.#takeBack(attempts.slice(0, index + 1));
      return { kind: 'rate-limited', retryAfterSeconds };
    }
    try {
      return await operation();
    } catch (error) {
      if (!mustCount(error)) await this.#takeBack(attempts);
      throw error;
    }
  }

  /** Takes back attempts that should not count. Best effort, so that the caller can report its own error. */
  async #takeBack(attempts: readonly LimitedAttempt[]): Promise<void> {
    await Promise.allSettled(
      attempts.map(([name, key]) => this.#getOrCreateLimiter(name).reward(hashKey(key))),
    );
  }

  /** Clears the attempts of a key, for example after a successful login. @throws {StoreUnavailableError} */
  async clear(name: LimitName, key: string): Promise<void> {
    try {
      await this.#getOrCreateLimiter(name).delete(hashKey(key));
    } catch (error) {
      throw new StoreUnavailableError(error);
    }
  }

  #getOrCreateLimiter(name: LimitName): RateLimiterMemory | RateLimiterRedis {
    const limiter = this.#limiters.get(name) ?? this.#createLimiter(name);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  #createLimiter(name: LimitName): RateLimiterMemory | RateLimiterRedis {
    const { maxAttempts, windowSeconds } = rateLimits[name];
    const options = { points: maxAttempts, duration: windowSeconds, keyPrefix: `limit ${name}` };
    return this.#redis === null
      ? new RateLimiterMemory(options)
      : new RateLimiterRedis({ ...options, storeClient: this.#redis });
  }
}

/** Hashes the key: it may be long, and the store must not reveal e-mail addresses or contact numbers. */
function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

/**
 * An attempt to access an account. The client identifies the account by its contact number or, except for a login, by
 * its e-mail address.
 */
export type AccountAttempt = 'login' | 'otp' | 'otp check';

/** How long a network counts as known after a login or a password reset. */
const knownNetworkTtlSeconds = 30 * 24 * 60 * 60;
/** How long after a password reset a login from the same network can lift the limits. */
const resetTtlSeconds = 60 * 60;

/**
 * Limits attempts so that nobody can guess a password or a one-time password, and no stranger can lock an
 * account. A few attempts are allowed for an account from one network, and many more from one network for all accounts
 * together, and for one account from all networks together. A stranger with many networks could use up the last limit,
 * so networks from which the owner has recently signed in are exempt from it. After a password reset, a login from the
 * same network is exempt as well, and earlier login attempts from there no longer count for this account.
 */
export class AccountLimits {
  readonly #limits: AttemptLimits;
  readonly #store: KeyValueStore;

  constructor(limits: AttemptLimits, store: KeyValueStore) {
    this.#limits = limits;
    this.#store = store;
  }

  /**
   * Counts an attempt. Returns the seconds to wait if there were too many, otherwise null.
   *
   * @throws {StoreUnavailableError}
   */
  async countAttempt(attempt: AccountAttempt, account: string, network: string): Promise<number | null> {
    const subject = attempt === 'login' ? normalizePhone(account) : normalizeIdentifier(account);
    const retryAfterSeconds = await this.#limits.countAttempts(
      [`${attempt} by network`, network],
      [`${attempt} by network and account`, joinNetworkAndSubject(network, subject)],
    );
    if (retryAfterSeconds !== null || (await this.#store.get(getKnownNetworkKey(network, account))) !== null)
      return retryAfterSeconds;
    return this.#limits.countAttempts([`${attempt} by account`, subject]);
  }

  /**
   * Clears the login attempts on the account from this network, and exempts the network from the limits that count the
   * account's attempts from all networks.
   *
   * @throws {StoreUnavailableError}
   */
  async recordLogin(contact: string, email: string, network: string): Promise<void> {
    await this.#limits.clear(
      'login by network and account',
      joinNetworkAndSubject(network, normalizePhone(contact)),
    );
    await this.#addKnownNetwork(network, contact, email);
  }

  /**
   * Records the network from which a password was reset: the client there can read the account's mail, so
   * the network is probably the owner's.
   *
   * @throws {StoreUnavailableError}
   */
  async recordReset(email: string, network: string): Promise<void> {
    await this.#addKnownNetwork(network, email);
    // Many shoppers may share a network, so each account has a key of its own. The key without an e-mail address tells
    // whether there was any reset from the network, before an e-mail address is fetched.
    const keys = [getResetKey(network), getResetKey(network, email)];
    await Promise.all(keys.map((key) => this.#store.set(key, '1', resetTtlSeconds)));
  }

  /**
   * Lifts the login limits of an account for the network from which its password was reset recently, once per
   * reset. Returns whether it did. `fetchEmail` is called only if there was a reset from this network.
   *
   * @throws {StoreUnavailableError}
   */
  async liftAfterReset(
    contact: string,
    network: string,
    fetchEmail: () => Promise<string | null>,
  ): Promise<boolean> {
    if ((await this.#store.get(getResetKey(network))) === null) return false;
    const email = await fetchEmail();
    if (email === null || (await this.#store.take(getResetKey(network, email))) === null) return false;
    await this.recordLogin(contact, email, network);
    return true;
  }

  async #addKnownNetwork(network: string, ...accounts: readonly string[]): Promise<void> {
    const keys = accounts.map((account) => getKnownNetworkKey(network, account));
    await Promise.all(keys.map((key) => this.#store.set(key, '1', knownNetworkTtlSeconds)));
  }
}

function joinNetworkAndSubject(network: string, subject: string): string {
  return `${network} ${subject}`;
}

/**
 * The key contains only a digest, so that the store reveals neither accounts nor networks. Accents make a difference:
 * otherwise, a login to josé@shop.example would exempt its network from the limits of jose@shop.example.
 */
function getKnownNetworkKey(network: string, account: string): string {
  return `known-network:${hashKey(joinNetworkAndSubject(network, normalizeEmail(account)))}`;
}

/** The key that records a reset from this network: of the account with this e-mail address or, without one, of any. */
function getResetKey(network: string, email = ''): string {
  const source = joinNetworkAndSubject(network, normalizeEmail(email));
  return `password-reset-from:${hashKey(source)}`;
}
