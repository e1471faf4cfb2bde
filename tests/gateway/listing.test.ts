import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listAt } from './graphql-call.ts';
import { restSide, startGateway, type TestGateway } from './harness.ts';
import { expectedIds, idsAt, listing, mixedProducts, names, type Wanted } from './mixed-products.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  rest.host.products = mixedProducts();
  shop = await startGateway();
});
afterEach(() => shop.close());

describe('filter and search', () => {
  const cases: Array<[string, Wanted, string?]> = [
    ['nothing', {}],
    ['an empty dimension', { categories: [] }],
    ['one value', { categories: ['Poetry'] }],
    ['two values of a dimension, either of which fits', { categories: ['Poetry', 'Drama'] }],
    ['two dimensions, both of which must fit', { categories: ['Poetry'], languages: ['मराठी'] }],
    ['a value that no product has', { authors: ['Nobody'] }],
    ['copies being left', { availableOnly: true }],
    ['prices from and to, both included', { minPrice: 100, maxPrice: 200 }],
    ['a part of the name in another case', {}, 'BLU'],
    ['a part of the author, in its own script', {}, 'श्री'],
    ['a part of the category', {}, 'oetr'],
    ['a part of the publisher', {}, 'shelf'],
    ['filter and search together', { languages: ['English'], availableOnly: true }, 'red'],
    ['a text that spans two fields, which no product holds', {}, 'Shelf HouseNovels'],
  ];
  it.each(cases)('keeps the products of the specification for %s', async (_, filter, search) => {
    const { data, errors } = await shop.graphql(listing, { filter, search, first: 100 });
    expect(errors).toEqual([]);
    expect(idsAt(data)).toEqual(expectedIds(filter, search));
    expect(data).toHaveProperty('products.totalCount', expectedIds(filter, search).length);
  });

  it('finds a composed letter by its decomposed form and the other way round', async () => {
    const composed = await shop.graphql(listing, { search: 'Caf\u00e9', first: 100 });
    const decomposed = await shop.graphql(listing, { search: ' cafe\u0301 ', first: 100 });
    expect(idsAt(composed.data)).not.toEqual([]);
    expect(decomposed.data).toEqual(composed.data);
  });
});

const facetShape = z.object({ value: z.string(), count: z.number(), selected: z.boolean() });
const facetsShape = z.object({
  products: z.object({
    facets: z.object({ categories: z.array(facetShape), authors: z.array(facetShape) }),
  }),
});

describe('facets', () => {
  it('count the whole result, and a selection does not shrink its own dimension', async () => {
    const filter = { categories: ['Poetry'], authors: ['Ana', 'Ben'] };
    const { data } = await shop.graphql(listing, { filter, first: 1 });
    const count = (wanted: Wanted) => expectedIds(wanted).length;
    const { categories, authors } = facetsShape.parse(data).products.facets;
    for (const { value, count: counted, selected } of categories) {
      expect(counted, value).toBe(count({ ...filter, categories: [value] }));
      expect(selected).toBe(value === 'Poetry');
    }
    for (const { value, count: counted } of authors) {
      expect(counted, value).toBe(count({ ...filter, authors: [value] }));
    }
    expect(authors.map(({ value }) => value).sort()).toEqual([...names.author].sort());
    const counts = categories.map(({ count: counted }) => counted);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
  });

  it('keep a selected value that has no product', async () => {
    const { data } = await shop.graphql(listing, { filter: { authors: ['Nobody'] } });
    expect(listAt(data, 'products.facets.authors')).toContainEqual({
      value: 'Nobody',
      count: 0,
      selected: true,
    });
  });
});

describe('order', () => {
  it.each([
    ['PRICE_LOW_TO_HIGH', 1],
    ['PRICE_HIGH_TO_LOW', -1],
  ])('%s sorts by price and keeps the shop\u2019s order within one', async (sort, sign) => {
    const { data } = await shop.graphql(listing, { sort, first: 100 });
    const expected = mixedProducts()
      .sort((one, other) => sign * (Number(one.price) - Number(other.price)))
      .map(({ id }) => String(id));
    expect(idsAt(data)).toEqual(expected);
  });
});
