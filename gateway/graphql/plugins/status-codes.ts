import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GatewayContext } from '../context.ts';

/** Codes of errors that are detected before execution. */
const requestErrorCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Responds to invalid operations with status 200 if the client accepts `application/json` but not
 * `application/graphql-response+json`. The GraphQL over HTTP specification recommends this for
 * the older media type, because its clients may attribute any other status to an intermediary such as
 * a proxy.
 */
export const legacyStatusCodes: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response: { body, http } }) {
        if (http.status !== 400 || !acceptsOnlyPlainJson(request.http?.headers.get('accept') ?? '')) return;
        const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
        if (errors.every(({ extensions }) => requestErrorCodes.has(extensions?.code))) http.status = 200;
      },
    };
  },
};

function acceptsOnlyPlainJson(accept: string): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes('application/graphql-response+json');
}

/**
 * Rejects operation types that the schema lacks, such as subscriptions, with status 400. graphql-js 16
 * only detects them during execution.
 */
export const rejectUnsupportedOperationTypes: ApolloServerPlugin<GatewayContext> = {
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
