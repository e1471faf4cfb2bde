import { CombinedGraphQLErrors } from '@apollo/client';

/** Returns the message if the gateway rejected the request because of the quota or a limit, and so changed nothing. */
export function findRateLimitMessage(error: unknown): string | undefined {
  return CombinedGraphQLErrors.is(error)
    ? error.errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED')?.message
    : undefined;
}
