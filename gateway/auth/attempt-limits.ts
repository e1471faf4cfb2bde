import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { StoreUnavailableError } from '../storage/key-value.ts';
import { normalizeIdentifier, normalizePhone } from './identifiers.ts';

/** How many attempts per key are allowed in a window. */
interface RateLimit {
  maxAttempts: number;
  windowSeconds: number;
  /** Maps equivalent spellings of a key to one. */
  normalize?: (key: string) => string;
}

const quarterHour = 15 * 60;
const hour = 60 * 60;

/** The limits per client network and per account, e-mail address or contact number. */
const rateLimits = {
  'login by network': { maxAttempts: 100, windowSeconds: quarterHour },
  'login by network and account': { maxAttempts: 10, windowSeconds: quarterHour },
  'login by account': { maxAttempts: 100, windowSeconds: hour },
  'register by network': { maxAttempts: 60, windowSeconds: hour },
  'register by contact': { maxAttempts: 10, windowSeconds: hour, normalize: normalizePhone },
  'register by email': { maxAttempts: 10, windowSeconds: hour, normalize: normalizeIdentifier },
  'otp by network': { maxAttempts: 30, windowSeconds: hour },
  'otp by network and account': { maxAttempts: 5, windowSeconds: quarterHour },
  'otp by account': { maxAttempts: 15, windowSeconds: hour },
  'otp check by network': { maxAttempts: 60, windowSeconds: quarterHour },
  'otp check by network and account': { maxAttempts: 10, windowSeconds: quarterHour },
  'otp check by account': { maxAttempts: 50, windowSeconds: hour },
  // Prevents checking long lists of e-mail addresses or contact numbers for existing accounts.
  'new identity by shopper': { maxAttempts: 30, windowSeconds: hour },
  'contact by network': { maxAttempts: 20, windowSeconds: hour },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof rateLimits;

/** Counts attempts, in this process or in Redis. */
export class AttemptLimits {
  readonly #redis: Redis | null;
  readonly #limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();

  constructor(redis: Redis | null) {
    this.#redis = redis;
  }

  /**
   * Counts an attempt under each limit in turn, and stops at the first limit that is exceeded. Returns the
   * seconds to wait for that limit, otherwise null.
   *
   * @throws {StoreUnavailableError}
   */
  async countAttempts(...attempts: readonly [name: LimitName, key: string][]): Promise<number | null> {
    for (const [name, key] of attempts) {
      try {
        await this.#getOrCreateLimiter(name).consume(hashedKey(name, key));
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return Math.ceil(rejection.msBeforeNext / 1000);
        throw new StoreUnavailableError(rejection);
      }
    }
    return null;
  }

  /** Clears the attempts of a key, for example after a successful login. @throws {StoreUnavailableError} */
  async clear(name: LimitName, key: string): Promise<void> {
    try {
      await this.#getOrCreateLimiter(name).delete(hashedKey(name, key));
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

/** Hashes the key: it may be long, and the store must not reveal e-mail addresses. */
function hashedKey(name: LimitName, key: string): string {
  const { normalize = String }: RateLimit = rateLimits[name];
  return hash('sha256', normalize(key), 'base64url');
}
