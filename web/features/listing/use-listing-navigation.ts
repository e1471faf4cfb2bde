import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { buildListingQuery, type ListingUrl } from '#web/catalogue/listing-url.ts';

/**
 * The listing state for the filter panel. A change appears immediately, while the navigation that updates the URL
 * is pending. Further changes are applied on top of it.
 */
export function useListingNavigation(listing: ListingUrl): [ListingUrl, (changed: ListingUrl) => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [pendingListing, setPendingListing] = useState<ListingUrl | null>(null);
  const query = buildListingQuery(listing);
  const { state } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the last navigation has finished, the URL is the truth again.
  useEffect(() => {
    if (state === 'idle') setPendingListing(null);
  }, [query, state]);
  const update = (changed: ListingUrl) => {
    setPendingListing(changed);
    void navigate({ pathname, search: buildListingQuery(changed) }, { preventScrollReset: true });
  };
  return [pendingListing ?? listing, update];
}
