import type { ApolloServerPlugin } from '@apollo/server';
import type { Usage } from '../../quota/charge.ts';
import type { GatewayContext } from '../context.ts';

/** Says in `extensions.cost` what an operation cost and what is left of the budget, to whoever has a key. */
export const costExtension: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ contextValue, response }) {
        const client = await contextValue.client();
        if (client?.kind !== 'partner' || response.body.kind !== 'single') return;
        const { singleResult } = response.body;
        singleResult.extensions = { ...singleResult.extensions, cost: costOf(contextValue.usage) };
      },
    };
  },
};

/** For example `{ requested: 61, limit: 1000000, remaining: 999939, resetSeconds: 42 }`. */
export function costOf({ cost, budget }: Usage): Record<string, unknown> {
  return { requested: cost, ...budget };
}
