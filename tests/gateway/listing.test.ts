import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restSide, seeded, startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;

const names = {
  category: ['Novels', 'Poetry', 'Drama'],
  language: ['English', 'मराठी'],
  author: ['Ana', 'Ben', 'श्री'],
};

/** Sixty products in all mixtures, drawn by a fixed seed. */
function mixedProducts() {
  const random = seeded(20);
  const pick = (values: string[]) => values[Math.floor(random() * values.length)];
  return Array.from({ length: 60 }, (_, place) =>
    hostProduct(place + 1, {
      productName: `${pick(['Red', 'Blue', 'Café', 'गीता'])} ${place + 1}`,
      price: Math.floor(random() * 10) * 50,
      category: pick(names.category),
      language: pick(names.language),
      author: pick(names.author),
      remainingQuantity: random() < 0.2 ? 0 : 5,
    }),
  );
}

beforeEach(async () => {
  rest.host.products = mixedProducts();
  shop = await startGateway();
});
afterEach(() => shop.close());

const listing = `query ($filter: ProductFilter, $search: String, $sort: ProductSort, $first: Int, $after: String, $last: Int, $before: String) {
  products(filter: $filter, search: $search, sort: $sort, first: $first, after: $after, last: $last, before: $before) {
    totalCount
    nodes { id name price available }
    edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    facets { categories { value count selected } authors { value count selected } }
  }
}`;

type Wanted = {
  categories?: string[];
  languages?: string[];
  authors?: string[];
  availableOnly?: boolean;
  minPrice?: number;
  maxPrice?: number;
};

/** The listing by the letter of the specification, one product after the other. */
function expectedIds(filter: Wanted, search = '') {
  const among = (values: string[] | undefined, value: unknown) =>
    !values?.length || values.includes(String(value));
  return mixedProducts()
    .filter((product) => among(filter.categories, product.category))
    .filter((product) => among(filter.languages, product.language))
    .filter((product) => among(filter.authors, product.author))
    .filter((product) => !filter.availableOnly || product.remainingQuantity !== 0)
    .filter((product) => Number(product.price) >= (filter.minPrice ?? 0))
    .filter((product) => Number(product.price) <= (filter.maxPrice ?? Number.POSITIVE_INFINITY))
    .filter((product) =>
      [product.productName, product.author, product.publisher, product.category, product.language]
        .map((text) => String(text).toLowerCase())
        .some((text) => text.includes(search.toLowerCase())),
    )
    .map((product) => String(product.id));
}

interface Page {
  nodes: Array<{ id: string }>;
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

async function pageOf(variables: Record<string, unknown>): Promise<Page> {
  return (await shop.graphql(listing, variables)).data.products;
}

const ids = (nodes: Array<{ id: string }>) => nodes.map(({ id }) => id);

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
    expect(ids(data.products.nodes)).toEqual(expectedIds(filter, search));
    expect(data.products.totalCount).toBe(expectedIds(filter, search).length);
  });

  it('finds a composed letter by its decomposed form and the other way round', async () => {
    const composed = await shop.graphql(listing, { search: 'Caf\u00e9', first: 100 });
    const decomposed = await shop.graphql(listing, { search: ' cafe\u0301 ', first: 100 });
    expect(composed.data.products.totalCount).toBeGreaterThan(0);
    expect(decomposed.data).toEqual(composed.data);
  });
});

describe('facets', () => {
  it('count the whole result, and a selection does not shrink its own dimension', async () => {
    const filter = { categories: ['Poetry'], authors: ['Ana', 'Ben'] };
    const { data } = await shop.graphql(listing, { filter, first: 1 });
    const count = (wanted: Wanted) => expectedIds(wanted).length;
    const { categories, authors } = data.products.facets;
    for (const { value, count: counted, selected } of categories) {
      expect(counted, value).toBe(count({ ...filter, categories: [value] }));
      expect(selected).toBe(value === 'Poetry');
    }
    for (const { value, count: counted } of authors) {
      expect(counted, value).toBe(count({ ...filter, authors: [value] }));
    }
    expect(authors.map(({ value }: { value: string }) => value).sort()).toEqual([...names.author].sort());
    const counts = categories.map((facet: { count: number }) => facet.count);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
  });

  it('keep a selected value that has no product', async () => {
    const { data } = await shop.graphql(listing, { filter: { authors: ['Nobody'] } });
    expect(data.products.facets.authors).toContainEqual({ value: 'Nobody', count: 0, selected: true });
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
    expect(ids(data.products.nodes)).toEqual(expected);
  });
});

describe('pages', () => {
  it.each(['PRICE_HIGH_TO_LOW', undefined])(
    'lead forwards and backwards through every product once (%s)',
    async (sort) => {
      const all = (await shop.graphql(listing, { sort, first: 100 })).data.products;
      const forwards: string[] = [];
      let after: string | null = null;
      do {
        const { nodes, pageInfo } = await pageOf({ sort, first: 7, after });
        forwards.push(...ids(nodes));
        expect(pageInfo.hasPreviousPage).toBe(after !== null);
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      expect(forwards).toEqual(ids(all.nodes));

      const backwards: string[] = [];
      let before: string | null = null;
      do {
        const { nodes, pageInfo } = await pageOf({ sort, last: 7, before });
        backwards.unshift(...ids(nodes));
        before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
      } while (before !== null);
      expect(backwards).toEqual(ids(all.nodes));
    },
  );

  it('hold twenty products when no size is given', async () => {
    const { data } = await shop.graphql(listing);
    expect(data.products.nodes).toHaveLength(20);
  });

  it.each([
    [{ first: 0 }, "The argument 'first' is 0: it must be from 1 to 100."],
    [{ first: 101 }, "The argument 'first' is 101: it must be from 1 to 100."],
    [{ last: -1 }, "The argument 'last' is -1: it must be from 1 to 100."],
    [{ first: 1, last: 1 }, "Give either 'first' or 'last', not both."],
  ])('refuse the size %o', async (page, message) => {
    const { data, errors } = await shop.graphql(listing, page);
    expect(data).toBeNull();
    expect(errors[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } });
  });

  it('go on at the same place after the catalogue has changed', async () => {
    const { pageInfo } = (await shop.graphql(listing, { first: 5 })).data.products;
    rest.host.products = [hostProduct(900, { productName: 'New at the front' }), ...mixedProducts()];
    const other = await startGateway();
    const { data } = await other.graphql(listing, { first: 3, after: pageInfo.endCursor });
    expect(ids(data.products.nodes)).toEqual(['6', '7', '8']);
    await other.close();
  });

  it('go on behind a product that is gone', async () => {
    const { pageInfo } = (await shop.graphql(listing, { first: 5 })).data.products;
    rest.host.products = mixedProducts().filter(({ id }) => id !== 5);
    const other = await startGateway();
    const { data } = await other.graphql(listing, { first: 2, after: pageInfo.endCursor });
    expect(ids(data.products.nodes)).toEqual(['6', '7']);
    await other.close();
  });

  it.each([[{ filter: { categories: ['Poetry'] } }], [{ search: 'red' }], [{ sort: 'PRICE_LOW_TO_HIGH' }]])(
    'refuse a cursor that was made for another list than %o',
    async (other) => {
      const { pageInfo } = (await shop.graphql(listing, { first: 5 })).data.products;
      const { errors } = await shop.graphql(listing, { ...other, after: pageInfo.endCursor });
      expect(errors[0]?.message).toContain('was made for another filter, search or sort');
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    },
  );

  it.each(['', 'x', 'not a cursor at all', 'AAAAAAAABBBBBBe30'])(
    'refuse the cursor %o that nobody made',
    async (after) => {
      const { errors } = await shop.graphql(listing, { after });
      expect(errors[0]?.message).toContain("'after' is not a cursor of this shop");
    },
  );
});

describe('names of categories, authors and so on', () => {
  it('keep the host\u2019s order, then come those that only products name, with true counts', async () => {
    const { data } = await shop.graphql(
      '{ categories { id name productCount thumbnail products(first: 20) { totalCount nodes { category { name } } } } }',
    );
    expect(data.categories[0].name).toBe('Novels');
    expect(data.categories.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Drama',
      'Novels',
      'Poetry',
    ]);
    for (const { name, productCount, products } of data.categories) {
      expect(productCount).toBe(expectedIds({ categories: [name] }).length);
      expect(products.totalCount).toBe(productCount);
      expect(
        products.nodes.every((node: { category: { name: string } }) => node.category.name === name),
      ).toBe(true);
    }
  });

  it('are found by their exact name, and null otherwise', async () => {
    const { data } = await shop.graphql(
      '{ author(name: "श्री") { id name } none: author(name: "Nobody") { id } }',
    );
    expect(data).toEqual({ author: { id: 'श्री', name: 'श्री' }, none: null });
  });
});

describe('a product', () => {
  it('is null when there is none', async () => {
    expect((await shop.graphql('{ product(id: "999") { id } }')).data).toEqual({ product: null });
  });

  it('is related to others of its author first, and never to itself', async () => {
    const { data } = await shop.graphql(
      '{ product(id: "1") { author { name } related(first: 20) { id author { name } } } }',
    );
    const { author, related } = data.product;
    const authors = related.map((other: { author: { name: string } }) => other.author.name === author.name);
    expect(authors).toEqual([...authors].sort((one, other) => Number(other) - Number(one)));
    expect(ids(related)).not.toContain('1');
    expect(new Set(ids(related)).size).toBe(20);
  });
});

describe('suggestions', () => {
  it('put what begins with the letters typed first', async () => {
    const query =
      '{ searchSuggestions(text: "PO", first: 20) { __typename ... on Category { name } ... on Product { name } } }';
    const { data } = await shop.graphql(query);
    expect(data.searchSuggestions[0]).toEqual({ __typename: 'Category', name: 'Poetry' });
    expect(
      (await shop.graphql('{ searchSuggestions(text: " ") { __typename } }')).data.searchSuggestions,
    ).toEqual([]);
  });
});
