import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type GraphQLOutputType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes } from '#gateway/domain/error-codes.ts';
import { waitForOutput } from '../child-process.ts';
import { at, createGraphQLClient, encodeNodeId, type SendOperation, textAt } from './graphql-call.ts';
import { newAddress } from './rest-records.ts';
import {
  listErrorCodes,
  listErrorFields,
  listSchemaMutations,
  listSchemaQueries,
  schema,
} from './schema-fields.ts';
import { createInputValue, generateOperation } from './schema-operations.ts';
import { validRegistration } from './valid-registration.ts';

let mock: ChildProcess;
let url = '';
let outbox = '';
let graphql: SendOperation;

beforeAll(async () => {
  mock = spawn(process.execPath, ['gateway/bin/mock.ts'], {
    env: { ...process.env, NODE_ENV: '', PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printedUrls = /GraphQL +(\S+)\/graphql.*OTPs +(\S+).*Sign in .*\n\n$/s;
  [, url = '', outbox = ''] = await waitForOutput(mock, printedUrls);
  graphql = createGraphQLClient(url);
});
afterAll(async () => {
  const exited = once(mock, 'exit');
  mock.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(existsSync(path.dirname(outbox))).toBe(false);
});

const responseSchema = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.looseObject({ message: z.string(), extensions: z.record(z.string(), z.unknown()) }))
    .default([]),
});

async function send(query: string, headers: Record<string, string>, variables?: Record<string, unknown>) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return {
    status: response.status,
    headers: response.headers,
    ...responseSchema.parse(await response.json()),
  };
}

/** Calls `visit` with each field of the result that is not null, as `Type.field`. */
function visitFields(type: GraphQLOutputType, value: unknown, visit: (field: string) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visitFields(type, item, visit);
    return;
  }
  const typeName = at(value, '__typename');
  const objectType = typeof typeName === 'string' ? schema.getType(typeName) : getNamedType(type);
  if (value === null || isLeafType(objectType) || objectType === undefined) return;
  for (const [name, fieldValue] of Object.entries(z.record(z.string(), z.unknown()).parse(value))) {
    if (fieldValue === null || !('getFields' in objectType)) continue;
    const field = objectType.getFields()[name];
    if (field === undefined || !('args' in field)) continue;
    visit(`${objectType.name}.${name}`);
    visitFields(field.type, fieldValue, visit);
  }
}

/** The fields of all object types. */
const allFields = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) =>
    Object.keys('getFields' in type ? type.getFields() : {}).map((name) => `${type.name}.${name}`),
  );

/** The one-time password in the last e-mail. */
async function readOtp(): Promise<string> {
  const files = (await readdir(outbox)).sort();
  const mail = await readFile(path.join(outbox, files.at(-1) ?? ''), 'utf8');
  return /\b\d{6}\b/.exec(mail)?.[0] ?? expect.fail('no one-time password');
}

/** An operation that selects all fields of a mutation's payload. The input, if there is one, is a variable. */
function printMutation(mutation: ReturnType<typeof listSchemaMutations>[number]): string {
  const text = generateOperation('mutation', mutation, { includeOptional: false, getScalarValue: () => '1' });
  const [input] = mutation.args;
  if (input === undefined) return text;
  return text
    .replace('mutation', `mutation ($input: ${input.type})`)
    .replace(/\(input: \{.*?\}\) \{/s, '(input: $input) {');
}

const mutations = new Map(listSchemaMutations().map((mutation) => [mutation.name, mutation]));
const returnedFields = new Set<string>();

/** Runs an operation, which must succeed, and adds the fields of its result to `returnedFields`. */
async function run(text: string, input?: Record<string, unknown>, token?: string): Promise<unknown> {
  const { data, errors } = await graphql(text, { input }, token);
  expect(errors, text).toEqual([]);
  const root = schema.getType(text.startsWith('mutation') ? 'Mutation' : 'Query');
  if (isObjectType(root)) visitFields(root, data, (field) => returnedFields.add(field));
  return data;
}

async function runMutation(name: string, input?: Record<string, unknown>, token?: string) {
  const mutation = mutations.get(name) ?? expect.fail(`no mutation ${name}`);
  const payload = at(await run(printMutation(mutation), input, token), name);
  expect(at(payload, 'userErrors'), name).toEqual([]);
  return payload;
}

/** Runs every mutation as a new shopper. Returns the shopper's token. */
async function runAllMutations(): Promise<string> {
  const { contact, email, password } = validRegistration;
  const productId = encodeNodeId('Product', 2);
  await runMutation('register', validRegistration);
  const first = textAt(await runMutation('login', { contact, password }), 'token');
  await runMutation('logout', undefined, first);
  await runMutation('requestPasswordReset', { email });
  const reset = await runMutation('verifyPasswordReset', { email, otp: await readOtp() });
  const newPassword = 'another long one';
  await runMutation('resetPassword', { resetToken: textAt(reset, 'resetToken'), newPassword });
  const token = textAt(await runMutation('login', { contact, password: newPassword }), 'token');
  await runMutation('updateProfile', { username: 'Another Name' }, token);
  await runMutation('createContact', { name: 'Reader', phoneNumber: '9812345678', remark: 'Hello' });
  const created = await runMutation('createAddress', { address: { ...newAddress, area: 'Kothrud' } }, token);
  const addressId = textAt(created, 'address.id');
  await runMutation('updateAddress', { addressId, address: { ...newAddress, city: 'Mumbai' } }, token);
  await runMutation('setDefaultAddress', { addressId }, token);
  const user = at(await run('{ user { addresses { id } } }', undefined, token), 'user');
  await runMutation('removeAddress', { addressId: textAt(user, 'addresses.0.id') }, token);
  await runMutation('addToWishlist', { productId }, token);
  await runMutation('moveToCart', { productId }, token);
  await runMutation('removeFromCart', { productId }, token);
  await runMutation('addToWishlist', { productId }, token);
  await runMutation('removeFromWishlist', { productId }, token);
  await runMutation('addToCart', { productId }, token);
  await runMutation('setCartQuantity', { productId, quantity: 2 }, token);
  const purchase = { source: 'CART', lines: [{ productId, quantity: 2 }] };
  const quote = '($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { grandTotal } }';
  const total = at(await run(`query ${quote}`, purchase, token), 'checkoutQuote.grandTotal');
  const createShipment = mutations.get('createShipment') ?? expect.fail('no createShipment');
  const order = { ...purchase, addressId: textAt(created, 'address.id'), idempotencyKey };
  await run(printMutation(createShipment), { ...order, expectedTotal: 1 }, token);
  const payload = await runMutation('createShipment', { ...order, expectedTotal: total }, token);
  const cancellation = { orderId: textAt(payload, 'shipment.id'), reason: 'Ordered twice' };
  await runMutation('cancelOrder', cancellation, token);
  await runMutation('addToCart', { productId }, token);
  await runMutation('addToWishlist', { productId: encodeNodeId('Product', 3) }, token);
  return token;
}

const idempotencyKey = 'order-of-the-mock';
/** The ISBN of a demo book. Few demo books have one. */
const isbn = '9780141439518';

async function runAllQueries(token: string): Promise<void> {
  const { data } = await graphql(
    '{ product(sku: "1") { id category { name } author { name } publisher { name } language { name } } coupons { id } }',
  );
  for (const { name } of listSchemaQueries()) {
    const query = schema.getQueryType()?.getFields()[name] ?? expect.fail(name);
    const values: Record<string, unknown> = {
      id: textAt(data, 'product.id'),
      ids: textAt(data, 'product.id'),
      isbns: isbn,
      productId: encodeNodeId('Product', 2),
      couponId: textAt(data, 'coupons.0.id'),
      pincode: '411030',
      name: at(data, `product.${name}.name`),
      text: 'a',
      idempotencyKey,
    };
    const getScalarValue = (type: string, argument: string) =>
      values[argument] ?? (type === 'Int' ? 2 : type === 'Boolean' ? true : null);
    const includeOptional = name === 'checkoutQuote';
    const text = generateOperation('query', query, { includeOptional, getScalarValue });
    await run(
      text
        .replace('query { product {', `query { product(isbn: "${isbn}") {`)
        // Selecting the products of all collections of one of these types would exceed the cost limit.
        .replace(/^(query \{ (?:categories|publishers|authors|languages) \{ .*?) products\(.*/, '$1 } }'),
      undefined,
      token,
    );
  }
}

/** Fields without a value in the demo data, and interface fields that are always null in these types. */
const fieldsWithoutData = [
  // The demo sells invented editions of real books, so it states no details of the editions.
  'Product.pageCount',
  'Product.binding',
  'Product.edition',
  'Product.publicationYear',
  'Product.ageGroup',
  'Shipment.trackingUrl',
  // The gateway sends the area as part of the field `address`.
  'OrderAddress.area',
  'Language.thumbnail',
  'LogoutUserError.field',
  'RemoveFromCartUserError.field',
  'RemoveFromWishlistUserError.field',
];

describe('the mock', () => {
  it('returns every field for which the demo has data, and every user error when a header requests it', async () => {
    const token = await runAllMutations();
    await runAllQueries(token);
    await run('{ products(search: "pride and prejudise") { correctedSearch } }');
    await run('{ collections(type: AUTHOR, search: "jane austin") { correctedSearch } }');
    await run('{ product(sku: "1") { related { id } } }');
    await run('{ products(search: "गीताई") { nodes { workId editions { id } } } }');
    const demoShopper = { contact: '9000000001', password: 'demo-shopper' };
    const demoToken = textAt(await runMutation('login', demoShopper), 'token');
    const shipment = '{ trackingNumber trackingNo couponName shippingAddress { area } }';
    await run(`{ user { orders(first: 5) { nodes ${shipment} } } }`, undefined, demoToken);
    await provokeUserErrors();
    expect(
      allFields.filter((field) => !returnedFields.has(field) && !fieldsWithoutData.includes(field)),
      'Add values for these fields to the demo (rest-api/demo), or add the fields to fieldsWithoutData in this file',
    ).toEqual([]);
  });

  it.each(Object.entries(errorCodes))('fails with %s when a header requests it', async (code, { status }) => {
    const text = '{ products(first: 1) { totalCount } coupons { name } }';
    const response = await send(text, { 'x-mock-error': code });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.errors).toMatchObject([{ extensions: { code, requestId: expect.any(String) } }]);
    // Besides the CORS-safelisted headers, scripts of other origins can read only these.
    expect(response.headers.get('access-control-expose-headers')).toBe('x-request-id, retry-after');
    if (code === 'RATE_LIMITED') expect(response.headers.get('retry-after')).toBe('1');
  });

  it('sets each nullable root field to null and reports the error for it', async () => {
    const response = await send('{ user { id } node(id: "x") { id } }', {
      'x-mock-error': 'SERVICE_UNAVAILABLE',
    });
    expect(response.data).toEqual({ user: null, node: null });
    expect(response.errors).toMatchObject([{ path: ['user'] }, { path: ['node'] }]);
  });

  it.each([
    ['RATE_LIMITED', [], [{ code: 'RATE_LIMITED' }]],
    ['NOT_SIGNED_IN', [{ code: 'NOT_SIGNED_IN' }], []],
  ])('reports the user error %s for the root fields that can have it', async (code, ...lists) => {
    const fields = [
      'addToCart(input: { productId: "1" }) { cart { unitCount } userErrors { code } }',
      'createContact(input: { name: "Reader", phoneNumber: "9812345678", remark: "Hello" }) { userErrors { code } }',
    ];
    const [cartErrors, contactErrors] = lists;
    const response = await send(`mutation { ${fields.join(' ')} }`, { 'x-mock-user-error': code });
    expect(response.errors).toEqual([]);
    expect(response.data).toEqual({
      addToCart: { cart: null, userErrors: cartErrors },
      createContact: { userErrors: contactErrors },
    });
  });

  it('reports a user error of the quote in an operation with other queries', async () => {
    const quote = 'checkoutQuote(input: { source: CART, lines: [] }) { userErrors { code } }';
    const response = await send(`{ products { totalCount nodes { id } } coupons { name } ${quote} }`, {
      'x-mock-user-error': 'NO_PRODUCTS',
    });
    expect(response.errors).toEqual([]);
    expect(response.data).toEqual({
      products: { totalCount: 0, nodes: [] },
      coupons: null,
      checkoutQuote: { userErrors: [{ code: 'NO_PRODUCTS' }] },
    });
  });

  it('delays a response when a header requests it', async () => {
    const responseOrder: string[] = [];
    const text = '{ coupons { name } }';
    await Promise.all([
      send(text, { 'x-mock-latency': '1500' }).then(() => responseOrder.push('slow')),
      send(text, {}).then(() => responseOrder.push('fast')),
    ]);
    expect(responseOrder).toEqual(['fast', 'slow']);
  });

  it.each([
    ['x-mock-latency', 'slow', /X-Mock-Latency is 'slow': it must be a whole number .* from 0 to 60000\./],
    ['x-mock-latency', '60001', /from 0 to 60000/],
    ['x-mock-error', 'OUT_OF_STOCK', /X-Mock-Error is 'OUT_OF_STOCK': it must be one of .*RATE_LIMITED/],
    ['x-mock-user-error', 'NONE', /X-Mock-User-Error is 'NONE': it must be one of .*OUT_OF_STOCK/],
    ['x-mock-user-error', 'OUT_OF_STOCK', /no root field of this operation reports this code/],
  ])('rejects %s: %s', async (header, value, message) => {
    const response = await send('{ coupons { name } }', { [header]: value });
    expect(response.status).toBe(400);
    expect(response.errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  it('lets pages of any origin send the X-Mock headers', async () => {
    const { status, headers } = await fetch(`${url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-mock-error',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-headers')).toBe('content-type,x-mock-error');
  });

  it.each([
    ['x-mock-error', 'SERVICE_UNAVAILABLE'],
    ['x-mock-user-error', 'NO_PRODUCTS'],
  ])('supports %s in GET requests from pages of other origins', async (header, code) => {
    const query = '{ checkoutQuote(input: { source: CART, lines: [] }) { userErrors { code } } }';
    const response = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`, {
      headers: { origin: 'http://localhost:5173', [header]: code },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`"code":"${code}"`);
  });

  const line = { productId: encodeNodeId('Product', 2), quantity: 1 };
  it.each([
    [
      'register',
      'TOO_SHORT',
      'minLength',
      { ...validRegistration, password: 'short', confirmPassword: 'short' },
    ],
    [
      'register',
      'TOO_LONG',
      'maxLength',
      { ...validRegistration, password: 'p'.repeat(129), confirmPassword: 'p'.repeat(129) },
    ],
    [
      'register',
      'TOO_MANY_ADDRESSES',
      'maxAddresses',
      { ...validRegistration, addresses: Array.from({ length: 11 }, () => newAddress) },
    ],
    [
      'checkoutQuote',
      'QUANTITY_OUT_OF_RANGE',
      'maxQuantity',
      { source: 'CART', lines: [{ ...line, quantity: 11 }] },
    ],
    [
      'checkoutQuote',
      'TOO_MANY_LINES',
      'maxLines',
      { source: 'CART', lines: Array.from({ length: 101 }, () => line) },
    ],
  ])(
    'makes %s report %s, with the same %s as for invalid input, when a header requests it',
    async (field, code, limit, input) => {
      const [operation, type] =
        field === 'register' ? ['mutation', 'RegisterInput'] : ['query', 'CheckoutQuoteInput'];
      const text = `${operation} ($input: ${type}!) { ${field}(input: $input) { userErrors { code message ${limit} } } }`;
      const real = await send(text, {}, { input });
      expect(at(real.data, `${field}.userErrors`)).toMatchObject([{ code, [limit]: expect.any(Number) }]);
      const mocked = await send(text, { 'x-mock-user-error': code }, { input });
      expect(mocked.data).toEqual(real.data);
    },
  );

  it('offers the payment methods of the demo', async () => {
    const { data } = await send('{ paymentOptions { method isDemo } }', {});
    expect(data).toEqual({
      paymentOptions: [
        { method: 'ONLINE', isDemo: true },
        { method: 'CASH_ON_DELIVERY', isDemo: false },
      ],
    });
  });

  it('has a key for partners, which is the same at each start', async () => {
    const response = await fetch(`${url}/feed/products.ndjson`, {
      headers: { 'x-api-key': 'obk_mock000000000000000000000000000000000000000' },
    });
    expect(response.status).toBe(200);
    expect((await response.text()).split('\n').length).toBeGreaterThan(200);
  });
});

/** Provokes each user error of each mutation and of the quote. */
async function provokeUserErrors(): Promise<void> {
  const quote = schema.getQueryType()?.getFields().checkoutQuote ?? expect.fail('no quote');
  for (const field of [...listSchemaMutations(), quote]) {
    const errorFields = listErrorFields(field.name).join(' ');
    const kind = field === quote ? 'query' : 'mutation';
    const [input] = field.args;
    const [variableDefinition, fieldArguments] =
      input === undefined ? ['', ''] : [`($input: ${input.type})`, '(input: $input)'];
    const text = `${kind} ${variableDefinition} { ${field.name}${fieldArguments} { userErrors { ${errorFields} } } }`;
    const variables = {
      input:
        input &&
        createInputValue(input.type, 'input', {
          includeOptional: false,
          getScalarValue: (type) => (['Int', 'Rupees'].includes(type) ? 1 : '1'),
        }),
    };
    for (const code of listErrorCodes(field.name)) {
      const { data, errors } = await send(text, { 'x-mock-user-error': code }, variables);
      expect([field.name, code, errors]).toEqual([field.name, code, []]);
      expect(at(data, `${field.name}.userErrors.0.code`)).toBe(code);
      const root = schema.getType(kind === 'query' ? 'Query' : 'Mutation');
      if (isObjectType(root)) visitFields(root, data, (name) => returnedFields.add(name));
    }
  }
}
