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
import { routes } from './app/routes.tsx';
import { browserSession } from './auth/session.ts';
import { createI18n } from './i18n/i18n.ts';
import { defaultLanguage, toLanguage } from './i18n/languages.ts';
import type { TranslateMessage } from './i18n/server-messages.ts';
import type { PageHandle } from './routing/page.tsx';
import { forgetReload, reloadOnce } from './routing/reload.ts';
import { provideRouterContext } from './routing/router-context.ts';

await start();

/** Brings the server's page to life: with its data, so that nothing is asked again. */
async function start(): Promise<void> {
  const { apollo, router: hydrationData, failure } = readPageData();
  const matched = (matchRoutes(routes, window.location) ?? []).map(({ route }) => route);
  const namespaces = matched.flatMap(({ handle }: { handle?: PageHandle }) => handle?.messages ?? []);
  const language = toLanguage(document.documentElement.lang);
  const [i18n] = await Promise.all([
    createI18n(language, namespaces).catch(() => null),
    ...matched.map(loadScreen),
  ]);
  if (i18n === null) {
    // Without its texts the page stays as the server sent it: links and forms work without scripts.
    await reloadOnce();
    showFailure(failure);
    return;
  }
  const session = browserSession();
  const { client, cache } = createBrowserClient({
    session,
    words: () => (i18n.language === defaultLanguage ? undefined : loadGatewayWords(i18n)),
    restored: apollo,
  });
  const router = createBrowserRouter(routes, {
    ...(hydrationData === undefined ? {} : { hydrationData }),
    getContext: () => provideRouterContext({ client, i18n, waitForData: false }),
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
  const { serverMessages } = await import('./i18n/server-messages.ts');
  return serverMessages(i18n);
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

/** Says in the server's words that the page does not come to life. */
function showFailure(text: string | undefined): void {
  if (text === undefined) return;
  const message = document.createElement('p');
  message.className = 'container error-text';
  message.setAttribute('role', 'alert');
  message.textContent = text;
  document.body.prepend(message);
}

interface PageData {
  apollo?: NormalizedCacheObject;
  router?: HydrationState;
  /** What to say when the texts of the page do not arrive. */
  failure?: string;
}

function readPageData(): PageData {
  const text = document.getElementById(pageDataId)?.textContent;
  // Written by our own server for this very page.
  return text ? (JSON.parse(text) as PageData) : {};
}
