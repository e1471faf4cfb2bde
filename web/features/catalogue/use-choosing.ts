import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { type ListingAddress, writeListingAddress } from './listing-address.ts';

/**
 * A listing's filters for the panel: a choice shows at once, and changes the address a moment later.
 * Choices made in that moment build upon each other.
 */
export function useChoosing(listing: ListingAddress): [ListingAddress, (chosen: ListingAddress) => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [ahead, setAhead] = useState<ListingAddress | null>(null);
  const address = writeListingAddress(listing);
  const { state } = useNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the last change has arrived, the address is what counts.
  useEffect(() => {
    if (state === 'idle') setAhead(null);
  }, [address, state]);
  const choose = (chosen: ListingAddress) => {
    setAhead(chosen);
    void navigate({ pathname, search: writeListingAddress(chosen) }, { preventScrollReset: true });
  };
  return [ahead ?? listing, choose];
}
