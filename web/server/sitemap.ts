/** What the catalogue holds, by the ids and names that pages are addressed by. */
export interface CatalogueNames {
  products: readonly string[];
  collections: Record<'category' | 'language' | 'publisher' | 'author', readonly string[]>;
}

/** The pages that are there whatever the catalogue holds. */
const fixedPaths = [
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
];

/** So many addresses may stand in one file (sitemaps.org). */
const maxAddresses = 50_000;
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * The shop's sitemap: one file, or beyond 50,000 addresses an index and its parts. Says nothing of
 * when a page changed, since the catalogue does not know.
 *
 * @param part the number of a part, from 1; null for the file all begin with.
 * @returns null when there is no such part.
 */
export function sitemap(names: CatalogueNames, origin: string, part: number | null): string | null {
  const paths = pathsOf(names);
  const parts = Math.ceil(paths.length / maxAddresses);
  if (part === null && parts > 1) {
    const files = Array.from({ length: parts }, (_, place) => `/sitemap-${place + 1}.xml`);
    return listOf('sitemapindex', 'sitemap', origin, files);
  }
  if (part !== null && (parts === 1 || part < 1 || part > parts)) return null;
  const start = ((part ?? 1) - 1) * maxAddresses;
  return listOf('urlset', 'url', origin, paths.slice(start, start + maxAddresses));
}

function pathsOf({ products, collections }: CatalogueNames): string[] {
  const below = (path: string, names: readonly string[]) =>
    names.map((name) => `/${path}/${encodeURIComponent(name)}`);
  return [
    ...fixedPaths,
    ...Object.entries(collections).flatMap(([dimension, names]) => below(dimension, names)),
    ...below('product', products),
  ];
}

function listOf(list: string, entry: string, origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<${entry}><loc>${escapeXml(origin + path)}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${namespace}">\n${entries.join('')}</${list}>\n`;
}

/** An address holds no quotation mark and none of `<>`. */
function escapeXml(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
