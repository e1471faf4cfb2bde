import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mutate, postGraphQL } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { newAddress as address } from './rest-records.ts';
import { validRegistration } from './valid-registration.ts';

const rest = setUpRestHost();
let shop: TestGateway;
let token: string;
let isRunning = false;
beforeEach(async () => {
  Object.assign(rest.host.getShopper(7), { productIds: [1] });
  // Not in `beforeAll`: the REST host responds only once the `beforeEach` of `setUpRestHost` has run.
  if (isRunning) return;
  shop = await startGateway();
  token = await signIn(shop);
  isRunning = true;
});
afterAll(() => shop.close());

const text = (length: number) => 'x'.repeat(length);
const values = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`);

describe('an argument is accepted at its limits and rejected beyond them', () => {
  const withSize = (field: string) => (size: number) => `{ ${field.replace('#', String(size))} }`;
  const pageSizes: Array<[name: string, query: (size: number) => string]> = [
    ['first of products', withSize('products(first: #) { totalCount }')],
    ['last of products', withSize('products(last: #) { totalCount }')],
    ['first of a category', withSize('category(name: "Novels") { products(first: #) { totalCount } }')],
    [
      'first of a publisher',
      withSize('publisher(name: "River House") { products(first: #) { totalCount } }'),
    ],
    ['last of an author', withSize('author(name: "A. Writer") { products(last: #) { totalCount } }')],
    ['first of a language', withSize('language(name: "English") { products(first: #) { totalCount } }')],
    ['first of categories', withSize('categoryConnection(first: #) { totalCount }')],
    ['last of publishers', withSize('publisherConnection(last: #) { totalCount }')],
    ['first of authors', withSize('authorConnection(first: #) { totalCount }')],
    ['first of orders', withSize('user { orders(first: #) { totalCount } }')],
  ];
  const counts: typeof pageSizes = [
    ['first of suggestions', withSize('searchSuggestions(text: "b", first: #) { __typename }')],
    ['related products', withSize('product(id: "1") { related(first: #) { id } }')],
  ];
  const widths: typeof pageSizes = [
    ['width of an image', withSize('product(id: "1") { thumbnail(width: #) }')],
  ];
  const bounds = [
    ...pageSizes.map(([name, query]) => [name, query, 100] as const),
    ...counts.map(([name, query]) => [name, query, 20] as const),
    ...widths.map(([name, query]) => [name, query, 1920] as const),
  ];

  it.each(bounds)('%s', async (_, query, max) => {
    for (const size of [1, max]) {
      expect((await shop.graphql(query(size), {}, token)).errors).toEqual([]);
    }
    for (const size of [-1, 0, max + 1]) {
      const { errors } = await shop.graphql(query(size), {}, token);
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(errors[0]?.message).toContain(`is ${size}: it must be from 1 to ${max}`);
    }
  });

  const search = 'query ($value: String!) { products(search: $value) { totalCount } }';
  const suggest = 'query ($value: String!) { searchSuggestions(text: $value) { __typename } }';
  const contains = 'query ($value: String!) { authorConnection(contains: $value) { totalCount } }';
  const byIds = 'query ($value: [ID!]!) { productsById(ids: $value) { id } }';
  const filter = (dimension: string) =>
    `query ($value: [String!]) { products(filter: { ${dimension}: $value }) { totalCount } }`;
  const byMinPrice = 'query ($value: Rupees) { products(filter: { minPrice: $value }) { totalCount } }';

  it.each<[string, string, unknown, unknown]>([
    ['length of a search', search, text(200), text(201)],
    ['length of a text for suggestions', suggest, text(200), text(201)],
    ['length of a text to find in authors\u2019 names', contains, text(200), text(201)],
    ['number of product ids', byIds, values(25), values(26)],
    ['number of categories in a filter', filter('categories'), values(100), values(101)],
    ['number of languages in a filter', filter('languages'), values(100), values(101)],
    ['number of publishers in a filter', filter('publishers'), values(100), values(101)],
    ['number of authors in a filter', filter('authors'), values(100), values(101)],
    ['largest amount', byMinPrice, 1e9, 1e9 + 1],
    ['smallest amount', byMinPrice, 0, -0.01],
    ['decimals of an amount', byMinPrice, 249.55, 249.555],
  ])('%s', async (_, query, allowed, outOfRange) => {
    expect((await shop.graphql(query, { value: allowed })).errors).toEqual([]);
    const { errors } = await shop.graphql(query, { value: outOfRange });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });

  const fetchQuoteErrors = async (lines: Array<Record<string, unknown>>, extraErrorFields: string) => {
    const input = { source: 'CART', lines };
    const errorFields = `code message field ${extraErrorFields}`;
    return (await mutate(shop.graphql, 'checkoutQuote', input, '', undefined, errorFields)).userErrors;
  };

  it.each([
    ['largest', 10, 11],
    ['smallest', 1, 0],
  ])('%s quantity of a line', async (_, allowed, outOfRange) => {
    const quoteWithQuantity = (quantity: number) =>
      fetchQuoteErrors([{ productId: '1', quantity }], 'maxQuantity');
    expect(await quoteWithQuantity(allowed)).toEqual([]);
    expect(await quoteWithQuantity(outOfRange)).toEqual([
      {
        code: 'QUANTITY_OUT_OF_RANGE',
        message: 'Choose a quantity from 1 to 10.',
        field: ['lines', '0', 'quantity'],
        maxQuantity: 10,
      },
    ]);
  });

  it('number of lines in a quote', async () => {
    const quoteLines = async (count: number) =>
      (
        await fetchQuoteErrors(
          values(count).map((productId) => ({ productId })),
          'maxLines',
        )
      )[0];
    // The number is accepted, but the products do not exist.
    expect(await quoteLines(100)).toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
      field: ['lines', '0', 'productId'],
    });
    expect(await quoteLines(101)).toEqual({
      code: 'TOO_MANY_LINES',
      message: 'This order can contain at most 100 different products.',
      field: ['lines'],
      maxLines: 100,
    });
  });
});

describe('an input field is accepted at its limit, and the error for a value beyond it names the field', () => {
  const createRegistration = (fields: Record<string, unknown>) => ({ ...validRegistration, ...fields });
  const withPassword = (length: number) =>
    createRegistration({ password: text(length), confirmPassword: text(length) });
  const withAddress = (field: string, value: string) => ({ address: { ...address, [field]: value } });
  const createEnquiry = (fields: Record<string, unknown>) => ({
    name: 'Reader',
    phoneNumber: '9812345678',
    remark: 'Hello',
    ...fields,
  });
  const currentPassword = 'right-password';
  const createOrderInput = (idempotencyKey: string) => ({
    source: 'CART',
    lines: [],
    expectedTotal: 1,
    idempotencyKey,
  });
  const email = (length: number) => `${text(length - '@a.example'.length)}@a.example`;
  const limitCodes = /^(INVALID|TOO_SHORT|TOO_LONG|TOO_MANY_ADDRESSES|QUANTITY_OUT_OF_RANGE)$/;
  type Input = Record<string, unknown>;

  it.each<[string, string, Input, Input]>([
    [
      'register',
      'username',
      createRegistration({ username: text(100) }),
      createRegistration({ username: text(101) }),
    ],
    [
      'register',
      'email',
      createRegistration({ email: email(254) }),
      createRegistration({ email: email(255) }),
    ],
    [
      'register',
      'contact',
      createRegistration({ contact: '9812345678' }),
      createRegistration({ contact: '98123456789' }),
    ],
    [
      'register',
      'contact',
      createRegistration({ contact: '6812345678' }),
      createRegistration({ contact: '5812345678' }),
    ],
    ['register', 'password', withPassword(8), withPassword(7)],
    ['register', 'password', withPassword(128), withPassword(129)],
    [
      'register',
      'addresses',
      createRegistration({ addresses: Array(10).fill(address) }),
      createRegistration({ addresses: Array(11).fill(address) }),
    ],
    [
      'createAddress',
      'address.address',
      withAddress('address', text(300)),
      withAddress('address', text(301)),
    ],
    ['createAddress', 'address.area', withAddress('area', text(200)), withAddress('area', text(201))],
    ['createAddress', 'address.city', withAddress('city', text(200)), withAddress('city', text(201))],
    [
      'createAddress',
      'address.district',
      withAddress('district', text(200)),
      withAddress('district', text(201)),
    ],
    ['createAddress', 'address.state', withAddress('state', text(200)), withAddress('state', text(201))],
    [
      'createAddress',
      'address.landmark',
      withAddress('landmark', text(200)),
      withAddress('landmark', text(201)),
    ],
    ['createAddress', 'address.pincode', withAddress('pincode', '100000'), withAddress('pincode', '099999')],
    ['createAddress', 'address.pincode', withAddress('pincode', '999999'), withAddress('pincode', '1000000')],
    ['updateProfile', 'username', { username: text(100) }, { username: text(101) }],
    [
      'updateProfile',
      'email',
      { email: email(254), currentPassword },
      { email: email(255), currentPassword },
    ],
    ['createContact', 'name', createEnquiry({ name: text(200) }), createEnquiry({ name: text(201) })],
    [
      'createContact',
      'phoneNumber',
      createEnquiry({ phoneNumber: '9812345678'.padEnd(40, '-') }),
      createEnquiry({ phoneNumber: '9812345678'.padEnd(41, '-') }),
    ],
    [
      'createContact',
      'remark',
      createEnquiry({ remark: text(2_000) }),
      createEnquiry({ remark: text(2_001) }),
    ],
    ['createShipment', 'idempotencyKey', createOrderInput(text(8)), createOrderInput(text(7))],
    ['createShipment', 'idempotencyKey', createOrderInput(text(128)), createOrderInput(text(129))],
    [
      'resetPassword',
      'newPassword',
      { resetToken: 'x', newPassword: text(128) },
      { resetToken: 'x', newPassword: text(129) },
    ],
    ['addToCart', 'quantity', { productId: '2', quantity: 10 }, { productId: '2', quantity: 11 }],
    ['setCartQuantity', 'quantity', { productId: '1', quantity: 1 }, { productId: '1', quantity: 0 }],
  ])('%s: %s', async (mutation, field, allowed, outOfRange) => {
    const listInvalidFields = async (input: Input) =>
      (await mutate(shop.graphql, mutation, input, '', token)).userErrors
        .filter(({ code }) => limitCodes.test(code))
        .map((error) => error.field?.join('.'));
    expect(await listInvalidFields(allowed)).toEqual([]);
    expect(await listInvalidFields(outOfRange)).toEqual([field]);
  });
});

describe('a request has a limit:', () => {
  it('number of tokens in a document', async () => {
    // Each inline fragment has three tokens, and the braces of the query are two.
    const createQuery = (tokens: number) => {
      const fragments = Math.floor((tokens - 3) / 3);
      const names = '__typename '.repeat(tokens - 2 - 3 * fragments);
      return `{ ${'... { '.repeat(fragments)}${names}${'} '.repeat(fragments)}}`;
    };
    expect((await shop.graphql(createQuery(4_000))).errors).toEqual([]);
    const { status, errors } = await shop.graphql(createQuery(4_001));
    expect(status).toBe(400);
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED');
    expect(errors[0]?.message).toContain('4000 tokens');
  });

  it('number of errors reported for invalid variables', async () => {
    const countErrors = async (invalidCount: number) => {
      const filter = Object.fromEntries(values(invalidCount).map((name) => [name, 1]));
      const query = 'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }';
      const { errors } = await shop.graphql(query, { filter });
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(errors.map(() => 'BAD_USER_INPUT'));
      return errors.length;
    };
    expect(await countErrors(10)).toBe(10);
    // The last error says that there are more.
    expect(await countErrors(1_000)).toBe(11);
  });

  it('number of errors reported for an invalid document', async () => {
    const countErrors = async (invalidCount: number) => {
      const fields = values(invalidCount).map((value) => value.replace(' ', ''));
      const { errors } = await shop.graphql(`{ ${fields.join(' ')} }`);
      const codes = errors.map(({ extensions }) => extensions.code);
      expect(codes).toEqual(codes.map(() => 'GRAPHQL_VALIDATION_FAILED'));
      return errors.length;
    };
    expect(await countErrors(10)).toBe(10);
    // The last error says that there are more.
    expect(await countErrors(1_000)).toBe(11);
  });

  it('size of the headers', async () => {
    const sendHeader = (length: number) =>
      postGraphQL(shop.url, { query: '{ __typename }' }, { 'x-padding': text(length) });
    expect((await sendHeader(15_000)).status).toBe(200);
    expect((await sendHeader(17_000)).status).toBe(431);
  });
});

it('a request with an array of operations is rejected, even if the array has only one', async () => {
  const send = async (body: object) => (await postGraphQL(shop.url, body)).status;
  const operation = { query: '{ __typename }' };
  expect(await send(operation)).toBe(200);
  expect(await send([operation])).toBe(400);
  expect(await send([operation, operation])).toBe(400);
});

describe('takes less than twenty times the CPU time of as many letters:', () => {
  // In a normalized text, marks of the second kind precede those of the first.
  const marks = `a${'\u0345'.repeat(20_000)}${'\u0334'.repeat(20_000)}`;
  const manySpaces = `a${' '.repeat(40_000)}b`;
  /** As many as fit into a header. */
  const spaces = `a${' '.repeat(14_000)}b`;

  /** The lowest CPU time of several requests, in microseconds. It does not depend on other processes. */
  async function measureCpuTime(sendRequest: () => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const start = process.cpuUsage();
      await sendRequest();
      const { user, system } = process.cpuUsage(start);
      times.push(user + system);
    }
    return Math.min(...times);
  }

  const sendVariable = (document: string) => async (value: string) =>
    expect((await shop.graphql(document, { value }, token)).status).toBe(200);

  const sendContentType = async (type: string) => {
    const headers = { 'content-type': type };
    expect((await fetch(`${shop.url}/graphql?query={__typename}`, { headers })).status).toBe(415);
  };

  it.each([
    [
      'combining marks as the name of an author',
      marks,
      sendVariable('query ($value: String!) { author(name: $value) { name } }'),
    ],
    [
      'combining marks as the contact number of a login',
      marks,
      sendVariable(
        'mutation ($value: String!) { login(input: { contact: $value, password: "x" }) { token } }',
      ),
    ],
    [
      'combining marks as the account of a password reset',
      marks,
      sendVariable(
        'mutation ($value: String!) { requestPasswordReset(input: { email: $value }) { message } }',
      ),
    ],
    [
      'combining marks as the name of a shopper',
      marks,
      sendVariable(
        'mutation ($value: String!) { updateProfile(input: { username: $value }) { user { id } } }',
      ),
    ],
    [
      'spaces in an ISBN',
      manySpaces,
      sendVariable('query ($value: String!) { product(isbn: $value) { id } }'),
    ],
    ['spaces in a Content-Type', spaces, sendContentType],
  ])(
    '%s',
    async (_, hostileText, send) => {
      const ordinaryTime = await measureCpuTime(() => send(text(hostileText.length)));
      expect(await measureCpuTime(() => send(hostileText))).toBeLessThan(20 * ordinaryTime);
    },
    60_000,
  );
});
