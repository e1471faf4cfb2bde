import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '#tests/seeded-random.ts';
import { at, listAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import {
  collectionNames,
  computeExpectedSkus,
  createMixedProducts,
  type ListingFilter,
  listingQuery,
  readSkus,
} from './mixed-products.ts';

const products = createMixedProducts(300);
const queryCount = 150;
const pageSize = 100;

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  rest.host.products = products;
  shop = await startGateway();
});
afterEach(() => shop.close());

const searches = ['', 'red', 'BLU', 'ben', 'poetry', 'श्री', 'é 1', 'red 12', 'no such book'];
/** 1 if the prices ascend in a sort, -1 if they descend. */
const priceSigns = { PRICE_LOW_TO_HIGH: 1, PRICE_HIGH_TO_LOW: -1 };

function createRandomQuery(random: () => number) {
  const chance = (probability: number) => random() < probability;
  const pickSome = (values: readonly string[]) => (chance(0.6) ? [] : values.filter(() => chance(0.5)));
  const pickPrice = () => Math.floor(random() * 11) * 50;
  const filter: ListingFilter = {
    categories: pickSome(collectionNames.category),
    languages: pickSome(collectionNames.language),
    authors: pickSome([...collectionNames.author, 'Nobody']),
    availableOnly: chance(0.3),
    ...(chance(0.4) && { minPrice: pickPrice() }),
    ...(chance(0.4) && { maxPrice: pickPrice() }),
  };
  const search = chance(0.5) ? '' : (searches[Math.floor(random() * searches.length)] ?? '');
  const sort = chance(0.4)
    ? null
    : chance(0.5)
      ? ('PRICE_LOW_TO_HIGH' as const)
      : ('PRICE_HIGH_TO_LOW' as const);
  return { filter, search, sort };
}

type Query = ReturnType<typeof createRandomQuery>;

function computeExpectedOrder({ filter, search, sort }: Query): string[] {
  const skus = computeExpectedSkus(filter, search, products);
  const findPrice = (sku: string) => Number(products[Number(sku) - 1]?.price);
  return sort === null ? skus : skus.sort((a, b) => priceSigns[sort] * (findPrice(a) - findPrice(b)));
}

/** The expected counts of a dimension by value, without zeros. They ignore the values selected in this dimension. */
function computeExpectedCounts(
  { filter, search }: Query,
  dimension: 'categories' | 'authors',
  values: string[],
) {
  const counts = values.map((value) => [
    value,
    computeExpectedSkus({ ...filter, [dimension]: [value] }, search, products).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

function readFacetCounts(data: unknown, path: string) {
  const counts = listAt(data, path).map((facetValue) => [at(facetValue, 'value'), at(facetValue, 'count')]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

describe('a listing with random conditions', () => {
  it('has the same products, order and facet counts as computed by checking every product', async () => {
    const random = createSeededRandom(13);
    for (let count = 0; count < queryCount; count += 1) {
      const query = createRandomQuery(random);
      const { data } = await shop.graphql(listingQuery, { ...query, first: pageSize });
      const skus = computeExpectedOrder(query);
      expect({ query, skus: readSkus(data) }).toEqual({ query, skus: skus.slice(0, pageSize) });
      expect({ query, total: at(data, 'products.totalCount') }).toEqual({ query, total: skus.length });
      expect({ query, counts: readFacetCounts(data, 'products.facets.categories') }).toEqual({
        query,
        counts: computeExpectedCounts(query, 'categories', collectionNames.category),
      });
      expect({ query, counts: readFacetCounts(data, 'products.facets.authors') }).toEqual({
        query,
        counts: computeExpectedCounts(query, 'authors', collectionNames.author),
      });
    }
  });
});
