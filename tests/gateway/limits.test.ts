import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mutate } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { newAddress as address } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

const rest = setUpRestHost();
let shop: TestGateway;
let token: string;
let isRunning = false;
beforeEach(async () => {
  Object.assign(rest.host.shopper(7), { productIds: [1] });
  if (isRunning) return;
  shop = await startGateway();
  token = await signIn(shop);
  isRunning = true;
});
afterAll(() => shop.close());

const text = (length: number) => 'x'.repeat(length);
const values = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`);

describe('an argument is rejected above its limit and accepted at its limit', () => {
  const page = (field: string) => (size: number) => `{ ${field.replace('#', String(size))} }`;
  const sizes: Array<[name: string, query: (size: number) => string]> = [
    ['first of products', page('products(first: #) { totalCount }')],
    ['last of products', page('products(last: #) { totalCount }')],
    ['first of a category', page('category(name: "Novels") { products(first: #) { totalCount } }')],
    ['first of a publisher', page('publisher(name: "Shelf House") { products(first: #) { totalCount } }')],
    ['last of an author', page('author(name: "A. Writer") { products(last: #) { totalCount } }')],
    ['first of a language', page('language(name: "English") { products(first: #) { totalCount } }')],
    ['first of categories', page('categoryConnection(first: #) { totalCount }')],
    ['last of publishers', page('publisherConnection(last: #) { totalCount }')],
    ['first of authors', page('authorConnection(first: #) { totalCount }')],
    ['first of orders', page('user { orders(first: #) { totalCount } }')],
  ];
  const counts: typeof sizes = [
    ['first of suggestions', page('searchSuggestions(text: "b", first: #) { __typename }')],
    ['related products', page('product(id: "1") { related(first: #) { id } }')],
  ];
  const widths: typeof sizes = [['width of a picture', page('product(id: "1") { thumbnail(width: #) }')]];
  const bounds = [
    ...sizes.map(([name, query]) => [name, query, 100] as const),
    ...counts.map(([name, query]) => [name, query, 20] as const),
    ...widths.map(([name, query]) => [name, query, 1920] as const),
  ];

  it.each(bounds)('%s', async (_, query, most) => {
    for (const size of [1, most]) {
      expect((await shop.graphql(query(size), {}, token)).errors).toEqual([]);
    }
    for (const size of [-1, 0, most + 1]) {
      const { errors } = await shop.graphql(query(size), {}, token);
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(errors[0]?.message).toContain(`is ${size}: it must be from 1 to ${most}`);
    }
  });

  const search = 'query ($value: String!) { products(search: $value) { totalCount } }';
  const suggest = 'query ($value: String!) { searchSuggestions(text: $value) { __typename } }';
  const contains = 'query ($value: String!) { authorConnection(contains: $value) { totalCount } }';
  const byIds = 'query ($value: [ID!]!) { productsById(ids: $value) { id } }';
  const filter = (dimension: string) =>
    `query ($value: [String!]) { products(filter: { ${dimension}: $value }) { totalCount } }`;
  const cheapest = 'query ($value: Rupees) { products(filter: { minPrice: $value }) { totalCount } }';
  const quoted =
    'query ($value: [CheckoutLineInput!]!) { checkoutQuote(input: { source: CART, lines: $value }) { itemTotal } }';
  const manyOf = (count: number) => [{ productId: '1', quantity: count }];

  it.each<[string, string, unknown, unknown]>([
    ['a search', search, text(200), text(201)],
    ['a text for suggestions', suggest, text(200), text(201)],
    ['a part of an author\u2019s name', contains, text(200), text(201)],
    ['ids of products', byIds, values(25), values(26)],
    ['categories of a filter', filter('categories'), values(100), values(101)],
    ['languages of a filter', filter('languages'), values(100), values(101)],
    ['publishers of a filter', filter('publishers'), values(100), values(101)],
    ['authors of a filter', filter('authors'), values(100), values(101)],
    ['the largest amount', cheapest, 1e9, 1e9 + 1],
    ['the smallest amount', cheapest, 0, -0.01],
    ['the decimals of an amount', cheapest, 249.55, 249.555],
    ['the most copies of a line', quoted, manyOf(10), manyOf(11)],
    ['the fewest copies of a line', quoted, manyOf(1), manyOf(0)],
  ])('%s', async (_, query, within, beyond) => {
    expect((await shop.graphql(query, { value: within })).errors).toEqual([]);
    const { errors } = await shop.graphql(query, { value: beyond });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });

  it('lines of an order', async () => {
    const lines = (count: number) => values(count).map((productId) => ({ productId }));
    const refusal = async (count: number) =>
      (await shop.graphql(quoted, { value: lines(count) })).errors[0]?.message;
    expect(await refusal(100)).toBe('No product data available. (lines.0.productId)');
    expect(await refusal(101)).toBe('An order has at most 100 lines; this one has 101. (lines)');
  });
});

describe('an input field is rejected above its limit, by name, and accepted at its limit', () => {
  const register = (fields: Record<string, unknown>) => ({ ...validRegistration, ...fields });
  const secret = (length: number) => register({ password: text(length), confirmPassword: text(length) });
  const at = (field: string, value: string) => ({ address: { ...address, [field]: value } });
  const enquiry = (fields: Record<string, unknown>) => ({
    name: 'Reader',
    phoneNumber: '9812345678',
    remark: 'Hello',
    ...fields,
  });
  const currentPassword = 'right-password';
  const order = (idempotencyKey: string) => ({ source: 'CART', lines: [], expectedTotal: 1, idempotencyKey });
  const email = (length: number) => `${text(length - '@a.example'.length)}@a.example`;
  type Input = Record<string, unknown>;

  it.each<[string, string, Input, Input]>([
    ['register', 'username', register({ username: text(100) }), register({ username: text(101) })],
    ['register', 'email', register({ email: email(254) }), register({ email: email(255) })],
    ['register', 'contact', register({ contact: '9812345678' }), register({ contact: '98123456789' })],
    ['register', 'contact', register({ contact: '6812345678' }), register({ contact: '5812345678' })],
    ['register', 'password', secret(8), secret(7)],
    ['register', 'password', secret(128), secret(129)],
    [
      'register',
      'addresses',
      register({ addresses: Array(10).fill(address) }),
      register({ addresses: Array(11).fill(address) }),
    ],
    ['createAddress', 'address.address', at('address', text(300)), at('address', text(301))],
    ['createAddress', 'address.area', at('area', text(200)), at('area', text(201))],
    ['createAddress', 'address.city', at('city', text(200)), at('city', text(201))],
    ['createAddress', 'address.district', at('district', text(200)), at('district', text(201))],
    ['createAddress', 'address.state', at('state', text(200)), at('state', text(201))],
    ['createAddress', 'address.landmark', at('landmark', text(200)), at('landmark', text(201))],
    ['createAddress', 'address.pincode', at('pincode', '100000'), at('pincode', '099999')],
    ['createAddress', 'address.pincode', at('pincode', '999999'), at('pincode', '1000000')],
    ['updateProfile', 'username', { username: text(100) }, { username: text(101) }],
    [
      'updateProfile',
      'email',
      { email: email(254), currentPassword },
      { email: email(255), currentPassword },
    ],
    ['createContact', 'name', enquiry({ name: text(200) }), enquiry({ name: text(201) })],
    [
      'createContact',
      'phoneNumber',
      enquiry({ phoneNumber: text(200) }),
      enquiry({ phoneNumber: text(201) }),
    ],
    ['createContact', 'remark', enquiry({ remark: text(2_000) }), enquiry({ remark: text(2_001) })],
    ['createShipment', 'idempotencyKey', order(text(8)), order(text(7))],
    ['createShipment', 'idempotencyKey', order(text(128)), order(text(129))],
    [
      'resetPassword',
      'newPassword',
      { resetToken: 'x', newPassword: text(128) },
      { resetToken: 'x', newPassword: text(129) },
    ],
    ['addToCart', 'quantity', { productId: '2', quantity: 10 }, { productId: '2', quantity: 11 }],
    ['setCartQuantity', 'quantity', { productId: '1', quantity: 1 }, { productId: '1', quantity: 0 }],
  ])('%s: %s', async (mutation, field, within, beyond) => {
    const faults = async (input: Input) =>
      (await mutate(shop.graphql, mutation, input, '', token)).userErrors
        .filter(({ code }) => code === 'INVALID' || code === 'QUANTITY_OUT_OF_RANGE')
        .map((error) => error.field?.join('.'));
    expect(await faults(within)).toEqual([]);
    expect(await faults(beyond)).toEqual([field]);
  });
});

describe('a request is rejected above its limit and accepted at its limit', () => {
  it('tokens of a document', async () => {
    // Three tokens for each fragment around the names; two braces around it all.
    const of = (tokens: number) => {
      const around = Math.floor((tokens - 3) / 3);
      const names = '__typename '.repeat(tokens - 2 - 3 * around);
      return `{ ${'... { '.repeat(around)}${names}${'} '.repeat(around)}}`;
    };
    expect((await shop.graphql(of(4_000))).errors).toEqual([]);
    const { status, errors } = await shop.graphql(of(4_001));
    expect(status).toBe(400);
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED');
    expect(errors[0]?.message).toContain('4000 tokens');
  });

  it('length of the headers', async () => {
    const ask = (length: number) =>
      fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-padding': text(length) },
        body: '{"query":"{ __typename }"}',
      });
    expect((await ask(15_000)).status).toBe(200);
    expect((await ask(17_000)).status).toBe(431);
  });

  it('operations of a request', async () => {
    const ask = async (body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const one = { query: '{ __typename }' };
    expect(await ask(one)).toBe(200);
    expect(await ask([one])).toBe(400);
    expect(await ask([one, one])).toBe(400);
  });
});
