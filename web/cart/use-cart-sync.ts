import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { changeQueue } from './change-queue.ts';
import { onChangeInOtherTab } from './other-tabs.ts';

/** How long a tab has to be out of sight before it asks anew, in milliseconds: another device may have changed the cart. */
const minAwayMs = 60_000;

/** Keeps cart and wish list as they are in the shopper's other tabs, while the part that asks is shown. */
export function useCartSync(): void {
  const client = useApolloClient();
  useEffect(() => {
    const refresh = () => void changeQueue(client).refresh();
    let leftAt = Date.now();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') leftAt = Date.now();
      else if (Date.now() - leftAt > minAwayMs) refresh();
    };
    const stopListening = onChangeInOtherTab(refresh);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [client]);
}
