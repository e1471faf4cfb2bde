import {
  ApolloClient,
  ApolloLink,
  HttpLink,
  type InMemoryCache,
  type NormalizedCacheObject,
  ServerError,
} from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import type { TranslateMessage } from '#web/gateway-words/gateway-words.ts';
import { gatewayWordsLink } from '#web/gateway-words/gateway-words-link.ts';
import { createCache } from './cache.ts';
import { type SessionEndOptions, sessionEndLink } from './session-end-link.ts';

export interface BrowserClientOptions extends SessionEndOptions {
  /** The signed-in shopper's token at the time of the call; undefined for a visitor. */
  token: () => string | undefined;
  /** What the server put into the page. */
  restored?: NormalizedCacheObject | undefined;
  uri?: string;
  /** The gateway's messages in the page's language; undefined while that is the gateway's own. */
  words?: () => Promise<TranslateMessage> | undefined;
}

export interface BrowserClient {
  client: ApolloClient;
  cache: InMemoryCache;
}

/** The browser's client: the page's cache, the shopper's token, queries tried again when the network fails. */
export function createBrowserClient(options: BrowserClientOptions): BrowserClient {
  const cache = createCache();
  if (options.restored !== undefined) cache.restore(options.restored);
  const authorize = new SetContextLink(({ headers }) => {
    const token = options.token();
    return token === undefined
      ? { token }
      : { token, headers: { ...headers, authorization: `Bearer ${token}` } };
  });
  const link = ApolloLink.from([
    gatewayWordsLink(options.words ?? (() => undefined)),
    sessionEndLink(options),
    authorize,
    queryRetryLink(),
    outliveThePage,
    new HttpLink({ uri: options.uri ?? '/graphql' }),
  ]);
  return { client: new ApolloClient({ cache, link }), cache };
}

/** A change that is on its way when the page is reloaded or closed is delivered all the same. */
const outliveThePage = new ApolloLink((operation, forward) => {
  const keepalive = operation.operationType === OperationTypeNode.MUTATION;
  operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, keepalive } }));
  return forward(operation);
});

/** Only queries: a mutation whose answer got lost may have been done. */
function queryRetryLink(): RetryLink {
  return new RetryLink({
    delay: { initial: 300, max: 3000, jitter: true },
    attempts: (count, operation, error) =>
      count < 4 && operation.operationType === OperationTypeNode.QUERY && isPassing(error),
  });
}

function isPassing(error: unknown): boolean {
  return ServerError.is(error) ? error.statusCode >= 502 : error instanceof TypeError;
}
