import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';

/** What was looked up last. */
export interface Lookup<TData> {
  /** The newest answer; while another is awaited, the one before. Undefined when nothing is looked up. */
  data: TData | undefined;
  /** What stands in the way of the newest. */
  error: Error | undefined;
  /** Whether the newest answer is still to come. */
  loading: boolean;
  retry: () => void;
}

interface Answer<TData> {
  key: string;
  data?: TData | undefined;
  error?: Error;
}

/**
 * Asks the gateway anew whenever the variables change, as while a reader types: a request that is
 * overtaken is aborted, and its answer never counts. Null asks for nothing. The cache is left alone:
 * each text's answer would only push the other ones out.
 */
export function useLookup<TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  variables: TVariables | null,
): Lookup<TData> {
  const client = useApolloClient();
  const [answer, setAnswer] = useState<Answer<TData> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = variables === null ? null : `${attempt} ${JSON.stringify(variables)}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the variables, which are made anew at every render.
  useEffect(() => {
    if (variables === null || key === null) {
      setAnswer(null);
      return;
    }
    const overtaken = new AbortController();
    const { signal } = overtaken;
    client
      .query({
        query,
        variables,
        fetchPolicy: 'no-cache',
        // Else a text typed again would wait for the request that was aborted.
        context: { queryDeduplication: false, fetchOptions: { signal } },
      })
      .then(
        ({ data }) => {
          if (!signal.aborted) setAnswer({ key, data });
        },
        (reason: unknown) => {
          const error = reason instanceof Error ? reason : new Error(String(reason));
          if (!signal.aborted) setAnswer((before) => ({ key, data: before?.data, error }));
        },
      );
    return () => overtaken.abort();
  }, [client, query, key]);

  const isNewest = answer?.key === key;
  return {
    data: key === null ? undefined : answer?.data,
    error: isNewest ? answer?.error : undefined,
    loading: key !== null && !isNewest,
    retry: () => setAttempt((before) => before + 1),
  };
}
