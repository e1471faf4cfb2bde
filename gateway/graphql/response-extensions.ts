import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { CostUsage } from '../quota/charge.ts';

/**
 * The value of the extension `cost`, which only partners receive: the cost of an operation and the remaining quota, as
 * `{ requested: 61, limit: 1000000, remaining: 999939, resetSeconds: 42 }`. If the operation's cost is unknown, for
 * example because the operation is invalid, `requested` is the cost of receiving the request.
 */
export function createCostExtension(usage: CostUsage): Record<string, unknown> {
  const { requestCost, operationCost, chargeResult } = usage;
  const [{ limit, remaining, resetSeconds } = {}] = chargeResult.quotas;
  return { requested: operationCost ?? requestCost, limit, remaining, resetSeconds };
}

/**
 * The age of a catalogue that the REST host did not confirm in the last refresh:
 * `{ catalogue: { stale: true, confirmedAt: "2026-11-20T08:00:00.000Z", ageSeconds: 120 } }`. Undefined for a confirmed
 * catalogue.
 */
export function createStaleCatalogueExtension(
  staleness: CatalogueLoader['staleness'],
): Record<string, unknown> | undefined {
  if (staleness === null) return undefined;
  const { confirmedAt, ageSeconds } = staleness;
  return { catalogue: { stale: true, confirmedAt: new Date(confirmedAt).toISOString(), ageSeconds } };
}
