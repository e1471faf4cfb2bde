import type { ReactNode } from 'react';
import { ErrorMessage } from './ErrorMessage.tsx';

interface QueryFallbackProps {
  /** The result of a generated query hook. */
  query: { error?: unknown; refetch: () => Promise<unknown> };
  /** Shown while the query is loading, including retries. */
  skeleton: ReactNode;
  /** What went wrong when the query has failed (requirements.md 8). */
  errorMessage: string;
  /** The heading above the error, on pages that have none yet. */
  heading?: string;
}

/**
 * Stands in for the data of a query: the skeleton while it loads, and a message with a button to retry once it has
 * failed. It is not a Suspense boundary, because Apollo Client caches the promise of a failed `useSuspenseQuery` for 30
 * seconds, and during that time the button would show the same error.
 */
export function QueryFallback({ query, skeleton, errorMessage, heading }: QueryFallbackProps) {
  if (query.error === undefined) return skeleton;
  return (
    <>
      {heading !== undefined && <h1>{heading}</h1>}
      <ErrorMessage message={errorMessage} onRetry={() => query.refetch().catch(() => undefined)} />
    </>
  );
}
