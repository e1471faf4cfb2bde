import type { NormalizedCacheObject } from '@apollo/client';
import type { i18n } from 'i18next';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
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
import { leaveClicksToReact } from './app/early-clicks.ts';
import { followSession } from './app/follow-session.ts';
import { forgetReload } from './app/reload-once.ts';
import { routes } from './app/routes.tsx';
import type { TranslateMessage } from './gateway-words/gateway-words.ts';
import { createI18n } from './i18n/i18n.ts';
import { defaultLanguage, toLanguage } from './i18n/languages.ts';
import type { PageHandle } from './routing/page.tsx';
import { provideShopContext } from './routing/shop-context.ts';
import { browserSession } from './session/session.ts';

await start();

/** Brings the server's page to life: with its data, so that nothing is asked again. */
async function start(): Promise<void> {
  const { apollo, router: hydrationData } = readPageData();
  const matched = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route);
  const namespaces = matched.flatMap(({ handle }: { handle?: PageHandle }) => handle?.messages ?? []);
  const language = toLanguage(document.documentElement.lang);
  const [i18n] = await Promise.all([
    // Whose texts do not arrive is shown in place of the screen; that has to be said in words.
    createI18n(language, namespaces).catch(() => createI18n(language, [])),
    ...matched.map(loadScreen),
  ]);
  const session = browserSession();
  const { client, cache } = createBrowserClient({
    session,
    words: () => (i18n.language === defaultLanguage ? undefined : loadGatewayWords(i18n)),
    restored: apollo,
  });
  const router = createBrowserRouter(routes, {
    ...(hydrationData === undefined ? {} : { hydrationData }),
    getContext: () => provideShopContext({ client, i18n, waitForData: false }),
  });
  followSession({ session, cache, router, i18n });
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element #root.');
  leaveClicksToReact();
  // As a transition React gives way to the reader's touches in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <App client={client} i18n={i18n}>
        <RouterProvider router={router} />
      </App>,
    );
  });
}

/** Only where the page is not in the gateway's own language. */
async function loadGatewayWords(i18n: i18n): Promise<TranslateMessage> {
  const { gatewayWords } = await import('./gateway-words/gateway-words.ts');
  return gatewayWords(i18n);
}

/** The screen of the first page has to be there before the page comes to life; if it fails, that is shown. */
async function loadScreen(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  try {
    const screen = await route.lazy();
    Object.assign(route, { ...screen, lazy: undefined });
    forgetReload();
  } catch (error) {
    const Failed = () => {
      throw error;
    };
    Object.assign(route, { Component: Failed, lazy: undefined });
  }
}

interface PageData {
  apollo?: NormalizedCacheObject;
  router?: HydrationState;
}

/** Absent in a page the server could not render. */
function readPageData(): PageData {
  const text = document.getElementById(pageDataId)?.textContent;
  // Written by our own server for this very page.
  return text ? (JSON.parse(text) as PageData) : {};
}
