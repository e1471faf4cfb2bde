import { CombinedGraphQLErrors, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import type { RouterContext } from './router-context.ts';

/** The gateway could not run a query. Unless the page's loader catches this, `Unavailable` replaces the page. */
export class GatewayUnavailableError extends Error {}

/**
 * The gateway rejected the variables, which come from the URL. Unless the page's loader catches this, `NotFound`
 * replaces the page.
 */
export class QueryRejectedError extends Error {}

/**
 * Loads the result of a query into the cache, where the page reads it through the generated hook.
 *
 * On the server the promise resolves with the data. In the browser it resolves with undefined as soon as the
 * request has been started.
 */
export type Preload = <TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  variables: TVariables,
) => Promise<TData | undefined>;

/**
 * Creates the function that preloads with the client of a router context. It throws GatewayUnavailableError or
 * QueryRejectedError on the server, and never in the browser.
 */
export function createPreload({ client, waitForData }: RouterContext): Preload {
  return async (query, variables) => {
    if (!waitForData) {
      // The page's own hook receives the same error and shows it.
      client.query({ query, variables }).catch(() => undefined);
      return undefined;
    }
    try {
      // `query` would write the result to the cache and read it back, to notify other queries. There are none here.
      const { data } = await client.query({ query, variables, fetchPolicy: 'no-cache' });
      if (data !== undefined) client.writeQuery({ query, variables, data });
      return data;
    } catch (error) {
      throw isBadInput(error)
        ? new QueryRejectedError()
        : new GatewayUnavailableError('The gateway could not run the query.', { cause: error });
    }
  };
}

function isBadInput(error: unknown): boolean {
  return (
    CombinedGraphQLErrors.is(error) &&
    error.errors.every(({ extensions }) => extensions?.code === 'BAD_USER_INPUT')
  );
}
