import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { type Client, metricLabel } from '../auth/viewer.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import type { QuotaState, Quotas } from './quota.ts';

/** What is known of a request's cost so far, for its answer, the log, metrics and traces. */
export interface Usage {
  /** What was taken at the door, for the length of the request, in points. */
  atDoor: number;
  /** What was taken of the budget so far, in points. */
  charged: number;
  /** What the operation costs in all, in points: about as many as it may give objects. Null until it is read. */
  cost: number | null;
  /** Whether the budget had room for all of it; null until it was asked. */
  isGranted: boolean | null;
  /** What is left of the client's budget; null for a client without one. */
  budget: QuotaState | null;
}

/** What charging needs of a request's context. */
interface ChargedRequest {
  services: { budgets: Quotas };
  usage: Usage;
  client(): Promise<Client | null>;
}

/** Why a request is turned away before it is read. */
export type Rejection = { client: string } & (
  | { reason: 'unknown key' }
  | { reason: 'store away' }
  | { reason: 'over budget'; wait: number }
);

/** So many characters of a request cost a point: what has to be read takes its time, whatever it says. */
const charactersPerPoint = 20;

/**
 * Looks at who asks, and takes what each request of this length costs, readable or not. Null when it
 * may come in.
 */
export async function admit(context: ChargedRequest, length: number): Promise<Rejection | null> {
  const client = await context.client().catch(ifAway);
  if (client === 'store away') return { reason: client, client: metricLabel(null) };
  if (client === null) return { reason: 'unknown key', client: metricLabel(null) };
  context.usage.atDoor = Math.max(1, Math.floor(length / charactersPerPoint));
  const wait = await chargeUpTo(context, context.usage.atDoor);
  return wait === null ? null : { reason: 'over budget', client: metricLabel(client), wait };
}

/**
 * Takes what an operation costs, beyond what was taken before, from its client's budget. Gives the
 * seconds to wait when it does not fit.
 */
export async function charge(context: ChargedRequest): Promise<number | null> {
  const { atDoor, cost } = context.usage;
  const wait = await chargeUpTo(context, cost ?? atDoor);
  context.usage.isGranted = wait === null;
  return wait;
}

/** What a client reads whose budget has no room, and how long to wait. */
export function quotaExceededText(wait: number): string {
  return `The budget of this minute has no room for this. Please try again in ${wait} seconds.`;
}

/** The same as a GraphQL error: status 429, with the seconds in `extensions` and in `Retry-After`. */
export function quotaExceededError(wait: number): GraphQLError {
  const http = { status: 429, headers: new HeaderMap([['retry-after', String(wait)]]) };
  return new GraphQLError(quotaExceededText(wait), {
    extensions: { code: 'RATE_LIMITED', retryAfterSeconds: wait, http },
  });
}

function ifAway(error: unknown): 'store away' {
  if (error instanceof StoreUnavailableError) return 'store away';
  throw error;
}

/** Charges what is missing of the points a request costs; what it was charged before counts. */
async function chargeUpTo(context: ChargedRequest, points: number): Promise<number | null> {
  const missing = points - context.usage.charged;
  const client = missing <= 0 ? null : await context.client();
  const taken = client === null ? null : await context.services.budgets.take(client, missing);
  if (taken === null) return null;
  const { granted, ...budget } = taken;
  context.usage.budget = budget;
  if (!granted) return budget.resetSeconds;
  context.usage.charged = points;
  return null;
}
