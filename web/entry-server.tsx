import type { ApolloClient } from '@apollo/client';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { createServerClient } from './apollo/server-client.ts';
import { App } from './app/App.tsx';
import { ColourModeContext } from './app/colour-mode.ts';
import { renderDocument } from './app/document.ts';
import { pagesRouteId, routes } from './app/routes.tsx';
import { createI18n, type I18n } from './i18n/i18n.ts';
import type { LanguageCode } from './i18n/languages.ts';
import { getMessageModule } from './i18n/messages.ts';
import type { PageHead } from './routing/head-tags.ts';
import type { PageHandle } from './routing/page.tsx';
import { HeadContext } from './routing/page-head.tsx';
import { provideRouterContext } from './routing/router-context.ts';
import { findCanonicalUrl } from './server/canonical-path.ts';
import type { EntryRequest, RenderedPage } from './server/renderer.ts';

const staticHandler = createStaticHandler(routes);

/**
 * Renders a page for a visitor, with the data and the Apollo cache for hydration. A page that fails is replaced by the
 * error boundary, as in the browser.
 *
 * @throws when the error boundary fails too, and the signal's reason when the request is aborted.
 */
export async function render(request: EntryRequest): Promise<RenderedPage> {
  const canonicalUrl = findCanonicalUrl(routes, request.url);
  if (canonicalUrl !== undefined) return { kind: 'redirect', status: 301, location: canonicalUrl };
  const client = createServerClient(request.runOperation);
  const i18n = await createI18n(request.preferences.language);
  const context = await staticHandler.query(
    new Request(`${request.origin}${request.url}`, { signal: request.signal }),
    { requestContext: provideRouterContext({ client, waitForData: true }) },
  );
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: getRedirectTarget(context, request.origin) };
  }
  for (const [, error] of listRouteErrors(context)) request.onFailure(error);
  try {
    return renderPage(request, client, i18n, context);
  } catch (error) {
    request.onFailure(error);
    return renderPage(request, client, i18n, {
      ...context,
      errors: { [pagesRouteId]: error },
      statusCode: 500,
    });
  }
}

function renderPage(
  request: EntryRequest,
  client: ApolloClient,
  i18n: I18n,
  context: StaticHandlerContext,
): RenderedPage {
  const { language } = request.preferences;
  const head: { current: PageHead | null } = { current: null };
  const styleCache = createCache({ key: 'css' });
  // Makes Emotion collect the styles in the cache instead of inserting `style` elements into the markup.
  styleCache.compat = true;
  const router = createStaticRouter(staticHandler.dataRoutes, context);
  const markup = renderToString(
    <CacheProvider value={styleCache}>
      <HeadContext value={head}>
        <ColourModeContext value={request.preferences.colourMode}>
          <App client={client} i18n={i18n} shop={request.shop}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </App>
        </ColourModeContext>
      </HeadContext>
    </CacheProvider>,
  );
  const [imagePreloads = ''] = imagePreloadPattern.exec(markup) ?? [];
  const translate = i18n.getTranslate('ui');
  const html = renderDocument({
    ...request.preferences,
    head: head.current,
    shop: request.shop,
    origin: request.origin,
    url: request.url,
    inlineScript: request.inlineScript,
    assets: request.getAssets(listPageModules(context, language), language),
    renderedStyles: renderStyles(styleCache.inserted),
    // In the head before the styles, so that browsers request these images as soon as the first bytes of the document
    // arrive.
    imagePreloads,
    body: markup.slice(imagePreloads.length),
    data: {
      apollo: client.extract(),
      shop: request.shop,
      failure: {
        text: translate('chunk.text'),
        retry: translate('chunk.retry'),
        unreachable: translate('chunk.unreachable'),
      },
      router: { loaderData: context.loaderData, errors: listFailedRoutes(context) },
    },
  });
  return { kind: 'page', status: head.current?.status ?? context.statusCode, html };
}

/** React writes preload links for the high-priority images before the markup. */
const imagePreloadPattern = /^(?:<link rel="preload" as="image"[^>]*>)+/;

/** The errors of the page's routes, each with the route's id. A URL that matches no route is not an error. */
function listRouteErrors({ errors }: StaticHandlerContext): [string, unknown][] {
  return Object.entries(errors ?? {}).filter(([, error]) => !isRouteErrorResponse(error));
}

/** The ids of the routes that failed, so that the browser renders the same. Error details stay on the server. */
function listFailedRoutes(context: StaticHandlerContext): Record<string, true> | null {
  const failed = listRouteErrors(context).map(([id]): [string, true] => [id, true]);
  return failed.length === 0 ? null : Object.fromEntries(failed);
}

function getRedirectTarget(response: Response, origin: string): string {
  const location = response.headers.get('Location') ?? '/';
  return location.startsWith(`${origin}/`) ? location.slice(origin.length) : location;
}

function listPageModules({ matches }: StaticHandlerContext, language: LanguageCode): string[] {
  const handles = matches.map(({ route }): PageHandle | undefined => route.handle);
  const modules = handles.flatMap((handle) => handle?.module ?? []);
  return ['entry-client.tsx', ...modules, getMessageModule(language)];
}

/** Renders the Emotion styles of this page in the format that Emotion hydrates from. */
function renderStyles(insertedStyles: Record<string, string | true | undefined>): string {
  const styles = Object.entries(insertedStyles).filter(([, rules]) => typeof rules === 'string');
  if (styles.length === 0) return '';
  const names = styles.map(([name]) => name).join(' ');
  return `<style data-emotion="css ${names}">${styles.map(([, rules]) => rules).join('')}</style>`;
}
