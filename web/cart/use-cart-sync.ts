import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { changeQueue } from './change-queue.ts';
import { onChangeInOtherTab } from './other-tabs.ts';

/** A tab refreshes when it was hidden for longer than this, because another device may have changed the cart. */
const minAwayMs = 60_000;

/** Keeps cart and wish list in sync with the shopper's other tabs while the component is mounted. */
export function useCartSync(): void {
  const client = useApolloClient();
  useEffect(() => {
    const refresh = () => void changeQueue(client).refresh();
    let hiddenAt = Date.now();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > minAwayMs) refresh();
    };
    const stopListening = onChangeInOtherTab(refresh);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [client]);
}
