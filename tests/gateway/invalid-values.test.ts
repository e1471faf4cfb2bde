import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, postGraphQL } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
const logLines: string[] = [];
beforeEach(async () => {
  rest.host.products = [createProductRecord(1), createProductRecord(2)];
  shop = await startGateway({ onLogLine: (line) => logLines.push(line) });
});
afterEach(async () => {
  await shop.close();
  logLines.splice(0);
});

async function post(body: Uint8Array<ArrayBuffer>): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${shop.url}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

async function get(search: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${shop.url}/graphql?${search}`);
  return { status: response.status, body: await response.json() };
}

const listQuery = 'query ($search: String) { products(search: $search) { totalCount } }';
const list = new URLSearchParams({ query: listQuery });

describe('the parameters of a GET request', () => {
  // Plans the query. Even a planned query must not be executed without its variables.
  beforeEach(() => get(`${list}`));

  it.each(['variables', 'extensions'])('are rejected if %s is not JSON', async (parameter) => {
    const { status, body } = await get(`${list}&${parameter}=${encodeURIComponent('{"search":')}`);
    expect(status).toBe(400);
    expect(at(body, 'errors.0.extensions.code')).toBe('BAD_REQUEST');
  });

  it('may contain a question mark that is not percent-encoded', async () => {
    const { body } = await get(`${list}&variables=%7B%22search%22:%22zzqq?%22%7D`);
    expect(at(body, 'data.products.totalCount')).toBe(0);
  });

  it.each(['%ff', '%E0%A4'])('are rejected if their bytes are not UTF-8: %s', async (bytes) => {
    const { status, body } = await get(`${list}&variables=%7B%22search%22:%22${bytes}%22%7D`);
    expect(status).toBe(400);
    expect(at(body, 'errors.0')).toMatchObject({
      message: 'The query string is not valid UTF-8.',
      extensions: { code: 'BAD_REQUEST' },
    });
  });

  it('may contain a percent sign that encodes no byte', async () => {
    const { body } = await get(`${list}&variables=%7B%22search%22:%22zzqq%%22%7D`);
    expect(at(body, 'data.products.totalCount')).toBe(0);
  });
});

describe('the body of a POST request', () => {
  const text = JSON.stringify({ query: listQuery, variables: { search: 'José' } });

  it('is rejected if it is not UTF-8, so that no damaged text is stored', async () => {
    const { status, body } = await post(Buffer.from(text, 'latin1'));
    expect(status).toBe(400);
    expect(at(body, 'errors.0')).toMatchObject({
      message: 'The body is not valid UTF-8.',
      extensions: { code: 'BAD_REQUEST' },
    });
  });

  it('may start with a byte order mark', async () => {
    const { body } = await post(Buffer.from(`\uFEFF${text}`));
    expect(at(body, 'data.products.totalCount')).toBe(0);
  });
});

describe('an invalid value from a client', () => {
  it('is not written to the log', async () => {
    const { errors } = await shop.graphql(
      'mutation ($input: LoginInput!) { login(input: $input) { token } }',
      { input: { contact: '9812345678', password: 40961234 } },
    );
    expect(at(errors, '0.extensions.code')).toBe('BAD_USER_INPUT');
    expect(logLines.join('\n')).not.toContain('40961234');
    expect(logLines.join('\n')).not.toContain('could not be resolved');
  });

  it.each([
    ['an argument', 'query ($name: String = "Essays") { category(name: $name) { name } }', { name: null }],
    [
      'a field of an argument',
      'query ($quantity: Int = 1) { checkoutQuote(input: { source: CART, lines: [{ productId: "1", quantity: $quantity }] }) { grandTotal } }',
      { quantity: null },
    ],
  ])(
    'is reported with the name of the argument when %s is null, even if the variable has a default',
    async (_, query, variables) => {
      const { errors } = await shop.graphql(query, variables);
      expect(at(errors, '0.extensions.code')).toBe('BAD_USER_INPUT');
      expect(at(errors, '0.message')).toMatch(/^Argument "\w+" /);
      expect(logLines.join('\n')).not.toContain('could not be resolved');
    },
  );

  it('is quoted in part if it is long, so that the error says what is wrong with it', async () => {
    const query = 'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }';
    const names = Array.from({ length: 1_000 }, (_, index) => `unknown${index}`);
    const filter = Object.fromEntries(names.map((name) => [name, 1]));
    const { errors } = await shop.graphql(query, { filter });
    for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(500);
    expect(errors[0]?.message).toMatch(/^Variable "\$filter" got invalid value \{ unknown0: 1, unknown1: 1/);
    expect(errors[0]?.message).toMatch(/ … .*; Field "unknown0" is not defined by type "ProductFilter"\.$/);
  });

  it('is reported with its location in the document', async () => {
    const response = await postGraphQL(shop.url, {
      query: '{ products(filter: { minPrice: -1, maxPrice: "9" }) { totalCount } }',
    });
    expect(at(await response.json(), 'errors')).toMatchObject([
      { message: expect.stringMatching(/^-1 is not an amount/), locations: [{ line: 1, column: 32 }] },
      { message: expect.stringMatching(/^"9" is not an amount/), locations: [{ line: 1, column: 46 }] },
    ]);
  });
});
