import { ApolloClient, ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import { createCache } from './cache.ts';
import { createTrustedDocumentsLink } from './trusted-documents-link.ts';

/** An operation, with the text of its document, the document's hash in `extensions`, or both. */
export interface ServerOperation {
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions: Record<string, unknown>;
}

/** Runs an operation against the gateway in the same process. Provided by `web/server.ts`. */
export type RunOperation = (
  operation: ServerOperation,
) => Promise<{ data?: Record<string, unknown> | null; errors?: ReadonlyArray<{ message: string }> }>;

/** Creates the client for rendering one page, with its own cache and without HTTP to the gateway. */
export function createServerClient(run: RunOperation): ApolloClient {
  const gatewayLink = new ApolloLink((operation) => {
    const { query, operationName, variables, extensions } = operation;
    const { includeQuery = true } = operation.getContext().http ?? {};
    return new Observable((observer) => {
      run({
        ...(includeQuery && { query: print(query) }),
        extensions,
        variables,
        ...(operationName === undefined ? {} : { operationName }),
      }).then(
        (result) => {
          observer.next(result);
          observer.complete();
        },
        (error: unknown) => observer.error(error),
      );
    });
  });
  const link = ApolloLink.from([createTrustedDocumentsLink(), gatewayLink]);
  return new ApolloClient({ ssrMode: true, cache: createCache({ resultCaching: false }), link });
}
