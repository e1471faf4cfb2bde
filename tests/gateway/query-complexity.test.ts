import { getIntrospectionQuery } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { type GraphQLResponse, listAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const authors = 3_000;
const rest = setUpRestHost();
let shop: TestGateway | undefined;
afterAll(() => shop?.close());

/** Queries a shop with many authors, which all tests share. */
async function ask(query: string, variables?: Record<string, unknown>): Promise<GraphQLResponse> {
  rest.host.products = Array.from({ length: authors }, (_, id) =>
    hostProduct(id, { author: `Author ${id}` }),
  );
  shop ??= await startGateway();
  return shop.graphql(query, variables);
}

/** The error code of a rejected query; undefined if it is executed. */
async function rejectionCode(query: string, variables?: Record<string, unknown>): Promise<unknown> {
  return (await ask(query, variables)).errors[0]?.extensions.code;
}

const repeated = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => field.replace('#', String(n))).join(' ');

describe('an unpaged list costs according to its length in this catalogue', () => {
  it('is within the limits once, also as facets', async () => {
    const { data } = await ask('{ authors { name } products(first: 1) { facets { authors { value } } } }');
    // The host's own list names one more.
    expect(listAt(data, 'authors')).toHaveLength(authors + 1);
    expect(listAt(data, 'products.facets.authors')).toHaveLength(authors);
  });

  it.each([
    ['each with its books', '{ authors { products(first: 1) { nodes { id } } } }'],
    ['each with counts of its books', '{ authors { products { facets { languages { value } } } } }'],
    ['many times', `{ ${repeated(20, 'a#: authors { name }')} }`],
    ['many times as counts', `{ products { facets { ${repeated(20, 'a#: authors { value }')} } } }`],
    ['each with its cheapest', '{ authors { products(first: 1, sort: PRICE_LOW_TO_HIGH) { totalCount } } }'],
  ])('exceeds the limits %s', async (_, query) => {
    expect(await rejectionCode(query)).toBe('QUERY_TOO_COMPLEX');
  });

  it('costs little if it is short', async () => {
    const query =
      '{ languages { products(sort: PRICE_LOW_TO_HIGH) { nodes { id } facets { authors { value } } } } }';
    expect(await rejectionCode(query)).toBeUndefined();
  });
});

describe('a query that exceeds a limit', () => {
  const nested = (levels: number) => {
    const inner = 'related(first: 1) { ';
    return `{ product(id: "1") { ${inner.repeat(levels)} id ${'} '.repeat(levels)} } }`;
  };
  it.each([
    ['depth', nested(10), nested(11), 'QUERY_TOO_DEEP'],
    [
      'aliases',
      `{ product(id: "1") { ${repeated(30, 'a#: id')} } }`,
      `{ product(id: "1") { ${repeated(31, 'a#: id')} } }`,
      'QUERY_TOO_WIDE',
    ],
    [
      'root fields',
      `{ ${repeated(20, 'b#: product(id: "1") { id }')} }`,
      `{ ${repeated(21, 'b#: product(id: "1") { id }')} }`,
      'QUERY_TOO_WIDE',
    ],
    [
      'objects',
      '{ products(first: 48) { nodes { category { products(first: 100) { nodes { id } } } } } }',
      '{ products(first: 49) { nodes { category { products(first: 100) { nodes { id } } } } } }',
      'QUERY_TOO_COMPLEX',
    ],
  ])('is rejected just above the limit of %s and executed just below it', async (_, under, over, code) => {
    expect((await ask(under)).errors.map(({ extensions }) => extensions.code)).toEqual([]);
    const { status, data, errors } = await ask(over);
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors[0]?.extensions.code).toBe(code);
  });

  it('is rejected because of its variables, even if the same document was executed before', async () => {
    const query =
      'query ($n: Int) { products(first: $n) { nodes { category { products(first: 100) { nodes { id } } } } } }';
    expect((await ask(query, { n: 1 })).errors).toEqual([]);
    expect(await rejectionCode(query, { n: 100 })).toBe('QUERY_TOO_COMPLEX');
    expect((await ask(query, { n: 2 })).errors).toEqual([]);
  });

  it('is rejected early if fragments multiply each other', async () => {
    const levels = 30;
    const spreads = Array.from(
      { length: levels },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
    );
    const query = `{ ...F0 } ${spreads.join(' ')} fragment F${levels} on Query { categories { name } }`;
    expect((await ask(query)).status).toBe(400);
  });

  it('may be an introspection query, which costs by its objects and aliases', async () => {
    const described = 'types { fields { type { fields { type { name } } } args { type { name } } } }';
    expect(await rejectionCode(`{ __schema { ${repeated(5, `a#: ${described}`)} } }`)).toBeUndefined();
    expect(await rejectionCode(`{ __schema { ${repeated(30, `a#: ${described}`)} } }`)).toBe(
      'QUERY_TOO_COMPLEX',
    );
    expect(await rejectionCode(`{ __type(name: "Query") { ${repeated(31, 'a#: name')} } }`)).toBe(
      'QUERY_TOO_WIDE',
    );
  });

  it('is measured without fields that @skip or @include exclude', async () => {
    const dear = 'nodes { related(first: 20) { related(first: 20) { id } } }';
    const under = async (condition: string, variables?: Record<string, unknown>) => {
      const query = `query ($is: Boolean = true) { __typename @include(if: $is) products(first: 100) ${condition} { ${dear} } }`;
      return rejectionCode(query, variables);
    };
    expect(await under('@skip(if: $is)')).toBeUndefined();
    expect(await under('@include(if: $is)', { is: false })).toBeUndefined();
    expect(await under('@skip(if: true)')).toBeUndefined();
    expect(await under('@include(if: $is)')).toBe('QUERY_TOO_COMPLEX');
    expect(await under('@skip(if: $is)', { is: false })).toBe('QUERY_TOO_COMPLEX');
    expect(await under('@skip(if: false) @include(if: true)')).toBe('QUERY_TOO_COMPLEX');
  });

  it('is not the usual introspection query', async () => {
    const { data } = await ask(getIntrospectionQuery());
    expect(listAt(data, '__schema.types').length).toBeGreaterThan(50);
  });
});
