import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GatewayContext } from './context.ts';
import { type OperationSize, sizeOf } from './operation-size.ts';

/** What one operation may ask for. */
export const operationLimits = {
  /** Words and signs of the document; more are not even parsed to their end. */
  tokens: 4_000,
  depth: 12,
  aliases: 30,
  rootFields: 20,
  /** Objects it may give, by the page sizes it asks for. */
  cost: 5_000,
} as const;

/**
 * Refuses operations that ask for too much. Apollo Server remembers which documents are valid, so
 * what depends on variables is checked here, for each request.
 */
export const limits: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        if (operation === undefined) return;
        const refusal = refusalOf(sizeOf(schema, document, operation, request.variables ?? {}));
        if (refusal === null) return;
        const [code, message] = refusal;
        throw new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
      },
    };
  },
};

function refusalOf({
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
      `The query may give some ${cost} objects: at most ${operationLimits.cost} are allowed. Ask for smaller pages.`,
    ];
  }
  return null;
}
