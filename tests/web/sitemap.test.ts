import { describe, expect, it } from 'vitest';
import { createSitemap, type SitemapEntries } from '#web/server/sitemap.ts';

const origin = 'https://shop.example';
const readUrls = (xml: string | null) =>
  [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');

function createCatalogue(productCount: number): SitemapEntries {
  return {
    productIds: Array.from({ length: productCount }, (_, index) => String(index + 1)),
    collections: { category: [], language: [], publisher: [], author: [] },
  };
}

describe('the sitemap', () => {
  it('is one file for up to 50,000 URLs', () => {
    const staticUrlCount = readUrls(createSitemap(createCatalogue(0), origin, null)).length;
    const xml = createSitemap(createCatalogue(50_000 - staticUrlCount), origin, null);
    expect(xml).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(readUrls(xml)).toHaveLength(50_000);
  });

  it('is an index of several files for more URLs, and lists each URL once', () => {
    const entries = createCatalogue(100_000);
    const sitemapIndex = createSitemap(entries, origin, null);
    expect(sitemapIndex).toContain('<sitemapindex ');
    const parts = readUrls(sitemapIndex);
    expect(parts).toEqual([1, 2, 3].map((part) => `${origin}/sitemap-${part}.xml`));
    const urls = parts.flatMap((_, index) => readUrls(createSitemap(entries, origin, index + 1)));
    expect(urls).toHaveLength(new Set(urls).size);
    expect(urls.filter((url) => url.startsWith(`${origin}/product/`))).toHaveLength(100_000);
    expect(createSitemap(entries, origin, 4)).toBeNull();
  });
});
