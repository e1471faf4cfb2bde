import type { ApolloServerPlugin } from '@apollo/server';
import type { GatewayContext } from '../context.ts';

/** What is wrong with an operation before it runs. */
const faults: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Answers with status 200 where an operation is at fault and the caller asked for `application/json`
 * by name, and not for GraphQL's own media type: so it should be for clients that take any other
 * status for the word of something in between (GraphQL over HTTP, "application/json").
 */
export const legacyStatusCodes: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response: { body, http } }) {
        if (http.status !== 400 || !asksForPlainJson(request.http?.headers.get('accept') ?? '')) return;
        const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
        if (errors.every(({ extensions }) => faults.has(extensions?.code))) http.status = 200;
      },
    };
  },
};

function asksForPlainJson(accept: string): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.includes('application/json') && !types.includes('application/graphql-response+json');
}
