import type { NormalizedCacheObject } from '@apollo/client';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { createBrowserClient } from './apollo/browser-client.ts';
import { App } from './app/App.tsx';
import { pageDataId } from './app/document.ts';
import { followSession } from './app/follow-session.ts';
import { routes } from './app/routes.tsx';
import { getBrowserSession } from './auth/session.ts';
import type { SessionStore } from './auth/session-store.ts';
import { createI18n, type I18n } from './i18n/i18n.ts';
import { toLanguage } from './i18n/languages.ts';
import { createErrorTranslator } from './i18n/server-messages.ts';
import { offlinePageId } from './offline/offline-status.ts';
import { clearReloadFlag, reloadOnce, reloadWhenReachable } from './routing/reload.ts';
import { provideRouterContext } from './routing/router-context.ts';
import type { Shop } from './shop/shop.ts';
import { whenIdle } from './ui/when-idle.ts';

await start();

/**
 * Hydrates the server-rendered page with its data, so that no query is repeated. If the service worker sent the offline
 * page in place of another one, the requested page is rendered instead.
 */
async function start(): Promise<void> {
  // Whether the service worker sent the offline page in place of a page that it has no copy of.
  const isPlaceholder =
    document.getElementById(offlinePageId) !== null && window.location.pathname !== '/offline';
  // Added before the page's script is loaded, because the connection may return while it is being loaded.
  const reload = () => void reloadWhenReachable();
  if (isPlaceholder) window.addEventListener('online', reload);
  const { apollo, router: hydrationData, shop, failure } = readPageData();
  const matched = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route);
  const language = toLanguage(document.documentElement.lang);
  const [i18n, ...loaded] = await Promise.all([
    createI18n(language).catch(() => null),
    ...matched.map(loadPage),
  ]);
  const isLoaded = loaded.every(Boolean);
  // The placeholder stays until the script of the requested page can be loaded.
  if (isPlaceholder && i18n !== null && !isLoaded) return;
  if (i18n === null || !isLoaded) {
    // Without its messages or script the page is not hydrated. It stays readable, and its links and native forms work
    // without scripts.
    await reloadOnce();
    showFailure(failure);
    return;
  }
  // The flag is cleared only now. If it were cleared earlier, a page without its messages or script would reload
  // forever.
  clearReloadFlag();
  window.removeEventListener('online', reload);
  const session = getBrowserSession();
  const client = createBrowserClient({
    session,
    getLanguage: () => i18n.language,
    translateError: createErrorTranslator(i18n),
    initialCache: isPlaceholder ? undefined : apollo,
  });
  const router = createBrowserRouter(routes, {
    ...(isPlaceholder ? {} : { hydrationData }),
    getContext: () => provideRouterContext({ client, waitForData: false }),
  });
  followSession({ session, client, router, i18n });
  const root = getElement('root');
  const app = (
    <App client={client} i18n={i18n} shop={shop}>
      <RouterProvider router={router} />
    </App>
  );
  // In a transition React yields to user input during hydration.
  startTransition(() => {
    if (isPlaceholder) createRoot(root).render(app);
    else hydrateRoot(root, app);
  });
  whenIdle(() => void loadEnhancements(session, i18n));
}

async function loadEnhancements(session: SessionStore, i18n: I18n): Promise<void> {
  const module = await import('./app/enhance-page.ts').catch(() => undefined);
  await module?.enhancePage(session, i18n);
}

/** Loads the component of a matched route, which must be loaded before hydration. Returns whether it has loaded. */
async function loadPage(route: RouteObject): Promise<boolean> {
  if (typeof route.lazy !== 'function') return true;
  try {
    const page = await route.lazy();
    Object.assign(route, { ...page, lazy: undefined });
    return true;
  } catch {
    return false;
  }
}

/** Shows the message from the page data when the page cannot be hydrated, with a link that loads the page again. */
function showFailure({ text, retry, unreachable }: PageData['failure']): void {
  const message = document.createElement('p');
  message.className = 'container error-text';
  message.setAttribute('role', 'alert');
  const explanation = document.createTextNode(`${text} `);
  // Not a button, because the clicks on buttons are recorded until the page is hydrated (app/early-input.ts).
  const link = document.createElement('a');
  link.className = 'link';
  link.href = '';
  link.textContent = retry;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    explanation.data = `${text} `;
    void reloadWhenReachable().then((isReachable) => {
      if (!isReachable) explanation.data = `${unreachable} `;
    });
  });
  message.append(explanation, link);
  document.body.prepend(message);
}

interface PageData {
  shop: Shop;
  apollo: NormalizedCacheObject;
  router: HydrationState;
  /**
   * The error message for when the page's script or messages cannot be loaded, the text of the link that reloads the
   * page, and the error message for when the shop does not respond after a click on that link.
   */
  failure: { text: string; retry: string; unreachable: string };
}

function readPageData(): PageData {
  // Our own server wrote this data into the page.
  return JSON.parse(getElement(pageDataId).textContent) as PageData;
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element #${id}.`);
  return element;
}
