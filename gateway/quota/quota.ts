import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Client } from '../auth/client.ts';

/** A quota is full again after this time. */
const windowSeconds = 60;

/** What remains of a quota, in points. */
export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until the quota is full again. */
  resetSeconds: number;
}

/** The result of an attempt to consume points. */
export interface ChargeResult extends QuotaState {
  isGranted: boolean;
}

type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * Points per minute for each client. All gateways that share a Redis share a partner's quota. The
 * quotas of visitors and shoppers protect a single process, so each process counts them in memory.
 */
export class Quotas {
  readonly #redis: Redis | null;
  readonly #visitorQuota: number;
  readonly #limiters = new Map<string, Limiter>();

  /** @param visitorQuota points per minute for each visitor or shopper; infinite for no limit. */
  constructor(redis: Redis | null, visitorQuota: number) {
    this.#redis = redis;
    this.#visitorQuota = visitorQuota;
  }

  /** Consumes all of the points, or none if the quota does not cover them. Null for a client without a quota. */
  async consume(client: Client, points: number): Promise<ChargeResult | null> {
    const limiter = this.#getLimiter(client);
    const key = quotaKey(client);
    if (limiter === null || key === null) return null;
    try {
      return toChargeResult(limiter, await limiter.consume(key, points), true);
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      // The limiter counts rejected points too. Give them back: a cheaper request may still fit.
      const state = await limiter.reward(key, points);
      return toChargeResult(limiter, state, false);
    }
  }

  #getLimiter(client: Client): Limiter | null {
    if (client.kind === 'storefront') return null;
    if (client.kind === 'partner') return this.#getOrCreateLimiter('partner', client.budget);
    return Number.isFinite(this.#visitorQuota)
      ? this.#getOrCreateLimiter(client.kind, this.#visitorQuota)
      : null;
  }

  /** Returns one limiter for each kind of client and quota, since the quota of a limiter is fixed. */
  #getOrCreateLimiter(kind: 'partner' | 'visitor' | 'shopper', points: number): Limiter {
    const name = `${kind} ${points}`;
    const limiter = this.#limiters.get(name) ?? this.#createLimiter(kind, points);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  #createLimiter(kind: 'partner' | 'visitor' | 'shopper', points: number): Limiter {
    const options = { points, duration: windowSeconds, keyPrefix: `budget ${kind}` };
    const inMemory = new RateLimiterMemory(options);
    if (kind !== 'partner' || this.#redis === null) return inMemory;
    // While Redis is unavailable, each gateway counts on its own instead of rejecting every partner.
    return new RateLimiterRedis({
      ...options,
      storeClient: this.#redis,
      insuranceLimiter: inMemory,
      rejectIfRedisNotReady: true,
    });
  }
}

/** The owner of a quota. All sessions of a shopper share one. */
function quotaKey(client: Client): string | null {
  switch (client.kind) {
    case 'storefront':
      return null;
    case 'visitor':
      return client.subnet;
    case 'shopper':
      return client.userId;
    case 'partner':
      return client.name;
  }
}

function toChargeResult(
  { points }: Limiter,
  { consumedPoints, msBeforeNext }: RateLimiterRes,
  isGranted: boolean,
): ChargeResult {
  const remaining = Math.max(0, points - consumedPoints);
  return { isGranted, limit: points, remaining, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** The `RateLimit` headers of a response (IETF draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ limit, remaining, resetSeconds }: QuotaState): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  };
}
