import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { onChangeInOtherTab } from './other-tabs.ts';
import { shopperChanges } from './shopper-changes.ts';

/** Keeps cart and wish list as they are in the shopper's other tabs, while the part that asks is shown. */
export function useFollowOtherTabs(): void {
  const client = useApolloClient();
  useEffect(() => onChangeInOtherTab(() => void shopperChanges(client).refresh()), [client]);
}
