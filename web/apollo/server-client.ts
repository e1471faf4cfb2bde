import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import { createCache } from './cache.ts';

/** Runs an operation against the gateway in the same process. Provided by `server.ts`. */
export type RunOperation = (operation: {
  query: string;
  operationName?: string;
  variables?: Record<string, unknown>;
}) => Promise<{ data?: Record<string, unknown> | null; errors?: ReadonlyArray<{ message: string }> }>;

/** Creates the client for rendering one page, with its own cache and without HTTP to the gateway. */
export function createServerClient(run: RunOperation): ApolloClient {
  const link = new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((observer) => {
        run({
          query: print(query),
          variables,
          ...(operationName === undefined ? {} : { operationName }),
        }).then(
          (result) => {
            observer.next(result);
            observer.complete();
          },
          (error: unknown) => observer.error(error),
        );
      }),
  );
  return new ApolloClient({ ssrMode: true, cache: createCache(), link });
}
