import type { InMemoryCache } from '@apollo/client';
import type { i18n } from 'i18next';
import { type createBrowserRouter, matchRoutes } from 'react-router-dom';
import { forgetShopper } from '#web/apollo/cache.ts';
import { loginPath, returningTo } from '#web/auth/return-path.ts';
import type { SessionStore } from '#web/auth/session-store.ts';
import { forgetViewed } from '#web/catalogue/recently-viewed.ts';
import type { PageHandle } from '#web/routing/page.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

interface FollowSessionOptions {
  session: SessionStore;
  cache: InMemoryCache;
  router: ReturnType<typeof createBrowserRouter>;
  i18n: i18n;
}

/**
 * Does what a change of the session asks for: another shopper's data leaves the cache, a session's
 * end takes the books that were viewed with it, and one whose
 * session ran out on a shoppers' screen logs in and comes back to it. Returns how to stop.
 */
export function followSession({ session, cache, router, i18n }: FollowSessionOptions): () => void {
  let userId = session.current()?.userId;
  const stopForgetting = session.subscribe(() => {
    const next = session.current()?.userId;
    if (next === userId) return;
    userId = next;
    forgetShopper(cache);
  });
  const stopEnding = session.onEnd((reason) => {
    // Whoever comes next to this browser need not see what the shopper looked at.
    forgetViewed();
    if (reason !== 'expired') return;
    toasts.info(i18n.t('session.expired'));
    const { location } = router.state;
    const matched = matchRoutes(router.routes, location) ?? [];
    const onShopperScreen = matched.some(({ route }) => isShopperOnly(route.handle));
    if (onShopperScreen) void router.navigate(loginPath, returningTo(location));
  });
  return () => {
    stopForgetting();
    stopEnding();
  };
}

function isShopperOnly(handle: PageHandle | undefined): boolean {
  return handle?.shopperOnly === true;
}
