import { expect, it, vi } from 'vitest';
import { buildIndex, noCollections } from '#gateway/catalogue/catalogue-index.ts';
import { getCollectionPage } from '#gateway/catalogue/collections.ts';
import { ProductColumnsBuilder } from '#gateway/catalogue/columns/product-columns.ts';
import { emptyFilter, type ListingFilter, queryListing } from '#gateway/catalogue/listing.ts';
import { suggest } from '#gateway/catalogue/search/suggestions.ts';
import { productSchema } from '#gateway/rest/catalogue-schema.ts';
import { createProductRecord } from './rest-records.ts';

const productCount = 2_000;
const productsPerAuthor = 4;
const byAuthor = { ...emptyFilter, selected: { ...emptyFilter.selected, author: ['Author 7'] } };

/** Builds the index of a catalogue, and counts how many authors, prices and sort positions queries read. */
async function buildCountedIndex() {
  const columns = new ProductColumnsBuilder();
  for (let id = 1; id <= productCount; id += 1) {
    const author = `Author ${id % (productCount / productsPerAuthor)}`;
    columns.add(productSchema.parse(createProductRecord(id, { price: id % 900, author })));
  }
  const index = await buildIndex({ products: await columns.build(), collections: noCollections });
  let reads = 0;
  const countReadsOf = <Column extends object>(column: Column): Column =>
    new Proxy(column, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  Object.defineProperty(index.columns.author, 'codes', { value: countReadsOf(index.columns.author.codes) });
  for (const sort of ['none', 'PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW'] as const) {
    const order = index.sortOrders.get(sort);
    order.rowByRank = countReadsOf(order.rowByRank);
    order.rankByRow = countReadsOf(order.rankByRow);
  }
  index.prices = countReadsOf(index.prices);
  return { index, countReads: () => reads };
}

it.each<[string, ListingFilter, number]>([
  ['the sorted products of an author', byAuthor, productsPerAuthor],
  ['the sorted products of an author in a price range', { ...byAuthor, maxPrice: 80_000 }, productsPerAuthor],
  ['the products in a price range', { ...emptyFilter, maxPrice: 12_345 }, 371],
])('%s are found without testing every product', async (_, filter, expectedCount) => {
  const { index, countReads } = await buildCountedIndex();
  const { rows } = queryListing(index, { filter, search: '', sort: 'PRICE_HIGH_TO_LOW' });
  expect(rows.length).toBe(expectedCount);
  expect(countReads()).toBeLessThan(100);
});

it('the initials of authors are listed without normalizing their names again', async () => {
  const { index } = await buildCountedIndex();
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    const query = { dimension: 'author', search: '', initial: null, sort: 'NAME' } as const;
    const page = getCollectionPage(index, query, { first: 1 });
    expect(page.initials()).toEqual([{ letter: 'A', count: productCount / productsPerAuthor }]);
    expect(normalize).not.toHaveBeenCalled();
  } finally {
    normalize.mockRestore();
  }
});

it('suggestions for a short text create objects only for the products that are suggested', async () => {
  const { index } = await buildCountedIndex();
  const getProduct = vi.spyOn(index.products, 'get');
  expect(suggest(index, 'o', 8)).toHaveLength(8);
  expect(getProduct.mock.calls.length).toBeLessThanOrEqual(8);
});
