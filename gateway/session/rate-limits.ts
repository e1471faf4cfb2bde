import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { StoreUnavailable } from '../stores/store.ts';

/** How often something may be tried, per key and within some seconds. */
export interface RateLimit {
  points: number;
  seconds: number;
}

/** What is limited: by the caller's address, and by whom the call is about. */
export const rateLimits = {
  'login by contact': { points: 10, seconds: 15 * 60 },
  'login by address': { points: 100, seconds: 15 * 60 },
  'register by address': { points: 60, seconds: 60 * 60 },
  'otp by email': { points: 5, seconds: 15 * 60 },
  'otp by address': { points: 30, seconds: 60 * 60 },
  'otp check by email': { points: 10, seconds: 15 * 60 },
  'contact by address': { points: 20, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof rateLimits;

/** Counts what is limited, in this process or in Redis. */
export class RateLimits {
  readonly #limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();

  constructor(redis: Redis | null, limits: Record<LimitName, RateLimit> = rateLimits) {
    for (const [name, { points, seconds }] of entries(limits)) {
      const options = { points, duration: seconds, keyPrefix: `limit ${name}` };
      this.#limiters.set(
        name,
        redis === null
          ? new RateLimiterMemory(options)
          : new RateLimiterRedis({ ...options, storeClient: redis }),
      );
    }
  }

  /**
   * Counts one try. Gives the seconds to wait when there were too many, else null.
   *
   * @throws {StoreUnavailable}
   */
  async take(name: LimitName, key: string): Promise<number | null> {
    try {
      await this.#limiters.get(name)?.consume(key);
      return null;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
      throw new StoreUnavailable(refused);
    }
  }

  /** Forgets the tries of a key, for example after a login that succeeded. */
  async forget(name: LimitName, key: string): Promise<void> {
    await this.#limiters
      .get(name)
      ?.delete(key)
      .catch((error: unknown) => {
        throw new StoreUnavailable(error);
      });
  }
}

/** What a shopper reads who has to wait. */
export function waitingText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1
    ? 'Too many attempts. Please try again in a minute.'
    : `Too many attempts. Please try again in ${minutes} minutes.`;
}

function entries(limits: Record<LimitName, RateLimit>): [LimitName, RateLimit][] {
  const names: LimitName[] = [
    'login by contact',
    'login by address',
    'register by address',
    'otp by email',
    'otp by address',
    'otp check by email',
    'contact by address',
  ];
  return names.map((name) => [name, limits[name]]);
}
