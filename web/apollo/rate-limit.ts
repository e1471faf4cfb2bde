import { CombinedGraphQLErrors } from '@apollo/client';

/**
 * Returns the message of a request that was refused because of the quota or a limit; undefined for any other error.
 * The gateway has changed nothing then.
 */
export function findRateLimitMessage(error: unknown): string | undefined {
  return CombinedGraphQLErrors.is(error)
    ? error.errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED')?.message
    : undefined;
}
