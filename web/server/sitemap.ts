import { developerPaths } from '../developers/developers.ts';

/** The ids (SKUs) of products and the names of collections, from which page URLs are built. */
export interface SitemapEntries {
  productIds: readonly string[];
  collections: Record<'category' | 'language' | 'publisher' | 'author', readonly string[]>;
}

/** The paths of pages that exist whatever the catalogue contains. */
const staticPaths = [
  '/',
  '/product',
  '/category',
  '/publisher',
  '/author',
  '/posts',
  '/aboutus',
  '/contactus',
  '/faq',
  '/payment-info',
  '/privacy-policy',
  '/refund-policy',
  '/return-policy',
  '/shipping-info',
  '/terms-and-conditions',
  ...developerPaths,
];

/** The limit of the sitemap protocol (sitemaps.org). */
const maxUrlsPerFile = 50_000;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Builds one file of the sitemap. If there are more than 50,000 URLs, the sitemap consists of an index and its parts;
 * otherwise it is a single file. There is no `lastmod`, because the catalogue does not record when a product changed.
 *
 * @param part the number of the part, starting from 1; null for the single file or the index.
 * @returns null when there is no such part.
 */
export function createSitemap(entries: SitemapEntries, origin: string, part: number | null): string | null {
  const partCount = Math.ceil(countPaths(entries) / maxUrlsPerFile);
  if (part === null && partCount > 1) {
    const files = Array.from({ length: partCount }, (_, index) => `/sitemap-${index + 1}.xml`);
    return renderXml('sitemapindex', 'sitemap', origin, files);
  }
  if (part !== null && (partCount === 1 || part < 1 || part > partCount)) return null;
  const start = ((part ?? 1) - 1) * maxUrlsPerFile;
  return renderXml('urlset', 'url', origin, listPaths(entries).slice(start, start + maxUrlsPerFile));
}

function countPaths({ productIds, collections }: SitemapEntries): number {
  return staticPaths.length + productIds.length + Object.values(collections).flat().length;
}

function listPaths({ productIds, collections }: SitemapEntries): string[] {
  const listPathsUnder = (path: string, names: readonly string[]) =>
    names.map((name) => `/${path}/${encodeURIComponent(name)}`);
  return [
    ...staticPaths,
    ...Object.entries(collections).flatMap(([dimension, names]) => listPathsUnder(dimension, names)),
    ...listPathsUnder('product', productIds),
  ];
}

function renderXml(list: string, entry: string, origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<${entry}><loc>${escapeXml(origin + path)}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${namespace}">\n${entries.join('')}</${list}>\n`;
}

/** URLs are percent-encoded, so they contain no `<`, `>` or `"`. */
function escapeXml(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
