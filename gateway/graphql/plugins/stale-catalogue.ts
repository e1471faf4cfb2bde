import type { ApolloServerPlugin } from '@apollo/server';
import type { GatewayContext } from '../context.ts';

/**
 * Says in `extensions.catalogue` how old the catalogue is while the REST host does not confirm it:
 * `{ stale: true, confirmedAt: "2026-11-20T08:00:00.000Z", ageSeconds: 120 }`. Absent otherwise.
 */
export const staleCatalogueExtension: ApolloServerPlugin<GatewayContext> = {
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
