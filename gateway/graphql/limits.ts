import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { charge, overBudgetError } from '../budgets/charge.ts';
import type { GatewayContext } from './context.ts';
import { listLengths } from './list-lengths.ts';
import { operationLimits } from './operation-limits.ts';
import { type OperationSize, sizeOf } from './operation-size.ts';

/**
 * Refuses operations that ask for too much, and takes what the others cost from their client's
 * budget. Apollo Server remembers which documents are valid, so what depends on variables and on who
 * asks is checked here, for each request.
 */
export const limits: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request, contextValue }) {
        if (operation === undefined) return;
        const lengths = listLengths(contextValue.services.loader.index);
        const size = sizeOf(schema, document, operation, request.variables ?? {}, lengths);
        contextValue.usage.cost = Math.max(contextValue.usage.atDoor, size.cost);
        const refusal = refusalOf(size);
        if (refusal !== null) {
          const [code, message] = refusal;
          throw new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
        }
        const wait = await charge(contextValue);
        if (wait !== null) throw overBudgetError(wait);
      },
    };
  },
};

/** Why an operation asks for too much, as code and message; null for one that does not. */
export function refusalOf({
  depth,
  aliases,
  rootFields,
  cost,
}: OperationSize): [code: string, message: string] | null {
  if (depth > operationLimits.depth) {
    return ['QUERY_TOO_DEEP', `The query is deeper than ${operationLimits.depth} levels.`];
  }
  if (aliases > operationLimits.aliases) {
    return [
      'QUERY_TOO_WIDE',
      `The query has ${aliases} aliases: at most ${operationLimits.aliases} are allowed.`,
    ];
  }
  if (rootFields > operationLimits.rootFields) {
    return [
      'QUERY_TOO_WIDE',
      `The query has ${rootFields} root fields: at most ${operationLimits.rootFields} are allowed.`,
    ];
  }
  if (cost > operationLimits.cost) {
    return [
      'QUERY_TOO_COMPLEX',
      `The query costs ${cost} points: at most ${operationLimits.cost} are allowed. Ask for smaller pages.`,
    ];
  }
  return null;
}
