import {
  type ApolloClient,
  CombinedGraphQLErrors,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client';

/** Says that the shop's gateway had no answer: the page is answered with 503. */
export class GatewayUnavailableError extends Error {}

/** Says that the address asked for something the gateway refuses, such as a cursor made up. */
export class QueryRejectedError extends Error {}

/**
 * Puts a query's answer into the cache, for the screen to read by its generated hook.
 *
 * On the server it gives the data; in the browser it starts the request, waits for nothing and gives
 * undefined at once.
 */
export type Preload = <TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  variables: TVariables,
  options?: PreloadOptions,
) => Promise<TData | undefined>;

export interface PreloadOptions {
  /** Ask even if the cache could answer: for a list's next page, which the cache takes for its first. */
  ask?: boolean;
}

/** @throws GatewayUnavailableError, QueryRejectedError on the server; never in the browser. */
export function createPreload(client: ApolloClient, waitForData: boolean): Preload {
  return async (query, variables, { ask = false } = {}) => {
    // While it renders a page, Apollo makes 'network-only' a 'cache-first'; 'no-cache' it leaves alone.
    const answer = client.query({ query, variables, fetchPolicy: ask ? 'no-cache' : 'cache-first' });
    if (!waitForData) {
      // The screen's own hook meets the same failure and shows it.
      answer.catch(() => undefined);
      return undefined;
    }
    try {
      const { data } = await answer;
      if (ask && data !== undefined) client.writeQuery({ query, variables, data });
      return data;
    } catch (error) {
      throw isRefusal(error)
        ? new QueryRejectedError()
        : new GatewayUnavailableError('No answer', { cause: error });
    }
  };
}

function isRefusal(error: unknown): boolean {
  return (
    CombinedGraphQLErrors.is(error) &&
    error.errors.every(({ extensions }) => extensions?.code === 'BAD_USER_INPUT')
  );
}
