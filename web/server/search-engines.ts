import type { Request, RequestHandler, Response } from 'express';
import type { ChargePage } from './charge-page.ts';
import { sendCompressed } from './compressed-page.ts';
import { loadPage } from './load-page.ts';
import { PageCache } from './page-cache.ts';
import { retryAfterSeconds } from './page-headers.ts';
import type { RenderedPage } from './renderer.ts';
import { createSitemap, type SitemapEntries } from './sitemap.ts';

interface SearchEnginesOptions {
  getOrigin: (request: Request) => string | null;
  chargePage: ChargePage;
  /** Changes whenever the catalogue changes, apart from changes of stock between two refreshes. */
  getCatalogueVersion: () => string;
  /** Null until the catalogue has been loaded. */
  getSitemapEntries: () => SitemapEntries | null;
}

/** Serves `/robots.txt` and the sitemap of the current catalogue. */
export function serveSearchEngineFiles(options: SearchEnginesOptions): RequestHandler {
  const cache = new PageCache({ maxBytes: 64 * 1024 * 1024, getVersion: options.getCatalogueVersion });

  /** The status is 503 until the catalogue has been loaded, and 404 for a part that does not exist. */
  function renderSitemap(origin: string, part: number | null): RenderedPage {
    const entries = options.getSitemapEntries();
    if (entries === null) return { kind: 'page', status: 503, html: '' };
    const xml = createSitemap(entries, origin, part);
    return { kind: 'page', status: xml === null ? 404 : 200, html: xml ?? '' };
  }

  async function sendSitemap(request: Request, response: Response, part: number | null): Promise<void> {
    const origin = options.getOrigin(request) ?? '';
    const page = await loadPage(request, response, {
      cache,
      key: `${origin} ${part}`,
      chargePage: options.chargePage,
      render: async () => ({ page: renderSitemap(origin, part), stockShown: [] }),
    });
    if (page === null) {
      response.status(429).type('text/plain').send('Too many requests. Please try again later.\n');
      return;
    }
    if (page.status === 503) {
      response
        .status(503)
        .set('Retry-After', retryAfterSeconds)
        .type('text/plain')
        .send('The catalogue has not been loaded yet.\n');
      return;
    }
    response.status(page.status).set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    sendCompressed(page, 'application/xml; charset=utf-8', request, response);
  }

  return (request, response, next) => {
    if (request.path === '/robots.txt') {
      const origin = options.getOrigin(request) ?? '';
      response.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(createRobotsText(origin));
      return;
    }
    const match = /^\/sitemap(?:-([1-9]\d{0,4}))?\.xml$/.exec(request.path);
    if (match === null) return next();
    sendSitemap(request, response, match[1] === undefined ? null : Number(match[1])).catch(next);
  };
}

/**
 * Pages that must not be indexed have a `noindex` meta tag. They are not disallowed here, because a crawler that may
 * not read a page does not see the tag and may index the bare URL.
 */
function createRobotsText(origin: string): string {
  return `User-agent: *\nDisallow: /graphql\n\nSitemap: ${origin}/sitemap.xml\n`;
}
