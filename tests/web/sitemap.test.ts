import { describe, expect, it } from 'vitest';
import { type CatalogueNames, sitemap } from '#web/server/sitemap.ts';

const origin = 'https://shop.example';
const addressesIn = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');

function catalogueOf(books: number): CatalogueNames {
  return {
    products: Array.from({ length: books }, (_, place) => String(place + 1)),
    collections: { category: [], language: [], publisher: [], author: [] },
  };
}

describe('the sitemap', () => {
  it('is one file for up to 50,000 URLs', () => {
    const fixed = addressesIn(sitemap(catalogueOf(0), origin, null)).length;
    const xml = sitemap(catalogueOf(50_000 - fixed), origin, null);
    expect(xml).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(addressesIn(xml)).toHaveLength(50_000);
  });

  it('is an index with parts for more URLs, each listed once', () => {
    const names = catalogueOf(100_000);
    const index = sitemap(names, origin, null);
    expect(index).toContain('<sitemapindex ');
    const parts = addressesIn(index);
    expect(parts).toEqual([1, 2, 3].map((part) => `${origin}/sitemap-${part}.xml`));
    const addresses = parts.flatMap((_, place) => addressesIn(sitemap(names, origin, place + 1)));
    expect(addresses).toHaveLength(new Set(addresses).size);
    expect(addresses.filter((address) => address.startsWith(`${origin}/product/`))).toHaveLength(100_000);
    expect(sitemap(names, origin, 4)).toBeNull();
  });
});
