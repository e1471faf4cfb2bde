import { CombinedGraphQLErrors } from '@apollo/client';

/**
 * Returns the message if the request exceeded the quota or the limit on orders or cancellations. In this case the
 * gateway has changed nothing.
 */
export function findRateLimitMessage(error: unknown): string | undefined {
  return CombinedGraphQLErrors.is(error)
    ? error.errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED')?.message
    : undefined;
}
