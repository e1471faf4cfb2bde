import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';

interface Lookup<TData> {
  /** The latest result, even while the next request runs or after it has failed. Undefined without variables. */
  data: TData | undefined;
  /** The error of the latest request. */
  error: Error | undefined;
  /** Whether the latest request is still running. */
  loading: boolean;
  retry: () => void;
}

interface Result<TData> {
  key: string;
  data?: TData | undefined;
  error?: Error;
}

/**
 * Runs a query again whenever its variables change, for example while the shopper types. Outdated requests
 * are aborted and their results ignored. If the variables are null, no query runs. Results are not cached, because
 * there would be one for each typed text.
 */
export function useLookup<TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  variables: TVariables | null,
): Lookup<TData> {
  const client = useApolloClient();
  const [result, setResult] = useState<Result<TData> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = variables === null ? null : `${attempt} ${JSON.stringify(variables)}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the variables, which are a new object on every render.
  useEffect(() => {
    if (variables === null || key === null) {
      setResult(null);
      return;
    }
    const request = new AbortController();
    const { signal } = request;
    client
      .query({
        query,
        variables,
        fetchPolicy: 'no-cache',
        // Otherwise typing the same text again would share the aborted request.
        context: { queryDeduplication: false, fetchOptions: { signal } },
      })
      .then(
        ({ data }) => {
          if (!signal.aborted) setResult({ key, data });
        },
        (reason: unknown) => {
          const error = reason instanceof Error ? reason : new Error(String(reason));
          if (!signal.aborted) setResult((previous) => ({ key, data: previous?.data, error }));
        },
      );
    return () => request.abort();
  }, [client, query, key]);

  const isLatest = result?.key === key;
  return {
    data: key === null ? undefined : result?.data,
    error: isLatest ? result?.error : undefined,
    loading: key !== null && !isLatest,
    retry: () => setAttempt((previous) => previous + 1),
  };
}
