import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ServerOperation } from './apollo/server-client.ts';
import { type Preferences, readPreferences } from './app/preferences.ts';
import { countFurtherPages } from './catalogue/listing-url.ts';
import { createDeveloperPages } from './developers/developers.ts';
import { serveAppManifest } from './server/app-manifest.ts';
import type { ChargePage } from './server/charge-page.ts';
import { handleLanguageChoice } from './server/choose-language.ts';
import { type CompressedPage, sendCompressed } from './server/compressed-page.ts';
import { type ErrorStatus, sendErrorPage } from './server/error-page.ts';
import { loadPage, type RenderingResult } from './server/load-page.ts';
import { PageCache, type StockChange, type StockShown } from './server/page-cache.ts';
import { createPageHeaders } from './server/page-headers.ts';
import {
  createDevelopmentRenderer,
  createProductionRenderer,
  type PageRequest,
  type RenderedPage,
} from './server/renderer.ts';
import { type DemoLogin, serveSandbox } from './server/sandbox.ts';
import { sanitizeUrl } from './server/sanitize-url.ts';
import { serveSearchEngineFiles } from './server/search-engines.ts';
import { readShopSettings, type ShopSettings, serveShopImages } from './server/shop-settings.ts';
import type { SitemapEntries } from './server/sitemap.ts';
import { copyTrackingParameters, removeTrackingParameters } from './server/tracking-parameters.ts';

/** Executes a GraphQL operation of the storefront in this process, without a session. */
export type ExecuteOperation = (
  operation: ServerOperation,
  request: { origin: string; signal: AbortSignal },
) => Promise<{
  data?: Record<string, unknown> | null;
  errors?: ReadonlyArray<{ message: string }>;
  /** The stock that the result shows. Without it, a page is dropped at every change of stock. */
  stockShown?: StockShown;
}>;

export interface StorefrontOptions {
  execute: ExecuteOperation;
  /** The shop's origin as the client sees it. Null when the request has no valid host. */
  getOrigin: (request: Request) => string | null;
  /**
   * Changes whenever pages may have changed, except for changes of stock, which `onStockChanged` reports. Cached pages
   * of another version are dropped.
   */
  getCatalogueVersion: () => string;
  /** Calls a listener after each change of stock. Cached pages that show this stock are dropped. */
  onStockChanged: (listener: (change: StockChange) => void) => void;
  /** The ids and names for the sitemap. Null until the catalogue has been loaded. */
  getSitemapEntries: () => SitemapEntries | null;
  chargePage: ChargePage;
  /**
   * Limits concurrent renderings. Rejects without calling `render` when the queue is full, and when the signal aborts
   * or too much time passes while the rendering is queued.
   */
  limitRendering: <Result>(render: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /** Receives the error if a page cannot be rendered, for a request or for the health check. */
  onFailure: (error: unknown, path: string) => void;
  /** The settings of the shop; those of the demo shop by default. */
  shopSettings?: ShopSettings;
  /** Whether to serve the GraphQL sandbox. */
  sandbox: boolean;
  /** Whether the gateway serves introspection, and the schema as files. */
  introspection: boolean;
  /** The login that the sandbox offers; undefined for a shop without demo shoppers. */
  demoLogin?: DemoLogin | undefined;
  /** Uses Vite with hot reload instead of the built storefront. */
  development: boolean;
}

export interface Storefront {
  /**
   * Serves pages and the files of the build, and handles the language form, which is sent with POST. All other requests
   * with a method other than GET or HEAD get status 405.
   */
  handler: RequestHandler;
  /** Whether pages can be rendered. */
  canRender(): Promise<boolean>;
  close(): Promise<void>;
}

const renderTimeoutMs = 20_000;

/**
 * Longer URLs select many values of a filter. Such pages are rarely requested twice. They are large, because each of
 * their links repeats the URL, so they would soon replace all others in the cache.
 */
const maxCachedUrlCharacters = 1_000;

/** A health check does not render a page again this soon after a success. */
const renderCheckIntervalMs = 10_000;

/**
 * Creates the storefront as an Express handler: server-rendered pages, which are cached in memory, the files of the
 * build, the shop's images and app manifest, robots.txt and sitemap, the GraphQL sandbox, and the documentation for
 * developers.
 *
 * @throws when the sandbox is to be served but has not been built, or when the storefront has not been built and
 *   `development` is false.
 */
export async function createStorefront(options: StorefrontOptions): Promise<Storefront> {
  const { shop, images } = options.shopSettings ?? (await readShopSettings());
  const renderer = options.development ? await createDevelopmentRenderer() : await createProductionRenderer();
  const renderDeveloperPage = createDeveloperPages(options, shop);
  let lastSuccessAt = Number.NEGATIVE_INFINITY;
  const cache = new PageCache({ maxBytes: 64 * 1024 * 1024, getVersion: options.getCatalogueVersion });
  options.onStockChanged((change) => cache.removeAffected(change));

  async function sendPage(request: Request, response: Response): Promise<void> {
    const preferences = readPreferences(request.headers.cookie);
    const origin = options.getOrigin(request);
    if (origin === null) {
      sendError(400, request, response);
      return;
    }
    const url = removeTrackingParameters(sanitizeUrl(request.url));
    const page = await loadPage(request, response, {
      cache,
      key: [origin, preferences.colourMode, preferences.language, url].join(' '),
      chargePage: options.chargePage,
      furtherListingPages: countFurtherPages(new URL(url, origin)),
      render: (signal) => renderWithinLimit(() => renderPage(url, origin, preferences), signal),
      isCacheable: url.length <= maxCachedUrlCharacters && !options.development,
    });
    if (page === null) sendError(429, request, response);
    else sendRenderedPage(page, request, response);
  }

  /** @throws RenderNotStartedError when the rendering is never started. */
  async function renderWithinLimit(
    render: () => Promise<RenderingResult>,
    signal: AbortSignal,
  ): Promise<RenderingResult> {
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      return render();
    };
    return options.limitRendering(start, signal).catch((error: unknown) => {
      throw hasStarted
        ? error
        : new RenderNotStartedError('The page was not rendered: the queue was full, or the wait too long', {
            cause: error,
          });
    });
  }

  function sendError(status: ErrorStatus, request: Request, response: Response): void {
    const preferences = readPreferences(request.headers.cookie);
    sendErrorPage(response, { status, preferences, icon: shop.icon });
  }

  /** Sends a static error page, which depends on nothing that may have failed. */
  function sendFailure(error: unknown, request: Request, response: Response): void {
    // The response has already started, or the client has disconnected.
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const status = getErrorStatus(error);
    if (status === 500) options.onFailure(error, request.path);
    sendError(status, request, response);
  }

  function sendMethodNotAllowed(request: Request, response: Response): void {
    response.set('Allow', 'GET, HEAD');
    sendError(405, request, response);
  }

  async function renderPage(url: string, origin: string, preferences: Preferences): Promise<RenderingResult> {
    const location = removeTrailingSlashes(url);
    const html = renderDeveloperPage(location, origin, preferences);
    if (html !== null) {
      const developerPage: RenderedPage =
        location === url ? { kind: 'page', status: 200, html } : { kind: 'redirect', status: 301, location };
      return { page: developerPage, stockShown: [] };
    }
    // Several visitors may share one rendering, so the disconnect of one must not stop it.
    const signal = AbortSignal.timeout(renderTimeoutMs);
    const shown: Array<StockShown | undefined> = [];
    const runOperation: PageRequest['runOperation'] = async (operation) => {
      const { stockShown, ...result } = await options.execute(operation, { origin, signal });
      shown.push(stockShown);
      return result;
    };
    const onFailure = (error: unknown) => options.onFailure(error, url.replace(/\?.*/s, ''));
    const page = await renderer.render({ url, origin, signal, preferences, shop, runOperation, onFailure });
    return { page, stockShown: shown };
  }

  /** Renders the home page, at most once per `renderCheckIntervalMs` while that succeeds. */
  async function canRender(): Promise<boolean> {
    if (performance.now() - lastSuccessAt < renderCheckIntervalMs) return true;
    const failures: unknown[] = [];
    const preferences = readPreferences(undefined);
    const signal = AbortSignal.timeout(renderTimeoutMs);
    const request = { url: '/', origin: 'http://localhost', signal, preferences, shop };
    const runOperation: PageRequest['runOperation'] = (operation) =>
      options.execute(operation, { origin: request.origin, signal });
    const onFailure = (error: unknown) => failures.push(error);
    try {
      await renderer.checkFiles();
      await renderer.render({ ...request, runOperation, onFailure });
    } catch (error) {
      failures.push(error);
    }
    for (const failure of failures) options.onFailure(failure, '/');
    if (failures.length === 0) lastSuccessAt = performance.now();
    return failures.length === 0;
  }

  function sendRenderedPage(page: CompressedPage, request: Request, response: Response): void {
    response.status(page.status).set(createPageHeaders(page.status, renderer.contentSecurityPolicy));
    if (page.location !== undefined) {
      response.set('Location', copyTrackingParameters(request.url, page.location)).end();
      return;
    }
    sendCompressed(page, 'text/html; charset=utf-8', request, response);
  }

  const postHandler = handleLanguageChoice();
  const getHandler = Router().use(
    ...(options.sandbox ? [serveSandbox(options.demoLogin, shop.icon)] : []),
    serveShopImages(images),
    serveAppManifest(shop),
    serveSearchEngineFiles(options),
    renderer.files,
    (request, response, next) => {
      sendPage(request, response).catch(next);
    },
  );
  return {
    handler: (request, response, next) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const handle = isRead ? getHandler : postHandler;
      handle(request, response, (error?: unknown) => {
        if (error !== undefined) sendFailure(error, request, response);
        else if (isRead) next();
        else sendMethodNotAllowed(request, response);
      });
    },
    canRender,
    close: renderer.close,
  };
}

/** Too many pages are queued for rendering, or this one was queued for too long. */
class RenderNotStartedError extends Error {
  override name = 'RenderNotStartedError';
}

/** Removes slashes at the end of a URL's path. The router ignores them, but pages for developers bypass the router. */
function removeTrailingSlashes(url: string): string {
  return url.replace(/^([^?]*[^?/])\/+(?=\?|$)/, '$1');
}

function getErrorStatus(error: unknown): ErrorStatus {
  if (error instanceof RenderNotStartedError) return 503;
  // Express sets a status on client errors, such as a request body that is too large.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 413 || status === 415) return status;
  return status >= 400 && status < 500 ? 400 : 500;
}
