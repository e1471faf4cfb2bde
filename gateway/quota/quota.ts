import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Client, PartnerClient } from '../auth/client.ts';

/** A quota resets this long after the first request that draws on it. */
const windowSeconds = 60;

/** The state of a quota, in points. */
export interface QuotaState {
  name: QuotaName;
  limit: number;
  remaining: number;
  /** Seconds until the quota resets. */
  resetSeconds: number;
}

/** The result of an attempt to consume points. */
export interface ChargeResult {
  /**
   * The client's quotas, the network's before the account's, up to the first one that is exceeded; empty for a client
   * without a quota.
   */
  quotas: readonly QuotaState[];
  /** Seconds until the exceeded quota resets; null if all quotas cover the points. */
  retryAfterSeconds: number | null;
}

/** Clients see these names in the `RateLimit` headers. */
type QuotaName = 'network' | 'account' | 'partner';

/** One quota of a client. */
interface ClientQuota {
  name: QuotaName;
  limiter: RateLimiterMemory | RateLimiterRedis;
  key: string;
}

/**
 * Points per minute for each client. All gateways that share a Redis share a partner's quota. The
 * quotas of visitors and shoppers protect a single process, so each process counts them in memory.
 */
export class Quotas {
  readonly #redis: Redis | null;
  readonly #visitorQuota: number;
  readonly #onPartnerCharged: (partner: PartnerClient, points: number) => void;
  readonly #limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();

  /**
   * @param visitorQuota points per minute for each network and each account; infinite for no limit.
   * @param onPartnerCharged called with the points that a partner has consumed.
   */
  constructor(
    redis: Redis | null,
    visitorQuota: number,
    onPartnerCharged: (partner: PartnerClient, points: number) => void = () => {},
  ) {
    this.#redis = redis;
    this.#onPartnerCharged = onPartnerCharged;
    this.#visitorQuota = visitorQuota;
  }

  /** Consumes the points from all quotas of the client, or from none if one of them does not cover the points. */
  async consume(client: Client, points: number): Promise<ChargeResult> {
    const states: QuotaState[] = [];
    const consumed: ClientQuota[] = [];
    for (const quota of this.#getQuotas(client)) {
      const { state, isExceeded } = await consumeFrom(quota, points);
      if (isExceeded) {
        const refunded = await Promise.all(consumed.map((earlier) => refund(earlier, points)));
        return { quotas: [...refunded, state], retryAfterSeconds: state.resetSeconds };
      }
      consumed.push(quota);
      states.push(state);
    }
    if (client.kind === 'partner') this.#onPartnerCharged(client, points);
    return { quotas: states, retryAfterSeconds: null };
  }

  /**
   * Requests of a shopper count towards the network's quota too. Otherwise, registering many accounts would
   * multiply it.
   */
  #getQuotas(client: Client): ClientQuota[] {
    if (client.kind === 'storefront') return [];
    if (client.kind === 'partner') return [this.#createClientQuota('partner', client.name, client.budget)];
    if (!Number.isFinite(this.#visitorQuota)) return [];
    const networkQuota = this.#createClientQuota('network', client.network, this.#visitorQuota);
    if (client.kind === 'visitor') return [networkQuota];
    return [networkQuota, this.#createClientQuota('account', client.userId, this.#visitorQuota)];
  }

  /** Uses one limiter for each name and number of points, since the points of a limiter are fixed. */
  #createClientQuota(name: QuotaName, key: string, points: number): ClientQuota {
    const limiterKey = `${name} ${points}`;
    const limiter = this.#limiters.get(limiterKey) ?? this.#createLimiter(name, points);
    this.#limiters.set(limiterKey, limiter);
    return { name, limiter, key };
  }

  #createLimiter(name: QuotaName, points: number): RateLimiterMemory | RateLimiterRedis {
    const options = { points, duration: windowSeconds, keyPrefix: `quota ${name}` };
    const inMemory = new RateLimiterMemory(options);
    if (name !== 'partner' || this.#redis === null) return inMemory;
    // While Redis is unavailable, each gateway counts on its own instead of rejecting every partner.
    return new RateLimiterRedis({
      ...options,
      storeClient: this.#redis,
      insuranceLimiter: inMemory,
      rejectIfRedisNotReady: true,
    });
  }
}

async function consumeFrom(
  quota: ClientQuota,
  points: number,
): Promise<{ state: QuotaState; isExceeded: boolean }> {
  try {
    return { state: toState(quota, await quota.limiter.consume(quota.key, points)), isExceeded: false };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    // The limiter counts rejected points too. Give them back: a cheaper request may still fit.
    return { state: await refund(quota, points), isExceeded: true };
  }
}

async function refund(quota: ClientQuota, points: number): Promise<QuotaState> {
  return toState(quota, await quota.limiter.reward(quota.key, points));
}

function toState(
  { name, limiter }: ClientQuota,
  { consumedPoints, msBeforeNext }: RateLimiterRes,
): QuotaState {
  return {
    name,
    limit: limiter.points,
    remaining: Math.max(0, limiter.points - consumedPoints),
    // If the clock is set back, `msBeforeNext` may exceed the window, although a timer still ends it on time.
    resetSeconds: Math.min(windowSeconds, Math.max(1, Math.ceil(msBeforeNext / 1000))),
  };
}

/**
 * The headers that tell a client about its quotas, by lower-case name: `RateLimit-Policy` and `RateLimit` of
 * the IETF draft draft-ietf-httpapi-ratelimit-headers, and `Retry-After` if the request is rejected. Empty for
 * a client without a quota. For example `ratelimit-policy: "network";q=500000;w=60` and
 * `ratelimit: "network";r=499000;t=42`.
 */
export function createRateLimitHeaders({ quotas, retryAfterSeconds }: ChargeResult): Record<string, string> {
  if (quotas.length === 0) return {};
  const policies = quotas.map(({ name, limit }) => `"${name}";q=${limit};w=${windowSeconds}`);
  const states = quotas.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  return {
    'ratelimit-policy': policies.join(', '),
    ratelimit: states.join(', '),
    ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
  };
}
