import type { ApolloClient } from '@apollo/client';
import { type createBrowserRouter, matchRoutes } from 'react-router-dom';
import { evictShopper } from '#web/apollo/cache.ts';
import { createLoginState, loginPath } from '#web/auth/return-path.ts';
import type { SessionStore } from '#web/auth/session-store.ts';
import { recentlyViewed, recentSearches } from '#web/catalogue/stored-list.ts';
import type { I18n } from '#web/i18n/i18n.ts';
import { notifyServiceWorker } from '#web/offline/offline-status.ts';
import type { PageHandle } from '#web/routing/page.tsx';
import { toastStore, toasts } from '#web/ui/toast/toasts.ts';

interface FollowSessionOptions {
  session: SessionStore;
  client: ApolloClient;
  router: ReturnType<typeof createBrowserRouter>;
  i18n: I18n;
}

/**
 * When the session ends, clears the shopper's data, closes confirmation dialogs and, if the session has expired, asks
 * for a new login. Returns the unsubscribe function.
 */
export function followSession({
  session,
  client: { cache },
  router,
  i18n,
}: FollowSessionOptions): () => void {
  const evict = () => evictShopper(cache);
  return session.onEnd((reason) => {
    evict();
    // The open page may fetch the evicted data before it renders for the visitor. The cache then says that there is no
    // user, which must not outlast the next login.
    void session.whenSignedIn().then(evict);
    // The next user of this browser must not see what this shopper searched for and viewed.
    recentlyViewed.clear();
    recentSearches.clear();
    // Dialogs may name this shopper's address, order or books.
    toastStore.dismissDialogs();
    void notifyServiceWorker({ kind: 'session-ended', reason });
    if (reason !== 'expired') return;
    toasts.info(i18n.getTranslate('shell')('session.expired'));
    const { location } = router.state;
    if (matchRoutes(router.routes, location)?.some(({ route }) => isShopperOnly(route.handle)))
      void router.navigate(loginPath, { state: createLoginState(location) });
  });
}

function isShopperOnly(handle: PageHandle | undefined): boolean {
  return handle?.shopperOnly === true;
}
