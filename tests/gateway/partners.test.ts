import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxOperationCost } from '#gateway/config.ts';
import { at } from './graphql-call.ts';
import { readiness, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { askWith, makeKey, runPartners } from './partner-calls.ts';

setUpRestHost();
/** The least a budget can be: two and a half of the operation below. */
const least = maxOperationCost;
const cheap = '{ categories { name } }';
const listing = '{ products(first: 20) { totalCount } }';
/** Costs 2,061: twenty products and, from the category of each, a page of a hundred. */
const dear = '{ products(first: 20) { nodes { category { products(first: 100) { nodes { id } } } } } }';
let dataDir: string;
let shop: TestGateway;
const lines: string[] = [];
let charged: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const partners = (...words: string[]) => runPartners({ DATA_DIR: dataDir }, ...words);
const keyOf = (name: string) => makeKey({ DATA_DIR: dataDir }, name, least);
const ask = (query: string, headers: Record<string, string> = {}) => askWith(shop.url, query, headers);

/** What a request costs for its length alone. */
const atDoor = (query: string) => Math.max(1, Math.floor(JSON.stringify({ query }).length / 20));

/** Waits for the catalogue, once; a shop that several tests share cannot wait for it itself. */
async function isReady(): Promise<void> {
  await expect.poll(() => readiness(shop.url)).toBe(200);
}

describe('the command for partners', () => {
  it('creates a key that is shown once and not stored, lists the partner and revokes the key', async () => {
    const key = await keyOf('once');
    const [file = ''] = await readdir(path.join(dataDir, 'gateway/partners'));
    expect(await readFile(path.join(dataDir, 'gateway/partners', file), 'utf8')).not.toContain(key.slice(4));
    const listed = await partners('list');
    expect(listed.said).toMatch(/^once +5000 points per minute +since \d{4}-\d\d-\d\d\n$/);
    expect((await partners('revoke', 'once')).said).toBe('The key of once is revoked.\n');
    expect((await partners('list')).said).toContain('No partners yet.');
  });

  it('gives a name once, also to two commands at the same time', async () => {
    const twice = await Promise.all([partners('add', 'twin'), partners('add', 'twin')]);
    expect(twice.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(twice.map(({ wrong }) => wrong).join('')).toBe(
      "'twin' already has a key. Revoke it first, or choose another name such as twin-2.\n",
    );
    await partners('revoke', 'twin');
  });

  it('revokes no file outside of its folder', async () => {
    const other = path.join(dataDir, 'gateway', 'precious.json');
    await mkdir(path.join(dataDir, 'gateway', 'partners'), { recursive: true });
    await writeFile(other, '{}');
    const { wrong, code } = await partners('revoke', '../precious');
    expect(wrong).toContain("There is no partner '../precious'.");
    expect(code).toBe(1);
    expect(await readFile(other, 'utf8')).toBe('{}');
  });

  it.each([
    [['add', 'Acme Books'], "The name 'Acme Books' cannot be used: it must be up to 40 lowercase letters"],
    [['add', '../escape'], "The name '../escape' cannot be used"],
    [['add', 'acme', '--budget', '4999'], "The budget '4999' cannot be used: it must be a whole number"],
    [['revoke', 'nobody'], "There is no partner 'nobody'."],
    [['give'], 'npm run partners -- add NAME'],
  ])('%j is refused with what would be right', async (words, message) => {
    const { wrong, code } = await partners(...words);
    expect(wrong).toContain(message);
    expect(wrong).not.toContain('    at ');
    expect(code).toBe(1);
  });
});

describe('a partner\u2019s key', () => {
  beforeAll(async () => {
    charged = await keyOf('charged');
    shop = await startGateway({
      config: { dataDir, visitorQuota: least },
      logLine: (line) => lines.push(line),
      wait: false,
    });
  });
  beforeEach(isReady);
  afterAll(() => shop.close());

  it('counts from the moment it is made to the moment it is revoked, without a restart', async () => {
    expect((await ask(cheap, { 'x-api-key': `obk_${'x'.repeat(43)}` })).status).toBe(401);
    const key = await keyOf('fleeting');
    const status = async () => (await ask(cheap, { 'x-api-key': key })).status;
    await expect.poll(status).toBe(200);
    await partners('revoke', 'fleeting');
    await expect.poll(status).toBe(401);
  });

  it.each([
    ['no key at all', ''],
    ['the digest of a key', 'k3oBEm5qpDXWQDXzbKVmX0JTzwLVNBRzKJm5UkTVUWE'],
    ['two keys', `obk_${'x'.repeat(43)}, obk_${'y'.repeat(43)}`],
  ])('that is %s is refused in GraphQL\u2019s form', async (_, key) => {
    const { status, headers, answer } = await ask(cheap, { 'x-api-key': key });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('ApiKey');
    expect(at(answer, 'errors.0.extensions')).toEqual({
      code: 'API_KEY_INVALID',
      requestId: headers.get('x-request-id'),
    });
    expect(answer).not.toHaveProperty('data');
  });

  it('is refused in the type the caller prefers', async () => {
    const accept = 'application/graphql-response+json, application/json;q=0.9';
    const { status, headers } = await ask(cheap, { 'x-api-key': 'wrong', accept });
    expect([status, headers.get('content-type')]).toEqual([
      401,
      'application/graphql-response+json; charset=utf-8',
    ]);
  });

  it('brings what each operation costs and what is left, also where visitors were answered before', async () => {
    const key = await keyOf('counted');
    const visitor = await ask(listing);
    const door = atDoor(listing);
    await ask(listing);
    expect(visitor.answer).not.toHaveProperty('extensions');
    const first = await ask(listing, { 'x-api-key': key });
    const again = await ask(listing, { 'x-api-key': key });
    expect(at(first.answer, 'data')).toEqual(at(visitor.answer, 'data'));
    expect(at(first.answer, 'extensions.cost')).toEqual({
      requested: door,
      limit: least,
      remaining: least - door,
      resetSeconds: expect.any(Number),
    });
    expect(at(again.answer, 'extensions.cost.remaining')).toBe(least - 2 * door);
    expect((await ask(listing)).answer).toEqual(visitor.answer);
    const failed = await ask('{ nonsense }', { 'x-api-key': key });
    expect(at(failed.answer, 'extensions.cost')).toMatchObject({
      requested: null,
      remaining: least - 2 * door - 1,
    });
  });

  it.each([
    ['a point for each object it may give', '{ products(first: 30) { nodes { id } } }', 31],
    [
      'pages in pages by multiplication',
      '{ products(first: 30) { nodes { category { products(first: 50) { nodes { id } } } } } }',
      1 + 30 + 30 + 30 + 30 * 50,
    ],
    ['50 for each search', '{ products(search: "a", first: 1) { totalCount } }', 51],
    ['50 for each change', 'mutation { logout { loggedOut } }', 51],
    ['25 for a call to the host', '{ user { id } }', 26],
    ['a point for each 20 characters where that is more', `{ __typename #${'x'.repeat(2_000)}\n}`, 101],
  ])('is charged %s', async (_, query, cost) => {
    const { answer } = await ask(query, { 'x-api-key': charged });
    expect(at(answer, 'extensions.cost.requested')).toBe(cost);
  });

  it('has a budget of its own: what does not fit is refused with the time to wait, what is smaller fits', async () => {
    const spender = await keyOf('spender');
    const other = await keyOf('other');
    const ofSpender = () => ask(dear, { 'x-api-key': spender });
    const first = await ofSpender();
    const cost = Number(at(first.answer, 'extensions.cost.requested'));
    expect(cost).toBeGreaterThan(least / 3);
    await ofSpender();
    const { status, headers, answer } = await ofSpender();
    expect(status).toBe(429);
    expect(at(answer, 'errors.0.extensions')).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: Number(headers.get('retry-after')),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const remaining = least - 2 * cost - atDoor(dear);
    expect(at(answer, 'extensions.cost')).toMatchObject({ requested: cost, remaining });
    expect((await ask(listing, { 'x-api-key': spender })).status).toBe(200);
    expect((await ask(dear, { 'x-api-key': other })).status).toBe(200);
  });

  it('is named in the log and the metrics by its partner, never itself', async () => {
    const key = await keyOf('logged');
    lines.length = 0;
    await ask('query Shelves { categories { name } }', { 'x-api-key': key });
    for (let asked = 0; asked < 3; asked += 1) await ask(dear, { 'x-api-key': key });
    await ask(cheap, { 'x-api-key': 'wrong' });
    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({ operation: 'Shelves', client: 'partner:logged', cost: expect.any(Number) }),
    );
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_operation_cost_total{client="partner:logged"}');
    expect(metrics).toMatch(/gateway_turned_away_total\{reason="over budget",client="partner:logged"\} 1\n/);
    expect(metrics).toMatch(/gateway_turned_away_total\{reason="unknown key",client="unknown"\} \d/);
    expect(lines.join('') + metrics).not.toContain(key.slice(4));
  });
});

describe('who has no key', () => {
  beforeAll(async () => {
    shop = await startGateway({ config: { visitorQuota: least, trustedProxies: 1 }, wait: false });
  });
  beforeEach(isReady);
  afterAll(() => shop.close());

  const from = (address: string, token?: string) => ({
    'x-forwarded-for': address,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  /** Asks dear questions, each another so that none is given again, until one is refused. */
  async function spend(headers: Record<string, string>): Promise<void> {
    for (let asked = 0; asked < 3; asked += 1) await ask(`${dear} #${asked} ${Math.random()}`, headers);
  }

  it('has a budget by address, the first 64 bits of one in IPv6; a repeated answer costs nothing', async () => {
    await ask(listing, from('192.0.2.1'));
    await spend(from('192.0.2.1'));
    const refused = await ask(`${dear} # once more`, from('192.0.2.1'));
    expect(refused.status).toBe(429);
    expect(at(refused.answer, 'errors.0.extensions.code')).toBe('RATE_LIMITED');
    expect(refused.answer).not.toHaveProperty('extensions');
    expect((await ask(listing, from('192.0.2.1'))).status).toBe(200);
    expect((await ask(`${dear} # mapped`, from('::ffff:192.0.2.1'))).status).toBe(429);
    expect((await ask(dear, from('192.0.2.2'))).status).toBe(200);
    await spend(from('2001:db8:1:2::1'));
    expect((await ask(`${dear} # near`, from('2001:db8:1:2:ffff::9'))).status).toBe(429);
    expect((await ask(`${dear} # far`, from('2001:db8:1:3::1'))).status).toBe(200);
  });

  it('cannot change address by naming others in front of the proxy', async () => {
    await spend(from('198.51.100.1, 203.0.113.5'));
    expect((await ask(`${dear} # other`, from('198.51.100.2, 203.0.113.5'))).status).toBe(429);
  });

  it('has one as a shopper, from wherever it is asked', async () => {
    const token = await signIn(shop);
    await spend(from('203.0.113.6', token));
    const elsewhere = await ask(`${dear} # elsewhere`, from('203.0.113.7', token));
    expect(elsewhere.status).toBe(429);
    expect((await ask(`${dear} # visitor`, from('203.0.113.6'))).status).toBe(200);
  });

  it('does not hold up the storefront of this process', async () => {
    const request = { origin: 'https://shop.example', signal: new AbortController().signal };
    for (let asked = 0; asked < 5; asked += 1) {
      const { errors } = await shop.gateway.execute({ query: dear }, request);
      expect(errors).toBeUndefined();
    }
  });
});
