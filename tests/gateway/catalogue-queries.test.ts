import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, encodeNodeId, listAt, textAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import { computeExpectedSkus, createMixedProducts, readSkus } from './mixed-products.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();
let shop: TestGateway;
beforeEach(async () => {
  rest.host.products = createMixedProducts();
  shop = await start();
});

const categoriesSchema = z.object({
  categories: z.array(
    z.object({
      name: z.string(),
      productCount: z.number(),
      products: z.object({
        totalCount: z.number(),
        nodes: z.array(z.object({ category: z.object({ name: z.string() }) })),
      }),
    }),
  ),
});

describe('categories', () => {
  it('are in the host’s order, followed by those that only products mention, with correct counts', async () => {
    rest.host.categories = ['Poetry', 'Novels'].map((categoryName, index) => ({
      id: index + 1,
      categoryName,
    }));
    shop = await start();
    const { data } = await shop.graphql(
      '{ categories { id name productCount thumbnail products(first: 20) { totalCount nodes { category { name } } } } }',
    );
    const { categories } = categoriesSchema.parse(data);
    expect(categories.map(({ name }) => name)).toEqual(['Poetry', 'Novels', 'Drama']);
    for (const { name, productCount, products } of categories) {
      expect(productCount).toBe(computeExpectedSkus({ categories: [name] }).length);
      expect(products.totalCount).toBe(productCount);
      expect(products.nodes.every(({ category }) => category.name === name)).toBe(true);
    }
  });
});

describe('authors', () => {
  it('are found by their exact name; any other name returns null', async () => {
    const { data } = await shop.graphql(
      '{ author(name: "श्री") { id name } otherCase: author(name: "ana") { id } none: author(name: "Nobody") { id } }',
    );
    expect(data).toEqual({
      author: { id: encodeNodeId('Author', 'श्री'), name: 'श्री' },
      otherCase: null,
      none: null,
    });
  });
});

describe('a product', () => {
  it('is null when its id is unknown', async () => {
    expect((await shop.graphql('{ product(id: "999") { id } }')).data).toEqual({ product: null });
  });

  it('can be requested with others by their ids, in the order of the ids, with null for unknown ids; more than 25 ids are rejected', async () => {
    const { data } = await shop.graphql('{ productsById(ids: ["2", "999", "1", "2"]) { sku } }');
    expect(data).toEqual({ productsById: [{ sku: '2' }, null, { sku: '1' }, { sku: '2' }] });
    const ids = Array.from({ length: 26 }, (_, id) => String(id));
    const rejected = await shop.graphql('query ($ids: [ID!]!) { productsById(ids: $ids) { id } }', { ids });
    expect(rejected.errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(rejected.errors[0]?.message).toBe("The argument 'ids' has 26 ids: at most 25 are allowed.");
  });

  it('has related products by the same author first, and never itself', async () => {
    const { data } = await shop.graphql(
      '{ product(id: "1") { author { name } related(first: 20) { sku author { name } } } }',
    );
    const author = textAt(data, 'product.author.name');
    const isBySameAuthor = listAt(data, 'product.related').map(
      (other) => textAt(other, 'author.name') === author,
    );
    const sameAuthorCount = computeExpectedSkus({ authors: [author] }).length - 1;
    expect(isBySameAuthor).toEqual(Array.from({ length: 20 }, (_, index) => index < sameAuthorCount));
    const related = readSkus(data, 'product.related');
    expect(related).not.toContain('1');
    expect(new Set(related).size).toBe(20);
  });

  it('has the other editions of its work in the host’s order, and none if its work is unknown', async () => {
    rest.host.products = [
      createProductRecord(1, { workId: 'gita', language: 'संस्कृत' }),
      createProductRecord(2),
      createProductRecord(3, { workId: 'gita', language: 'मराठी' }),
      createProductRecord(4, { workId: 'gita' }),
    ];
    shop = await start();
    const { data } = await shop.graphql(
      `{ one: product(sku: "3") { workId editions { sku language { name } } }
         first: product(sku: "1") { editions(first: 1) { sku } } none: product(sku: "2") { workId editions { sku } } }`,
    );
    expect(data).toEqual({
      one: {
        workId: 'gita',
        editions: [
          { sku: '1', language: { name: 'संस्कृत' } },
          { sku: '4', language: { name: 'English' } },
        ],
      },
      first: { editions: [{ sku: '3' }] },
      none: { workId: null, editions: [] },
    });
  });
});

describe('search suggestions', () => {
  it('have names that start with the typed letters at the top, and are empty for blank text', async () => {
    const query =
      '{ searchSuggestions(text: "PO", first: 20) { __typename ... on Category { name } ... on Product { name } } }';
    const { data } = await shop.graphql(query);
    expect(at(data, 'searchSuggestions.0')).toEqual({ __typename: 'Category', name: 'Poetry' });
    const none = await shop.graphql('{ searchSuggestions(text: " ") { __typename } }');
    expect(none.data).toEqual({ searchSuggestions: [] });
  });

  it('that match equally well are sorted: authors, publishers, categories, languages, products', async () => {
    const name = 'Poona';
    const fields = { productName: name, author: name, publisher: name, category: name, language: name };
    rest.host.products = [createProductRecord(1, fields)];
    shop = await start();
    const { data } = await shop.graphql(`{ searchSuggestions(search: "${name}") { __typename } }`);
    expect(listAt(data, 'searchSuggestions').map((suggestion) => at(suggestion, '__typename'))).toEqual([
      'Author',
      'Publisher',
      'Category',
      'Language',
      'Product',
    ]);
  });

  it('contain at most the requested number in total, and at most the requested number of each kind', async () => {
    const fetchKinds = async (query: string) =>
      listAt((await shop.graphql(query)).data, 'searchSuggestions').map((suggestion) =>
        at(suggestion, '__typename'),
      );
    const kinds = await fetchKinds(
      '{ searchSuggestions(text: "e", first: 20, firstPerKind: 2) { __typename } }',
    );
    const counts = Map.groupBy(kinds, String)
      .values()
      .map(({ length }) => length);
    expect(Math.max(...counts)).toBe(2);
    expect(kinds.filter((kind) => kind === 'Product')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'Category')).toHaveLength(2);
    expect(await fetchKinds('{ searchSuggestions(text: "e", first: 3) { __typename } }')).toHaveLength(3);
    const { errors } = await shop.graphql('{ searchSuggestions(text: "e", firstPerKind: 0) { __typename } }');
    expect(errors[0]?.message).toContain("'firstPerKind' is 0");
  });
});
