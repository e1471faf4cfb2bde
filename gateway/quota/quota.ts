import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Client } from '../auth/viewer.ts';

/** How long a budget lasts until it is full again, in seconds. */
const window = 60;

/** What is left of a budget, in points. */
export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until the budget is full again. */
  resetSeconds: number;
}

/** How a request for points ended. */
export interface Charge extends QuotaState {
  granted: boolean;
}

type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * What each client's operations may cost in a minute. A partner's budget is one over all gateways
 * that share a Redis. Those of visitors and shoppers protect this process, so it counts them itself
 * and asks nobody.
 */
export class Quotas {
  readonly #redis: Redis | null;
  readonly #visitorBudget: number;
  readonly #limiters = new Map<string, Limiter>();

  /** @param visitorBudget points a minute for a visitor or a shopper; infinite for no limit. */
  constructor(redis: Redis | null, visitorBudget: number) {
    this.#redis = redis;
    this.#visitorBudget = visitorBudget;
  }

  /** Takes points of a client's budget, all or none; null for a client without one. */
  async take(client: Client, points: number): Promise<Charge | null> {
    const limiter = this.#limiterOf(client);
    const key = keyOf(client);
    if (limiter === null || key === null) return null;
    try {
      return chargeOf(limiter, await limiter.consume(key, points), true);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // What is refused costs nothing: something smaller may still fit.
      const left = await limiter.reward(key, points);
      return chargeOf(limiter, left, false);
    }
  }

  #limiterOf(client: Client): Limiter | null {
    if (client.kind === 'storefront') return null;
    if (client.kind === 'partner') return this.#limiter('partner', client.budget);
    return Number.isFinite(this.#visitorBudget) ? this.#limiter(client.kind, this.#visitorBudget) : null;
  }

  /** One limiter per kind and size: a limiter knows one size only. */
  #limiter(kind: 'partner' | 'visitor' | 'shopper', points: number): Limiter {
    const name = `${kind} ${points}`;
    const limiter = this.#limiters.get(name) ?? this.#makeLimiter(kind, points);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  #makeLimiter(kind: 'partner' | 'visitor' | 'shopper', points: number): Limiter {
    const options = { points, duration: window, keyPrefix: `budget ${kind}` };
    const inMemory = new RateLimiterMemory(options);
    if (kind !== 'partner' || this.#redis === null) return inMemory;
    // While Redis is away each gateway counts for itself: a partner is better served than turned away.
    return new RateLimiterRedis({
      ...options,
      storeClient: this.#redis,
      insuranceLimiter: inMemory,
      rejectIfRedisNotReady: true,
    });
  }
}

/** Whom a budget belongs to. A shopper has one, however many sessions are open. */
function keyOf(client: Client): string | null {
  switch (client.kind) {
    case 'storefront':
      return null;
    case 'visitor':
      return client.network;
    case 'shopper':
      return client.userId;
    case 'partner':
      return client.name;
  }
}

function chargeOf({ points }: Limiter, { consumedPoints, msBeforeNext }: RateLimiterRes, granted: boolean) {
  const remaining = Math.max(0, points - consumedPoints);
  return { granted, limit: points, remaining, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
