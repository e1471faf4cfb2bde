import type { ApolloServerPlugin } from '@apollo/server';
import type { CostUsage } from '../../quota/charge.ts';
import type { GatewayContext } from '../context.ts';

/**
 * Reports the cost of the operation and the remaining quota to partners, in `extensions.cost`. See
 * `costExtension` for an example.
 */
export const reportCost: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response }) {
        const client = await contextValue.client();
        if (client?.kind !== 'partner' || response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        singleResult.extensions = { ...singleResult.extensions, cost: costExtension(contextValue.usage) };
      },
    };
  },
};

/** For example `{ requested: 61, limit: 1000000, remaining: 999939, resetSeconds: 42 }`. */
export function costExtension({ operationCost, quota }: CostUsage): Record<string, unknown> {
  return { requested: operationCost, ...quota };
}

/**
 * Reports the age of the catalogue in `extensions.catalogue` while the REST host does not confirm it:
 * `{ stale: true, confirmedAt: "2026-11-20T08:00:00.000Z", ageSeconds: 120 }`. Absent otherwise.
 */
export const reportStaleCatalogue: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response }) {
        const { staleness } = contextValue.services.loader;
        if (staleness === null || response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        const { confirmedAt, ageSeconds } = staleness;
        singleResult.extensions = {
          ...singleResult.extensions,
          catalogue: { stale: true, confirmedAt: new Date(confirmedAt).toISOString(), ageSeconds },
        };
      },
    };
  },
};
