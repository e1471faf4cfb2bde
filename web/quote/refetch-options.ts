import type { ApolloClient } from '@apollo/client';
import { CheckoutOptionsDocument, type CheckoutOptionsQuery } from './CheckoutOptions.generated.ts';

/** The time limit for refetching the addresses and payment options. The message about a rejected order waits for them. */
const maxRefetchMs = 5_000;

/**
 * Fetches the addresses and payment options again. If that fails, returns undefined, and the cache stays as it is. If
 * only the last used address cannot be read, the cached one is kept, because it may be the selected address.
 */
export async function refetchOptions(client: ApolloClient): Promise<CheckoutOptionsQuery | undefined> {
  const query = CheckoutOptionsDocument;
  const fetchOptions = { signal: AbortSignal.timeout(maxRefetchMs) };
  const result = await client
    // `no-cache`, because with `all` a failed field would otherwise replace the cached one.
    .query({ query, fetchPolicy: 'no-cache', errorPolicy: 'all', context: { fetchOptions } })
    .catch(() => undefined);
  if (result?.data?.user == null) return undefined;
  const { user } = result.data;
  const lastUsedAddress =
    result.error === undefined
      ? user.lastUsedAddress
      : (client.readQuery({ query })?.user?.lastUsedAddress ?? null);
  const data = { ...result.data, user: { ...user, lastUsedAddress } };
  client.writeQuery({ query, data });
  return data;
}
