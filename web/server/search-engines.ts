import type { Request, RequestHandler, Response } from 'express';
import { type PackedPage, packPage, sendPacked } from './compressed-page.ts';
import { PageCache } from './page-cache.ts';
import { retryAfter } from './page-headers.ts';
import { type CatalogueNames, sitemap } from './sitemap.ts';

interface SearchEnginesOptions {
  originOf: (request: Request) => string | null;
  /** Changes whenever the catalogue does. */
  catalogueVersion: () => string;
  /** Null while the catalogue was never loaded. */
  catalogueNames: () => CatalogueNames | null;
}

/** What search engines ask for first: `/robots.txt`, and the sitemap of the catalogue as it is now. */
export function searchEngines(options: SearchEnginesOptions): RequestHandler {
  const cache = new PageCache<PackedPage>({ pages: 8, bytes: 64 * 1024 * 1024 });

  async function answerSitemap(request: Request, response: Response, part: number | null): Promise<void> {
    const origin = options.originOf(request) ?? '';
    const names = options.catalogueNames();
    if (names === null) {
      response.status(503).set('Retry-After', retryAfter).type('text/plain').send('Not loaded yet.\n');
      return;
    }
    const page = await cache.get(
      `${origin} ${part}`,
      options.catalogueVersion(),
      async () => {
        const xml = sitemap(names, origin, part);
        return packPage({ kind: 'page', status: xml === null ? 404 : 200, html: xml ?? '' });
      },
      ({ status }) => status === 200,
    );
    response.status(page.status).set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    sendPacked(page, 'application/xml; charset=utf-8', request, response);
  }

  return (request, response, next) => {
    if (request.path === '/robots.txt') {
      const origin = options.originOf(request) ?? '';
      response.set('Cache-Control', 'public, max-age=3600').type('text/plain').send(robots(origin));
      return;
    }
    const asked = /^\/sitemap(?:-([1-9]\d{0,4}))?\.xml$/.exec(request.path);
    if (asked === null) return next();
    answerSitemap(request, response, asked[1] === undefined ? null : Number(asked[1])).catch(next);
  };
}

/**
 * Pages that are nothing for a search engine say `noindex` themselves. They are not named here: a page
 * that may not be read cannot say so, and would be listed by its bare address.
 */
function robots(origin: string): string {
  return `User-agent: *\nDisallow: /graphql\n\nSitemap: ${origin}/sitemap.xml\n`;
}
