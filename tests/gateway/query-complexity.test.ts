import { getIntrospectionQuery } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { type GraphQLResponse, listAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const authorCount = 3_000;
const rest = setUpRestHost();
let shop: TestGateway | undefined;
afterAll(() => shop?.close());

/** Sends a query to the shop that all tests share. It has many authors. */
async function sendQuery(query: string, variables?: Record<string, unknown>): Promise<GraphQLResponse> {
  rest.host.products = Array.from({ length: authorCount }, (_, id) =>
    createProductRecord(id, { author: `Author ${id}` }),
  );
  shop ??= await startGateway();
  return shop.graphql(query, variables);
}

/** The error code of a rejected query; undefined if it is executed. */
async function getRejectionCode(query: string, variables?: Record<string, unknown>): Promise<unknown> {
  return (await sendQuery(query, variables)).errors[0]?.extensions.code;
}

const repeat = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => field.replace('#', String(n))).join(' ');

describe('the cost of an unpaginated list, which depends on its length,', () => {
  it('is within the limit if the list is queried once, even if it is also queried as facets', async () => {
    const { data } = await sendQuery(
      '{ authors { name } products(first: 1) { facets { authors { value } } } }',
    );
    // The host's list of authors contains one more.
    expect(listAt(data, 'authors')).toHaveLength(authorCount + 1);
    expect(listAt(data, 'products.facets.authors')).toHaveLength(authorCount);
  });

  it.each([
    ['with the books of each entry', '{ authors { products(first: 1) { nodes { id } } } }'],
    ['with facets of each entry', '{ authors { products { facets { languages { value } } } } }'],
    ['many times', `{ ${repeat(20, 'a#: authors { name }')} }`],
    ['many times as facets', `{ products { facets { ${repeat(20, 'a#: authors { value }')} } } }`],
    [
      'with the books of each entry sorted by price',
      '{ authors { products(first: 1, sort: PRICE_LOW_TO_HIGH) { totalCount } } }',
    ],
  ])('exceeds the limit if the list is queried %s', async (_, query) => {
    expect(await getRejectionCode(query)).toBe('QUERY_TOO_COMPLEX');
  });

  it('is within the limit if the list is short', async () => {
    const query =
      '{ languages { products(sort: PRICE_LOW_TO_HIGH) { nodes { id } facets { authors { value } } } } }';
    expect(await getRejectionCode(query)).toBeUndefined();
  });
});

describe('a query', () => {
  const nested = (levels: number) => {
    const inner = 'related(first: 1) { ';
    return `{ product(id: "1") { ${inner.repeat(levels)} id ${'} '.repeat(levels)} } }`;
  };
  it.each([
    ['depth', nested(10), nested(11), 'QUERY_TOO_DEEP'],
    [
      'depth under @include',
      nested(10).replace('{ product(id: "1")', '{ product(id: "1") @include(if: true)'),
      nested(11).replace('{ product(id: "1")', '{ product(id: "1") @include(if: true)'),
      'QUERY_TOO_DEEP',
    ],
    [
      'aliases',
      `{ product(id: "1") { ${repeat(30, 'a#: id')} } }`,
      `{ product(id: "1") { ${repeat(31, 'a#: id')} } }`,
      'QUERY_TOO_WIDE',
    ],
    [
      'aliases under @include',
      `{ product(id: "1") { ${repeat(30, 'a#: id @include(if: true)')} } }`,
      `{ product(id: "1") { ${repeat(31, 'a#: id @include(if: true)')} } }`,
      'QUERY_TOO_WIDE',
    ],
    [
      'root fields under @include',
      `{ ${repeat(20, 'b#: product(id: "1") @include(if: true) { id }')} }`,
      `{ ${repeat(21, 'b#: product(id: "1") @include(if: true) { id }')} }`,
      'QUERY_TOO_WIDE',
    ],
    [
      'root fields',
      `{ ${repeat(20, 'b#: product(id: "1") { id }')} }`,
      `{ ${repeat(21, 'b#: product(id: "1") { id }')} }`,
      'QUERY_TOO_WIDE',
    ],
    [
      'cost',
      '{ products(first: 46) { nodes { category { products(first: 100) { nodes { id } } } } } }',
      '{ products(first: 47) { nodes { category { products(first: 100) { nodes { id } } } } } }',
      'QUERY_TOO_COMPLEX',
    ],
  ])('is executed within the limit of %s, and rejected beyond it', async (_, allowed, excessive, code) => {
    expect((await sendQuery(allowed)).errors.map(({ extensions }) => extensions.code)).toEqual([]);
    const { status, data, errors } = await sendQuery(excessive);
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors[0]?.extensions.code).toBe(code);
  });

  it('is rejected if its variables make it too complex, even if the same document was executed before', async () => {
    const query =
      'query ($n: Int) { products(first: $n) { nodes { category { products(first: 100) { nodes { id } } } } } }';
    expect((await sendQuery(query, { n: 1 })).errors).toEqual([]);
    expect(await getRejectionCode(query, { n: 100 })).toBe('QUERY_TOO_COMPLEX');
    expect((await sendQuery(query, { n: 2 })).errors).toEqual([]);
  });

  it('is rejected beyond a limit even if it is an introspection query', async () => {
    const typeFields = 'types { fields { type { fields { type { name } } } args { type { name } } } }';
    expect(await getRejectionCode(`{ __schema { ${repeat(2, `a#: ${typeFields}`)} } }`)).toBeUndefined();
    expect(await getRejectionCode(`{ __schema { ${repeat(30, `a#: ${typeFields}`)} } }`)).toBe(
      'QUERY_TOO_COMPLEX',
    );
    expect(await getRejectionCode(`{ __type(name: "Query") { ${repeat(31, 'a#: name')} } }`)).toBe(
      'QUERY_TOO_WIDE',
    );
  });

  it('is not rejected because of fields that @skip or @include exclude', async () => {
    const expensiveFields = 'nodes { related(first: 20) { related(first: 20) { id } } }';
    const sendWithDirective = async (directive: string, variables?: Record<string, unknown>) => {
      const query = `query ($condition: Boolean = true) { __typename @include(if: $condition) products(first: 100) ${directive} { ${expensiveFields} } }`;
      return getRejectionCode(query, variables);
    };
    expect(await sendWithDirective('@skip(if: $condition)')).toBeUndefined();
    expect(await sendWithDirective('@include(if: $condition)', { condition: false })).toBeUndefined();
    expect(await sendWithDirective('@skip(if: true)')).toBeUndefined();
    expect(await sendWithDirective('@include(if: $condition)')).toBe('QUERY_TOO_COMPLEX');
    expect(await sendWithDirective('@skip(if: $condition)', { condition: false })).toBe('QUERY_TOO_COMPLEX');
    expect(await sendWithDirective('@skip(if: false) @include(if: true)')).toBe('QUERY_TOO_COMPLEX');
  });

  it('is executed if it is the standard introspection query', async () => {
    const { data } = await sendQuery(getIntrospectionQuery());
    expect(listAt(data, '__schema.types').length).toBeGreaterThan(50);
  });
});
