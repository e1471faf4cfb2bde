import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GatewayContext } from '../context.ts';

/** Refuses a kind of operation that the schema has not, which graphql-js 16 finds only while it runs it. */
export const operationTypes: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, operation }) {
        if (operation === undefined || schema.getRootType(operation.operation)) return;
        throw new GraphQLError(`The schema has no ${operation.operation}s: send a query or a mutation.`, {
          extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
        });
      },
    };
  },
};
