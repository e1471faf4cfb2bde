import { useEffect, useState } from 'react';
import { ListingPageDocument, type ListingQuery, useListingQuery } from '#web/catalogue/Listing.generated.ts';
import { type CollectionRef, listingVariables, pageSize } from '#web/catalogue/listing-query.ts';
import type { ListingUrl } from '#web/catalogue/listing-url.ts';

type Products = ListingQuery['products'];

/** What a listing shows now. */
export interface ListingState {
  /** Undefined before the first answer; the former listing's while a changed one is loaded. */
  products: Products | undefined;
  /** The shown products are not, or not only, those of the address yet. */
  changing: boolean;
  /** What stands in the way of the list. */
  error: Error | undefined;
  /** What stands in the way of its next page. */
  moreError: Error | undefined;
  /** How many books of the asked-for pages are still to come. */
  pending: number;
  /** More books than are shown. */
  hasMore: boolean;
  retry: () => void;
}

/** The products an address asks for: its pages are fetched one after the other as far as they are missing. */
export function useListing(listing: ListingUrl, collection?: CollectionRef): ListingState {
  const variables = listingVariables(listing, collection);
  const { data, previousData, error, loading, fetchMore, refetch } = useListingQuery({ variables });
  const [failure, setFailure] = useState<{ cursor: string; error: Error } | null>(null);

  const products = data?.products;
  const loaded = products?.edges.length ?? 0;
  const wanted = listing.page * pageSize;
  const { hasNextPage = false, endCursor = null } = products?.pageInfo ?? {};
  const missing = !loading && hasNextPage && loaded < wanted ? endCursor : null;
  const moreError = failure !== null && failure.cursor === missing ? failure.error : undefined;
  const cursor = moreError === undefined ? missing : null;
  const key = JSON.stringify(variables);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the variables, which are made anew at every render.
  useEffect(() => {
    if (cursor === null) return;
    fetchMore({ query: ListingPageDocument, variables: { ...variables, after: cursor } }).catch(
      (reason: unknown) =>
        setFailure({ cursor, error: reason instanceof Error ? reason : new Error(String(reason)) }),
    );
  }, [cursor, key, fetchMore]);

  const shown = products ?? previousData?.products;
  return {
    products: shown === undefined ? undefined : { ...shown, edges: shown.edges.slice(0, wanted) },
    changing: products === undefined && shown !== undefined,
    error: products === undefined ? error : undefined,
    moreError,
    pending: cursor === null ? 0 : Math.min(wanted, products?.totalCount ?? 0) - loaded,
    hasMore: hasNextPage || loaded > wanted,
    retry: () => {
      if (moreError === undefined) void refetch().catch(() => undefined);
      else setFailure(null);
    },
  };
}
