import { type Request, type RequestHandler, type Response, Router } from 'express';
import { readPreferences } from './app/preferences.ts';
import type { PageAnswer } from './entry-server.tsx';
import { canonicalPath } from './server/canonical-path.ts';
import { languageChoice } from './server/choose-language.ts';
import { type PackedPage, packPage, sendPacked } from './server/compressed-page.ts';
import { sendErrorPage } from './server/error-page.ts';
import { PageCache } from './server/page-cache.ts';
import { pageHeaders } from './server/page-headers.ts';
import { developmentRenderer, productionRenderer, type Renderer } from './server/renderer.ts';
import { sandbox } from './server/sandbox.ts';
import { searchEngines } from './server/search-engines.ts';
import type { CatalogueNames } from './server/sitemap.ts';

/** Runs a GraphQL operation in this process, as a visitor without a session. */
export type ExecuteOperation = (
  operation: { query: string; operationName?: string; variables?: Record<string, unknown> },
  request: { origin: string; signal: AbortSignal },
) => Promise<{ data?: Record<string, unknown> | null; errors?: ReadonlyArray<{ message: string }> }>;

export interface StorefrontOptions {
  execute: ExecuteOperation;
  /** The shop's address as the caller sees it; null when the request names no host that could be one. */
  originOf: (request: Request) => string | null;
  /** Changes whenever anonymous answers may change; cached pages of an older version are dropped. */
  catalogueVersion: () => string;
  /** What the catalogue holds, for the sitemap; null while it was never loaded. */
  catalogueNames: () => CatalogueNames | null;
  /**
   * Charges a page that has to be rendered to the quota of the caller's network. Returns the seconds
   * to wait when the quota is spent, null when the page may be rendered.
   */
  chargePage: (request: Request) => Promise<number | null>;
  /**
   * Runs a rendering when its turn comes. Rejects without having run it when too many wait already, and
   * when the signal ends before its turn.
   */
  limitRendering: <Result>(render: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  /** Told why a page says that it could not be shown. */
  onFailure: (error: unknown, path: string) => void;
  /** Vite's middleware with hot reload instead of the built storefront. */
  development: boolean;
}

export interface Storefront {
  /** Answers pages, the files of the build and, with 405, what is sent to them. */
  handler: RequestHandler;
  close(): Promise<void>;
}

/** How long one page may take to render, in milliseconds. */
const renderTimeout = 20_000;

/**
 * The storefront as a handler for Express: pages rendered for a visitor, kept in memory, the files of
 * the build, what search engines ask for, and the GraphQL sandbox.
 *
 * @throws when the sandbox has not been built, or when `development` is false and the storefront has not.
 */
export async function createStorefront(options: StorefrontOptions): Promise<Storefront> {
  const renderer = options.development ? await developmentRenderer() : await productionRenderer();
  const cache = new PageCache<PackedPage>({ pages: 1000, bytes: 64 * 1024 * 1024 });

  async function answerPage(request: Request, response: Response): Promise<void> {
    const hangUp = hangUpOf(response);
    const preferences = readPreferences(request.headers.cookie);
    const origin = options.originOf(request);
    if (origin === null) {
      sendErrorPage(response, { status: 400, preferences });
      return;
    }
    const key = [origin, preferences.colourMode, preferences.language, request.url].join(' ');
    const kept = cache.find(key, options.catalogueVersion());
    // Each visitor who waits for a shared rendering is charged, so that one who is refused holds up no other.
    const retryAfterSeconds = kept === undefined ? await options.chargePage(request) : null;
    if (retryAfterSeconds !== null) {
      sendErrorPage(response, { status: 429, retryAfterSeconds, preferences });
      return;
    }
    const page = await cache.get(
      key,
      options.catalogueVersion(),
      (abandoned) =>
        inTurn(
          async () => packPage(await renderPage(renderer, canonicalPath(request.url), origin, preferences)),
          abandoned,
        ),
      ({ status }) => status === 200 && !options.development,
      hangUp,
    );
    send(page, request, response);
  }

  /** @throws RenderQueueFullError when the turn does not come. */
  async function inTurn(render: () => Promise<PackedPage>, abandoned: AbortSignal): Promise<PackedPage> {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return render();
    };
    return options.limitRendering(begin, abandoned).catch((error: unknown) => {
      throw hasBegun ? error : new RenderQueueFullError('The page was not rendered', { cause: error });
    });
  }

  /** The last resort of the storefront: a page that needs nothing of what may have failed. */
  function answerFailure(error: unknown, request: Request, response: Response): void {
    // It is too late to say anything, or nobody is there any more who waited for the page.
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const status = statusOf(error);
    if (status === 500) options.onFailure(error, request.path);
    sendErrorPage(response, { status, preferences: readPreferences(request.headers.cookie) });
  }

  function answerWrongMethod(request: Request, response: Response): void {
    response.set('Allow', 'GET, HEAD');
    sendErrorPage(response, { status: 405, preferences: readPreferences(request.headers.cookie) });
  }

  function renderPage(
    { render, assetsOf }: Renderer,
    address: string,
    origin: string,
    preferences: ReturnType<typeof readPreferences>,
  ): Promise<PageAnswer> {
    // Several visitors may wait for one rendering, so none of them may stop it by leaving.
    const signal = AbortSignal.timeout(renderTimeout);
    const run: Parameters<Renderer['render']>[0]['run'] = (operation) =>
      options.execute(operation, { origin, signal });
    const onFailure = (error: unknown) => options.onFailure(error, address.replace(/\?.*/s, ''));
    return render({ address, origin, signal, preferences, run, assetsOf, onFailure });
  }

  function send(page: PackedPage, request: Request, response: Response): void {
    response.status(page.status).set(pageHeaders(options.development, page.status));
    if (page.location !== undefined) {
      response.set('Location', page.location).end();
      return;
    }
    sendPacked(page, 'text/html; charset=utf-8', request, response);
  }

  const chooseLanguage = languageChoice();
  const reading = Router().use(
    sandbox(),
    searchEngines(options),
    renderer.files,
    (request, response, next) => {
      answerPage(request, response).catch(next);
    },
  );
  return {
    handler: (request, response, next) => {
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      const answer = isReading ? reading : chooseLanguage;
      answer(request, response, (error?: unknown) => {
        if (error !== undefined) answerFailure(error, request, response);
        else if (isReading) next();
        else answerWrongMethod(request, response);
      });
    },
    close: renderer.close,
  };
}

/** Says that too many pages wait to be rendered already, or that this one waited too long. */
class RenderQueueFullError extends Error {
  override name = 'RenderQueueFullError';
}

function statusOf(error: unknown): 400 | 500 | 503 {
  if (error instanceof RenderQueueFullError) return 503;
  // Express marks what the caller did wrong, such as a form that is too long, with a status.
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? 400 : 500;
}

/** Ends when the caller is gone before the answer is. */
function hangUpOf(response: Response): AbortSignal {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  return hangUp.signal;
}
