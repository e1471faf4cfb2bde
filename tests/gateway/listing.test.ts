import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, listAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import {
  collectionNames,
  computeExpectedSkus,
  createMixedProducts,
  type ListingFilter,
  listingQuery,
  readSkus,
} from './mixed-products.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();
let shop: TestGateway;
beforeEach(async () => {
  rest.host.products = createMixedProducts();
  shop = await start();
});

describe('filters and search', () => {
  const cases: Array<[string, ListingFilter, string?]> = [
    ['no condition', {}],
    ['an empty dimension', { categories: [] }],
    ['one value', { categories: ['Poetry'] }],
    ['two values of a dimension, either may match', { categories: ['Poetry', 'Drama'] }],
    ['two dimensions, both must match', { categories: ['Poetry'], languages: ['मराठी'] }],
    ['a value that no product has', { authors: ['Nobody'] }],
    ['available books only', { availableOnly: true }],
    ['a price range, including both limits', { minPrice: 100, maxPrice: 200 }],
    ['a part of the name in another letter case', {}, 'BLU'],
    ['a part of the author, in its own script', {}, 'श्री'],
    ['a part of the category', {}, 'oetr'],
    ['a part of the publisher', {}, 'river'],
    ['a filter and a search together', { languages: ['English'], availableOnly: true }, 'red'],
    ['a text that spans two adjacent fields', {}, 'River HouseNovels'],
  ];
  it.each(cases)('find the products that requirements.md defines for %s', async (_, filter, search) => {
    const { data, errors } = await shop.graphql(listingQuery, { filter, search, first: 100 });
    expect(errors).toEqual([]);
    expect(readSkus(data)).toEqual(computeExpectedSkus(filter, search));
    expect(data).toHaveProperty('products.totalCount', computeExpectedSkus(filter, search).length);
  });

  it('find composed letters by their decomposed form and vice versa', async () => {
    const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301'];
    rest.host.products = [composed, decomposed].map((productName, index) =>
      createProductRecord(index + 1, { productName }),
    );
    const secondShop = await start();
    for (const search of [composed, ` ${decomposed.toLowerCase()} `]) {
      const { data } = await secondShop.graphql(listingQuery, { search });
      expect(readSkus(data)).toEqual(['1', '2']);
    }
  });
});

const facetValueSchema = z.object({ value: z.string(), count: z.number(), selected: z.boolean() });
const facetsSchema = z.object({
  products: z.object({
    facets: z.object({ categories: z.array(facetValueSchema), authors: z.array(facetValueSchema) }),
  }),
});

describe('facets', () => {
  it('count the whole result, largest counts first, and a selection does not reduce counts in its dimension', async () => {
    const filter = { categories: ['Poetry'], authors: ['Ana', 'Ben'] };
    const { data } = await shop.graphql(listingQuery, { filter, first: 1 });
    const computeExpectedCount = (otherFilter: ListingFilter) => computeExpectedSkus(otherFilter).length;
    const { categories, authors } = facetsSchema.parse(data).products.facets;
    for (const { value, count, selected } of categories) {
      expect(count, value).toBe(computeExpectedCount({ ...filter, categories: [value] }));
      expect(selected).toBe(value === 'Poetry');
    }
    for (const { value, count } of authors) {
      expect(count, value).toBe(computeExpectedCount({ ...filter, authors: [value] }));
    }
    expect(authors.map(({ value }) => value).sort()).toEqual([...collectionNames.author].sort());
    const counts = categories.map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it('include a selected value without products', async () => {
    const { data } = await shop.graphql(listingQuery, { filter: { authors: ['Nobody'] } });
    expect(listAt(data, 'products.facets.authors')).toContainEqual({
      value: 'Nobody',
      count: 0,
      selected: true,
    });
  });
});

describe('sort order', () => {
  it.each([
    ['PRICE_LOW_TO_HIGH', 1],
    ['PRICE_HIGH_TO_LOW', -1],
  ])('%s sorts by price and keeps the host\u2019s order among equal prices', async (sort, sign) => {
    const { data } = await shop.graphql(listingQuery, { sort, first: 100 });
    const expected = createMixedProducts()
      .sort((a, b) => sign * (Number(a.price) - Number(b.price)))
      .map(({ id }) => String(id));
    expect(readSkus(data)).toEqual(expected);
  });

  it('NEWEST sorts by id, highest first', async () => {
    const { data } = await shop.graphql(listingQuery, { sort: 'NEWEST', first: 100 });
    const ids = createMixedProducts().map(({ id }) => Number(id));
    expect(readSkus(data)).toEqual(ids.sort((a, b) => b - a).map(String));
  });

  it('NEWEST reverses the host\u2019s order if its ids are not all numbers', async () => {
    rest.host.products = [
      createProductRecord(9),
      createProductRecord(1, { id: 'B-2' }),
      createProductRecord(3),
    ];
    const secondShop = await start();
    const { data } = await secondShop.graphql(listingQuery, { sort: 'NEWEST', first: 2 });
    expect(readSkus(data)).toEqual(['3', 'B-2']);
    const after = at(data, 'products.pageInfo.endCursor');
    expect(
      readSkus((await secondShop.graphql(listingQuery, { sort: 'NEWEST', first: 2, after })).data),
    ).toEqual(['9']);
  });

  it('TITLE sorts numbers in titles by their value, in both scripts', async () => {
    const names = ['भाग २', 'भाग १०', 'Volume 2', 'Volume 10'];
    rest.host.products = names
      .toReversed()
      .map((productName, index) => createProductRecord(index + 1, { productName }));
    const secondShop = await start();
    const { data } = await secondShop.graphql('{ products(sort: TITLE) { nodes { name } } }');
    expect(listAt(data, 'products.nodes').map((node) => at(node, 'name'))).toEqual(names);
  });

  it('TITLE puts Devanagari before Latin, and ignores case and accents', async () => {
    const titles = ['Zebra', 'éclair', 'Eclipse', 'श्यामची आई', 'apple', 'आमचा बाप', 'Apple'];
    rest.host.products = titles.map((productName, index) => createProductRecord(index + 1, { productName }));
    const secondShop = await start();
    const { data } = await secondShop.graphql('{ products(sort: TITLE) { nodes { name } } }');
    expect(listAt(data, 'products.nodes').map((node) => at(node, 'name'))).toEqual([
      'आमचा बाप',
      'श्यामची आई',
      'apple',
      'Apple',
      'éclair',
      'Eclipse',
      'Zebra',
    ]);
  });

  it('RELEVANCE is the order of a search without a sort', async () => {
    const fetchSkus = async (sort?: string) =>
      readSkus((await shop.graphql(listingQuery, { search: 'red', sort, first: 100 })).data);
    expect(await fetchSkus('RELEVANCE')).toEqual(await fetchSkus());
  });
});

describe('the price range', () => {
  it('covers the whole result regardless of the price filter, and is null without products', async () => {
    const fetchRange = async (filter: ListingFilter) => {
      const query =
        'query ($filter: ProductFilter) { products(filter: $filter) { facets { price { min max } } } }';
      return at((await shop.graphql(query, { filter })).data, 'products.facets.price');
    };
    const computeExpectedRange = (filter: ListingFilter) => {
      const skus = computeExpectedSkus(filter);
      const prices = createMixedProducts()
        .filter(({ id }) => skus.includes(String(id)))
        .map(({ price }) => Number(price));
      return { min: Math.min(...prices), max: Math.max(...prices) };
    };
    const poetry = { categories: ['Poetry'] };
    expect(await fetchRange({})).toEqual(computeExpectedRange({}));
    expect(await fetchRange(poetry)).toEqual(computeExpectedRange(poetry));
    expect(await fetchRange({ ...poetry, minPrice: 150, maxPrice: 200 })).toEqual(
      computeExpectedRange(poetry),
    );
    expect(await fetchRange({ minPrice: 150 })).toEqual(computeExpectedRange({}));
    expect(await fetchRange({ authors: ['Nobody'] })).toBeNull();
  });
});
