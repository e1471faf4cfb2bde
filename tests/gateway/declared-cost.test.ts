import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type GraphQLField,
  getDirectiveValues,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxOperationCost } from '#gateway/config.ts';
import { at } from './graphql-call.ts';
import { fetchReadiness, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createPartnerKey, sendQuery } from './partner-calls.ts';
import { schema } from './schema-fields.ts';

const listSizeDirective = schema.getDirective('listSize');
const fields = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .filter((type) => !isIntrospectionType(type))
  .flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, type, field })),
  );

const isList = ({ type }: GraphQLField<unknown, unknown>) => isListType(getNullableType(type));

const toStrings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The `@listSize` of a field; null if it has none. */
function readListSize({ field }: (typeof fields)[number]) {
  const values = listSizeDirective && field.astNode && getDirectiveValues(listSizeDirective, field.astNode);
  if (!values) return null;
  const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } = values;
  return {
    assumedSize,
    slicingArguments: toStrings(slicingArguments),
    sizedFields: toStrings(sizedFields),
    requireOneSlicingArgument,
  };
}

describe('@listSize', () => {
  it('is declared for each list, or by every field that returns the object with the list', () => {
    const lists = fields.filter(({ field }) => isList(field));
    const unsized = lists.filter((list) => {
      const parents = fields.filter(({ field }) => getNullableType(field.type) === list.type);
      // A list of a root type has no parents.
      const isSizedByParents =
        parents.length > 0 &&
        parents.every((parent) => readListSize(parent)?.sizedFields.includes(list.field.name));
      return readListSize(list) === null && !isSizedByParents;
    });
    expect(lists.length).toBeGreaterThan(40);
    expect(unsized.map(({ name }) => name)).toEqual([]);
  });

  it.each(fields.filter((field) => readListSize(field) !== null))(
    'of $name gives a size for requests without arguments, and names only existing arguments and lists',
    (sized) => {
      const { assumedSize, slicingArguments, sizedFields, requireOneSlicingArgument } =
        readListSize(sized) ?? {};
      const returned = getNullableType(sized.field.type);
      const returnedFields = isObjectType(returned) ? Object.values(returned.getFields()) : [];
      const returnedLists = returnedFields.filter(isList).map(({ name }) => name);
      expect(assumedSize).toBeGreaterThan(0);
      expect(sized.field.args.map(({ name }) => name)).toEqual(
        expect.arrayContaining(slicingArguments ?? []),
      );
      expect(returnedLists).toEqual(expect.arrayContaining(sizedFields ?? []));
      // The gateway never requires a slicing argument, but the directive does by default.
      if (slicingArguments?.length !== 0) expect(requireOneSlicingArgument).toBe(false);
    },
  );
});

describe('the cost of an operation', () => {
  setUpRestHost();
  let dataDir: string;
  let key: string;
  let shop: TestGateway;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
    key = await createPartnerKey(dataDir, 'partner', 100 * maxOperationCost);
    shop = await startGateway({ config: { dataDir }, waitForCatalogue: false });
  });
  beforeEach(async () => {
    await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
  });
  afterAll(async () => {
    await shop.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const repeatSpread = (fragment: string) => Array.from({ length: 20 }, () => `...${fragment}`).join(' ');
  /** The default cost of a scalar field, in points. */
  const valueCost = 0.05;
  it.each([
    ['a number', '{ products { totalCount } }', 1 + valueCost],
    ['a page of the default size', '{ products { nodes { id } } }', 1 + 20 * (1 + valueCost)],
    [
      'a page with cursors',
      '{ products(last: 9) { edges { cursor node { id } } } }',
      1 + 9 * (2 + 2 * valueCost),
    ],
    [
      'the end of a list',
      '{ user { wishlist { items(last: 5) { nodes { id } } } } }',
      25 + 2 + 5 * (1 + valueCost),
    ],
    ['nested objects', '{ products(first: 9) { nodes { author { name } } } }', 1 + 9 * (1 + 0.2 + valueCost)],
    [
      'nested lists',
      '{ products(first: 9) { nodes { related(first: 5) { id } } } }',
      1 + 9 * (1 + 5 * (1 + valueCost)),
    ],
    ['a single text instead of a list', '{ productsByIsbn(isbns: "9788173048739") { id } }', 1 + valueCost],
    ['a single number instead of a list', '{ productsById(ids: 50) { id } }', 1 + valueCost],
    ['a list of values', '{ product(id: "1") { images } }', 1 + 5 * valueCost],
    ['a filter', '{ products(filter: { minPrice: 1 }) { totalCount } }', 11 + valueCost],
    ['a search', '{ products(search: "a") { totalCount } }', 51 + valueCost],
    ['each word of a search', '{ products(search: "war and peace") { totalCount } }', 151 + valueCost],
    [
      'the distinct words of a search, of which eight are matched',
      `{ products(search: "x ${'a b c d e f g X h. '.repeat(3)}") { totalCount } }`,
      401 + valueCost,
    ],
    ['a search without words', '{ products(search: "!?") { totalCount } }', 51 + valueCost],
    ['no search', '{ products(search: null) { totalCount } }', 1 + valueCost],
    [
      'facets',
      '{ products { facets { authorCount authors(first: 10, contains: "a") { value } } } }',
      1 + 50 + valueCost + 50 + 10 * (0.1 + valueCost),
    ],
    ['suggestions', '{ searchSuggestions(text: "a", first: 5) { __typename } }', 50 + 5 * (1 + valueCost)],
    [
      'the default number of suggestions',
      '{ searchSuggestions(text: "a") { __typename } }',
      58 + 8 * valueCost,
    ],
    ['initials', '{ authorConnection { initials { letter } } }', 1 + 60 * (0.1 + valueCost)],
    ['a search of names', '{ authorConnection(contains: "a") { totalCount } }', 51 + valueCost],
    [
      'sorted products of collections',
      '{ authorConnection(first: 9) { nodes { products(sort: PRICE_LOW_TO_HIGH) { totalCount } } } }',
      1 + 9 * (1 + 3 + valueCost),
    ],
    ['a list of known length', '{ languages { name } }', 0.2 + valueCost],
    ['the shopper', '{ user { id } }', 25 + valueCost],
    ['the orders of a shopper', '{ user { orders { nodes { id } } } }', 50 + 20 * (1 + valueCost)],
    ['a mutation', 'mutation { logout { loggedOut } }', 50 + valueCost],
    [
      // At least 0.1 points per selection: 20 spreads of A contain 400 spreads of B, which contain 400 fields.
      'selections that fragments repeat',
      `{ ${repeatSpread('A')} } fragment A on Query { ${repeatSpread('B')} } fragment B on Query { __typename }`,
      (20 + 20 * 20 + 20 * 20) / 10,
    ],
    [
      'introspection',
      '{ __schema { types { name } } }',
      0.3 + Object.keys(schema.getTypeMap()).length * (0.3 + 0.03),
    ],
  ])('is as declared for %s', async (_, query, cost) => {
    const { body } = await sendQuery(shop.url, query, { 'x-api-key': key });
    const requestSizeCost = Math.floor(JSON.stringify({ query }).length / 20);
    expect(at(body, 'extensions.cost.requested')).toBe(
      Math.max(requestSizeCost, Math.ceil(Number(cost.toFixed(2)))),
    );
  });
});
