import { NetworkStatus } from '@apollo/client';
import { useEffect, useState } from 'react';
import { ListingPageDocument, type ListingQuery, useListingQuery } from '#web/catalogue/Listing.generated.ts';
import { type CollectionRef, createListingVariables, pageSize } from '#web/catalogue/listing-query.ts';
import type { ListingState } from '#web/catalogue/listing-url.ts';

type Products = ListingQuery['products'];

/** The products of a listing and the state of loading them. */
interface ListingResult {
  /** Undefined until a listing has loaded. After a change, the previous products until the new ones have loaded. */
  products: Products | undefined;
  /** Whether `products` are those of the previous listing, and the new ones are loading. */
  changing: boolean;
  /** Why the listing could not be loaded. */
  error: Error | undefined;
  /** Why the next page could not be loaded. */
  moreError: Error | undefined;
  /** The number of products in the further pages that are loading; 0 while the first page loads. */
  pendingCount: number;
  /** Whether there are more products than are shown; false until the listing has loaded. */
  hasMore: boolean;
  retry: () => Promise<void>;
}

/** The products of a listing URL. Missing pages are fetched one after another. */
export function useListing(listing: ListingState, collection?: CollectionRef): ListingResult {
  const variables = createListingVariables(listing, collection);
  const { data, previousData, error, loading, networkStatus, fetchMore, refetch } = useListingQuery({
    variables,
  });
  const [failure, setFailure] = useState<{ cursor: string; error: Error } | null>(null);

  const products = data?.products;
  const loadedCount = products?.edges.length ?? 0;
  const requestedCount = listing.page * pageSize;
  const { hasNextPage = false, endCursor = null } = products?.pageInfo ?? {};
  // `loading` is also true while `fetchMore` runs, but the page that it fetches must count as pending until it arrives.
  const isCurrent = !loading || networkStatus === NetworkStatus.fetchMore;
  const nextCursor = isCurrent && hasNextPage && loadedCount < requestedCount ? endCursor : null;
  const moreError = failure !== null && failure.cursor === nextCursor ? failure.error : undefined;
  const cursorToFetch = moreError === undefined ? nextCursor : null;
  const variablesKey = JSON.stringify(variables);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `variablesKey` stands for the variables, which are a new object on every render.
  useEffect(() => {
    if (cursorToFetch === null) return;
    fetchMore({ query: ListingPageDocument, variables: { ...variables, after: cursorToFetch } }).catch(
      (thrown: unknown) =>
        setFailure({
          cursor: cursorToFetch,
          error: thrown instanceof Error ? thrown : new Error(String(thrown)),
        }),
    );
  }, [cursorToFetch, variablesKey, fetchMore]);

  const shownProducts = products ?? previousData?.products;
  return {
    products: shownProducts && { ...shownProducts, edges: shownProducts.edges.slice(0, requestedCount) },
    changing: products === undefined && error === undefined && shownProducts !== undefined,
    error: products === undefined ? error : undefined,
    moreError,
    pendingCount:
      cursorToFetch === null ? 0 : Math.min(requestedCount, products?.totalCount ?? 0) - loadedCount,
    hasMore: hasNextPage || loadedCount > requestedCount,
    retry: async () => {
      if (moreError === undefined) await refetch();
      else setFailure(null);
    },
  };
}
