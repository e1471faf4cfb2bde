import type { Request, Response } from 'express';
import type { ChargePage } from './charge-page.ts';
import { chooseEncoding, compressPage } from './compressed-page.ts';
import type { CachedPage, PageCache, StockShown } from './page-cache.ts';
import type { RenderedPage } from './renderer.ts';

/** A rendered page, and the stock that the results of its operations show; undefined where it is unknown. */
export interface RenderingResult {
  page: RenderedPage;
  stockShown: ReadonlyArray<StockShown | undefined>;
}

interface LoadOptions {
  cache: PageCache;
  /** Everything that the page depends on, except for the encoding. */
  key: string;
  chargePage: ChargePage;
  /** See `ChargePage`. */
  furtherListingPages?: number;
  render: (signal: AbortSignal) => Promise<RenderingResult>;
  /** Whether the page may be cached if its status is 200. */
  isCacheable?: boolean;
}

/**
 * Charges a page to the client's network, and loads it from the cache or renders it, in the encoding that the client
 * prefers. The response gets the headers about the quota.
 *
 * @returns null when the quota does not cover the page.
 */
export async function loadPage(
  request: Request,
  response: Response,
  { cache, key, chargePage, furtherListingPages, render, isCacheable = true }: LoadOptions,
): Promise<CachedPage | null> {
  const disconnectSignal = createDisconnectSignal(response);
  const encoding = chooseEncoding(request);
  const encodedKey = `${encoding} ${key}`;
  // Charged before the request starts or joins a shared rendering, so that a rejection affects no other visitor.
  const charge = await (cache.has(encodedKey)
    ? chargePage(request, 'cachedPage')
    : chargePage(request, 'renderedPage', furtherListingPages));
  response.set(charge.headers);
  if (!charge.isGranted) return null;
  const renderCompressed = async (signal: AbortSignal) => {
    const { page, stockShown } = await render(signal);
    return { ...(await compressPage(page, encoding)), stockShown };
  };
  return cache.get(
    encodedKey,
    renderCompressed,
    ({ status }) => isCacheable && status === 200,
    disconnectSignal,
  );
}

/** Creates a signal that aborts if the client disconnects before the response has been sent. */
function createDisconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
