import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { buildListingQuery, type ListingUrl } from '#web/catalogue/listing-url.ts';

/**
 * A listing's filters for the panel: a choice shows at once, and changes the address a moment later.
 * Choices made in that moment build upon each other.
 */
export function useListingNavigation(listing: ListingUrl): [ListingUrl, (chosen: ListingUrl) => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [ahead, setAhead] = useState<ListingUrl | null>(null);
  const address = buildListingQuery(listing);
  const { state } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the last change has arrived, the address is what counts.
  useEffect(() => {
    if (state === 'idle') setAhead(null);
  }, [address, state]);
  const choose = (chosen: ListingUrl) => {
    setAhead(chosen);
    void navigate({ pathname, search: buildListingQuery(chosen) }, { preventScrollReset: true });
  };
  return [ahead ?? listing, choose];
}
