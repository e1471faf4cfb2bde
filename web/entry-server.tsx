import type { ApolloClient } from '@apollo/client';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { i18n } from 'i18next';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { createServerClient, type RunOperation } from './apollo/server-client.ts';
import { App } from './app/App.tsx';
import { ColourModeContext } from './app/ColourModeContext.ts';
import { renderDocument } from './app/document.ts';
import type { Preferences } from './app/preferences.ts';
import { routes, screensRouteId } from './app/routes.tsx';
import { createI18n } from './i18n/i18n.ts';
import { messageScript } from './i18n/messages.ts';
import type { PageHandle } from './routing/page.tsx';
import { HeadContext, type PageHead } from './routing/page-head.tsx';
import { provideRouterContext } from './routing/router-context.ts';
import type { AssetsOf } from './server/assets.ts';

export interface PageRequest {
  /** Path and query. */
  address: string;
  origin: string;
  signal: AbortSignal;
  preferences: Preferences;
  run: RunOperation;
  /** The files of the modules (named as in the sources) that this page needs. */
  assetsOf: AssetsOf;
  /** Told why a page says that it could not be shown. */
  onFailure: (error: unknown) => void;
}

export type PageAnswer =
  | { kind: 'page'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string };

const staticHandler = createStaticHandler(routes);

/**
 * Renders one page for a visitor: data, HTML, and the cache for the browser to go on with. A screen that
 * fails is replaced by the page that says so, as it is in the browser.
 *
 * @throws when that page cannot be rendered either.
 */
export async function render(request: PageRequest): Promise<PageAnswer> {
  const client = createServerClient(request.run);
  const i18n = await createI18n(request.preferences.language, []);
  const context = await staticHandler.query(
    new Request(`${request.origin}${request.address}`, { signal: request.signal }),
    { requestContext: provideRouterContext({ client, i18n, waitForData: true }) },
  );
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: pathOf(context, request.origin) };
  }
  for (const [, failure] of failuresIn(context)) request.onFailure(failure);
  try {
    return renderPage(request, client, i18n, context);
  } catch (error) {
    request.onFailure(error);
    return renderPage(request, client, i18n, {
      ...context,
      errors: { [screensRouteId]: error },
      statusCode: 500,
    });
  }
}

function renderPage(
  request: PageRequest,
  client: ApolloClient,
  i18n: i18n,
  context: StaticHandlerContext,
): PageAnswer {
  const head: { current: PageHead | null } = { current: null };
  const styles = createCache({ key: 'css' });
  // Collects the styles here instead of strewing them among the elements.
  styles.compat = true;
  const router = createStaticRouter(staticHandler.dataRoutes, context);
  const body = renderToString(
    <CacheProvider value={styles}>
      <HeadContext value={head}>
        <ColourModeContext value={request.preferences.colourMode}>
          <App client={client} i18n={i18n}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </App>
        </ColourModeContext>
      </HeadContext>
    </CacheProvider>,
  );
  const handles = context.matches.flatMap(({ route }) => handleOf(route.handle));
  const html = renderDocument({
    ...request.preferences,
    head: head.current,
    origin: request.origin,
    address: request.address,
    assets: request.assetsOf(modulesOf(handles, request.preferences), request.preferences.language),
    renderedStyles: styleElement(styles.inserted),
    body,
    data: {
      apollo: client.extract(),
      failure: i18n.t('ui:chunk.text'),
      router: { loaderData: context.loaderData, errors: placesOf(context) },
    },
  });
  return { kind: 'page', status: context.statusCode, html };
}

/** What failed and where, by the ids of routes. That no route matches is not a failure. */
function failuresIn({ errors }: StaticHandlerContext): [string, unknown][] {
  return Object.entries(errors ?? {}).filter(([, error]) => !isRouteErrorResponse(error));
}

/** Where something failed, for the browser to show the same; what failed is told to nobody. */
function placesOf(context: StaticHandlerContext): Record<string, true> | null {
  const places = failuresIn(context).map(([id]): [string, true] => [id, true]);
  return places.length === 0 ? null : Object.fromEntries(places);
}

function pathOf(response: Response, origin: string): string {
  const location = response.headers.get('Location') ?? '/';
  return location.startsWith(`${origin}/`) ? location.slice(origin.length) : location;
}

function handleOf(handle: PageHandle | undefined): PageHandle[] {
  return handle === undefined ? [] : [handle];
}

function modulesOf(handles: readonly PageHandle[], { language }: Preferences): string[] {
  return ['entry-client.tsx', ...handles.map(({ module }) => module), messageScript(language)];
}

/** The styles of Chakra's parts in this page, for Emotion in the browser to take over. */
function styleElement(inserted: Record<string, string | true | undefined>): string {
  const used = Object.entries(inserted).filter(([, rules]) => typeof rules === 'string');
  if (used.length === 0) return '';
  const names = used.map(([name]) => name).join(' ');
  return `<style data-emotion="css ${names}">${used.map(([, rules]) => rules).join('')}</style>`;
}
