import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { StoreUnavailableError } from '../storage/key-value.ts';
import { normalizeIdentifier, normalizePhone } from './identifiers.ts';

/** How often something may be tried, per key and within some seconds. */
interface RateLimit {
  points: number;
  seconds: number;
  /** Brings a key into the one spelling it is counted under; left out where it has only one. */
  spelling?: (key: string) => string;
}

const quarter = 15 * 60;
const hour = 60 * 60;

/** What is limited: by the caller's address, and by whom the call is about. */
const rateLimits = {
  'login by address': { points: 100, seconds: quarter },
  'login by address and account': { points: 10, seconds: quarter },
  'login by account': { points: 100, seconds: hour },
  'register by address': { points: 60, seconds: hour },
  'register by contact': { points: 10, seconds: hour, spelling: normalizePhone },
  'register by email': { points: 10, seconds: hour, spelling: normalizeIdentifier },
  'otp by address': { points: 30, seconds: hour },
  'otp by address and account': { points: 5, seconds: quarter },
  'otp by account': { points: 15, seconds: hour },
  'otp check by address': { points: 60, seconds: quarter },
  'otp check by address and account': { points: 10, seconds: quarter },
  'otp check by account': { points: 50, seconds: hour },
  // Whether an e-mail address or a contact number is taken must not be asked for whole lists of them.
  'new identity by shopper': { points: 30, seconds: hour },
  'contact by address': { points: 20, seconds: hour },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof rateLimits;

/** Counts what is limited, in this process or in Redis. */
export class AttemptLimits {
  readonly #redis: Redis | null;
  readonly #limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();

  constructor(redis: Redis | null) {
    this.#redis = redis;
  }

  /**
   * Counts one try under each of these, in this order, up to the first of which there were too many.
   * Gives the seconds to wait for that one, else null.
   *
   * @throws {StoreUnavailableError}
   */
  async take(...tries: readonly [name: LimitName, key: string][]): Promise<number | null> {
    for (const [name, key] of tries) {
      try {
        await this.#limiter(name).consume(countedKey(name, key));
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
        throw new StoreUnavailableError(refused);
      }
    }
    return null;
  }

  /** Forgets the tries of a key, for example after a login that succeeded. @throws {StoreUnavailableError} */
  async forget(name: LimitName, key: string): Promise<void> {
    try {
      await this.#limiter(name).delete(countedKey(name, key));
    } catch (error) {
      throw new StoreUnavailableError(error);
    }
  }

  #limiter(name: LimitName): RateLimiterMemory | RateLimiterRedis {
    const limiter = this.#limiters.get(name) ?? this.#makeLimiter(name);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  #makeLimiter(name: LimitName): RateLimiterMemory | RateLimiterRedis {
    const { points, seconds } = rateLimits[name];
    const options = { points, duration: seconds, keyPrefix: `limit ${name}` };
    return this.#redis === null
      ? new RateLimiterMemory(options)
      : new RateLimiterRedis({ ...options, storeClient: this.#redis });
  }
}

/** A digest: however long a key is, and whoever reads the store learns nobody's address. */
function countedKey(name: LimitName, key: string): string {
  const { spelling = String }: RateLimit = rateLimits[name];
  return hash('sha256', spelling(key), 'base64url');
}

/** What a shopper reads who has to wait. */
export function waitingText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1
    ? 'Too many attempts. Please try again in a minute.'
    : `Too many attempts. Please try again in ${minutes} minutes.`;
}
