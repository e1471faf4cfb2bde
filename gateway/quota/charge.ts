import type { Client } from '../auth/client.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import type { ChargeResult, Quotas } from './quota.ts';

/** The cost of a request so far, for its response, the log, metrics and traces. All amounts are points. */
export interface CostUsage {
  /** Cost of receiving the request, derived from its length. */
  requestCost: number;
  /** Points that have been deducted from the quota so far. */
  chargedPoints: number;
  /** Total cost: that of the operation (`OperationComplexity`), at least the request cost. Null until it is known. */
  operationCost: number | null;
  /**
   * Whether the quota covered the operation. Also false if it did not even cover the request. Null until the operation
   * has been charged.
   */
  isGranted: boolean | null;
  /** The latest result of charging the client's quotas. */
  chargeResult: ChargeResult;
}

const nothingCharged: ChargeResult = { quotas: [], retryAfterSeconds: null };

/** The usage of a request that has not been charged yet. */
export function createCostUsage(): CostUsage {
  return {
    requestCost: 0,
    chargedPoints: 0,
    operationCost: null,
    isGranted: null,
    chargeResult: nothingCharged,
  };
}

/** The part of a request's context that charging needs. */
interface ChargedRequest {
  usage: CostUsage;
  getClient(): Promise<Client | null>;
}

/** Why a request is rejected before it is parsed. */
export type RejectionReason = 'invalid-api-key' | 'store-unavailable' | 'quota-exceeded';

/** Points for a response from the cache. */
export const cachedResponseCost = 1;

/** Request characters per point. Parsing costs CPU even when the document is invalid. */
const charactersPerPoint = 20;

/**
 * Authenticates the client and charges for receiving a request of this length, whether or not it can
 * be parsed. Returns null if the request is admitted.
 */
export async function chargeRequest(
  quotas: Quotas,
  context: ChargedRequest,
  characterCount: number,
): Promise<RejectionReason | null> {
  const client = await context.getClient().catch(toRejectionReason);
  if (client === 'store-unavailable') return client;
  if (client === null) return 'invalid-api-key';
  const { usage } = context;
  usage.requestCost = Math.max(1, Math.floor(characterCount / charactersPerPoint));
  if ((await chargeUpTo(quotas, context, usage.requestCost)) === null) return null;
  usage.isGranted = false;
  return 'quota-exceeded';
}

/**
 * Charges the cost of an operation, minus the points already charged. Returns the seconds to wait if the
 * quota does not cover it, otherwise null.
 */
export async function chargeOperation(quotas: Quotas, context: ChargedRequest): Promise<number | null> {
  const { requestCost, operationCost } = context.usage;
  const retryAfterSeconds = await chargeUpTo(quotas, context, operationCost ?? requestCost);
  context.usage.isGranted = retryAfterSeconds === null;
  return retryAfterSeconds;
}

/** The message for a client whose quota is used up. */
export function describeExceededQuota(retryAfterSeconds: number): string {
  const duration = retryAfterSeconds === 1 ? 'one second' : `${retryAfterSeconds} seconds`;
  return `Too many requests this minute. Please try again in ${duration}.`;
}

function toRejectionReason(error: unknown): 'store-unavailable' {
  if (error instanceof StoreUnavailableError) return 'store-unavailable';
  throw error;
}

/** Charges the difference between `points` and the points already charged for the request. */
async function chargeUpTo(quotas: Quotas, context: ChargedRequest, points: number): Promise<number | null> {
  const { usage } = context;
  const duePoints = points - usage.chargedPoints;
  const client = duePoints <= 0 ? null : await context.getClient();
  if (client === null) return null;
  usage.chargeResult = await quotas.consume(client, duePoints);
  if (usage.chargeResult.retryAfterSeconds === null) usage.chargedPoints = points;
  return usage.chargeResult.retryAfterSeconds;
}
