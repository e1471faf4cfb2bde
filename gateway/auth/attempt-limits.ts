import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { StoreUnavailableError } from '../storage/key-value.ts';

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
        // If the clock is set back, `msBeforeNext` of a limiter in memory may exceed the window. The window still ends
        // on time, because a timer ends it.
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
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
