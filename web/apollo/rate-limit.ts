import { CombinedGraphQLErrors } from '@apollo/client';

/**
 * Returns the message if the gateway rejected the request, and thus changed nothing, because it exceeded the quota or the
 * limit on orders or cancellations.
 */
export function findRateLimitMessage(error: unknown): string | undefined {
  return CombinedGraphQLErrors.is(error)
    ? error.errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED')?.message
    : undefined;
}
