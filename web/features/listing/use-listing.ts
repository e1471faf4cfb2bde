import { useEffect, useState } from 'react';
import { ListingPageDocument, type ListingQuery, useListingQuery } from '#web/catalogue/Listing.generated.ts';
import { type CollectionRef, listingVariables, pageSize } from '#web/catalogue/listing-query.ts';
import type { ListingUrl } from '#web/catalogue/listing-url.ts';

type Products = ListingQuery['products'];

/** What a listing shows. */
export interface ListingState {
  /** Undefined before the first response. While a changed listing loads, the products of the previous one. */
  products: Products | undefined;
  /** True while the products of the previous listing are shown. */
  changing: boolean;
  /** Why the list could not be loaded. */
  error: Error | undefined;
  /** Why the next page could not be loaded. */
  moreError: Error | undefined;
  /** The number of products still loading. */
  pending: number;
  /** Whether there are more products than are shown. */
  hasMore: boolean;
  retry: () => void;
}

/** The products of a listing URL. Missing pages are fetched one after another. */
export function useListing(listing: ListingUrl, collection?: CollectionRef): ListingState {
  const variables = listingVariables(listing, collection);
  const { data, previousData, error, loading, fetchMore, refetch } = useListingQuery({ variables });
  const [failure, setFailure] = useState<{ cursor: string; error: Error } | null>(null);

  const products = data?.products;
  const loaded = products?.edges.length ?? 0;
  const requestedCount = listing.page * pageSize;
  const { hasNextPage = false, endCursor = null } = products?.pageInfo ?? {};
  const missing = !loading && hasNextPage && loaded < requestedCount ? endCursor : null;
  const moreError = failure !== null && failure.cursor === missing ? failure.error : undefined;
  const cursor = moreError === undefined ? missing : null;
  const key = JSON.stringify(variables);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the variables, which are a new object on every render.
  useEffect(() => {
    if (cursor === null) return;
    fetchMore({ query: ListingPageDocument, variables: { ...variables, after: cursor } }).catch(
      (thrown: unknown) =>
        setFailure({ cursor, error: thrown instanceof Error ? thrown : new Error(String(thrown)) }),
    );
  }, [cursor, key, fetchMore]);

  const shown = products ?? previousData?.products;
  return {
    products: shown === undefined ? undefined : { ...shown, edges: shown.edges.slice(0, requestedCount) },
    changing: products === undefined && shown !== undefined,
    error: products === undefined ? error : undefined,
    moreError,
    pending: cursor === null ? 0 : Math.min(requestedCount, products?.totalCount ?? 0) - loaded,
    hasMore: hasNextPage || loaded > requestedCount,
    retry: () => {
      if (moreError === undefined) void refetch().catch(() => undefined);
      else setFailure(null);
    },
  };
}
