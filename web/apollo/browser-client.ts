import { ApolloClient, ApolloLink, HttpLink, type NormalizedCacheObject, ServerError } from '@apollo/client';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { throwError } from 'rxjs';
import { createServerMessagesLink } from '#web/apollo/server-messages-link.ts';
import { type ClientSession, createAuthLink } from '#web/auth/auth-link.ts';
import { defaultLanguage } from '#web/i18n/languages.ts';
import type { ErrorTranslator } from '#web/i18n/server-messages.ts';
import { createCache } from './cache.ts';
import { createCartLink } from './cart-link.ts';
import { storedResultsLink } from './stored-results-link.ts';
import { createTrustedDocumentsLink } from './trusted-documents-link.ts';

/** Reached only by operations with more attempts than the default. */
const maxRetryDelayMs = 60_000;

interface BrowserClientOptions {
  session: ClientSession;
  /** The cache that the server put into the page. */
  initialCache?: NormalizedCacheObject | undefined;
  uri?: string;
  /** Translates the gateway's errors. By default its English messages are shown. */
  translateError?: ErrorTranslator;
  /** Returns the language of the page. */
  getLanguage?: () => string;
}

declare module '@apollo/client' {
  interface DefaultContext {
    /**
     * The maximum number of attempts, including the first. Only transient failures lead to another attempt. By default
     * 4 for a query and 1 for a mutation, because a mutation whose response was lost may have been applied.
     */
    maxAttempts?: number;
  }
}

/** Creates the browser's Apollo client. It sends the shopper's token, and retries operations up to `maxAttempts`. */
export function createBrowserClient(options: BrowserClientOptions): ApolloClient {
  const cache = createCache();
  if (options.initialCache !== undefined) cache.restore(options.initialCache);
  const link = ApolloLink.from([
    createCartLink(options.session),
    createAuthLink(options.session),
    createServerMessagesLink(options.translateError ?? (({ message }) => message)),
    createRetryLink(),
    abortedLink,
    keepaliveLink,
    createLanguageLink(options.getLanguage ?? (() => defaultLanguage)),
    storedResultsLink,
    createTrustedDocumentsLink(),
    new HttpLink({ uri: options.uri ?? '/graphql' }),
  ]);
  return new ApolloClient({
    cache,
    link,
    // The gateway can be set to execute only trusted documents for a client of this name.
    clientAwareness: { name: 'storefront' },
    // The gateway does not use the name of the client library.
    enhancedClientAwareness: { transport: false },
  });
}

/** Lets the browser finish sending a mutation when the page is reloaded or closed. */
const keepaliveLink = new ApolloLink((operation, forward) => {
  const keepalive = operation.operationType === OperationTypeNode.MUTATION;
  operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, keepalive } }));
  return forward(operation);
});

/**
 * Tells the gateway the language of the page, for the e-mails that the REST host sends. Only mutations need this:
 * queries return the same data in every language.
 */
function createLanguageLink(getLanguage: () => string): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) {
      operation.setContext(({ headers }) => ({ headers: { ...headers, 'accept-language': getLanguage() } }));
    }
    return forward(operation);
  });
}

function createRetryLink(): RetryLink {
  return new RetryLink({
    delay: { initial: 300, max: maxRetryDelayMs, jitter: true },
    attempts: (count, operation, error) => {
      const { maxAttempts = operation.operationType === OperationTypeNode.QUERY ? 4 : 1 } =
        operation.getContext();
      return count < maxAttempts && isTransient(error);
    },
  });
}

/**
 * Does not send an operation whose signal has been aborted, for example between two attempts. `HttpLink` notices only
 * an abort during the request.
 */
const abortedLink = new ApolloLink((operation, forward) => {
  const signal = operation.getContext().fetchOptions?.signal;
  return signal?.aborted === true ? throwError(() => signal.reason) : forward(operation);
});

/**
 * Whether the gateway or a proxy was temporarily unavailable, or the network failed (then `fetch` throws a TypeError).
 */
function isTransient(error: unknown): boolean {
  return ServerError.is(error) ? error.statusCode >= 502 : error instanceof TypeError;
}
