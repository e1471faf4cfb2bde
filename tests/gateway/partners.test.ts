import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parsePartnerCommand } from '#gateway/auth/partner-command.ts';
import { OperatorError } from '#gateway/cli.ts';
import { maxOperationCost } from '#gateway/config.ts';
import { at, listAt } from './graphql-call.ts';
import { fetchReadiness, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createKeyByCommand, runPartnersCommand, sendQuery } from './partner-calls.ts';

setUpRestHost();
/** The minimum quota. It covers two of the expensive queries below. */
const minQuota = maxOperationCost;
const cheapQuery = '{ categories { name } }';
const listingQuery = '{ products(first: 20) { totalCount } }';
/** Costs 2,145 points: twenty products and a page of a hundred products for the category of each. */
const expensiveQuery =
  '{ products(first: 20) { nodes { category { products(first: 100) { nodes { id } } } } } }';
let dataDir: string;
let shop: TestGateway;
const logLines: string[] = [];
let chargedKey: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const runCommand = (...args: string[]) => runPartnersCommand({ DATA_DIR: dataDir }, ...args);
const createKey = (name: string) =>
  createKeyByCommand({ DATA_DIR: dataDir }, 'add', name, '--budget', String(minQuota));
const send = (query: string, headers: Record<string, string> = {}) => sendQuery(shop.url, query, headers);

/** The minimum cost of a request, which depends on its length. */
const computeLengthCost = (query: string) => Math.max(1, Math.floor(JSON.stringify({ query }).length / 20));

/** Waits until the shop has loaded the catalogue. The REST host responds only after the first `beforeEach`. */
async function waitUntilReady(): Promise<void> {
  await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
}

describe('the partners command', () => {
  it('creates a key that is shown once and not stored, lists the partner and revokes the key', async () => {
    const key = await createKey('once');
    const [file = ''] = await readdir(path.join(dataDir, 'gateway/partners'));
    expect(await readFile(path.join(dataDir, 'gateway/partners', file), 'utf8')).not.toContain(key.slice(4));
    const list = await runCommand('list');
    expect(list.stdout).toMatch(
      /^once +key 1 +5000 points per minute +since \d{4}-\d\d-\d\d {2}never used {2}0 points today\n$/,
    );
    expect((await runCommand('revoke', 'once')).stdout).toBe('The key of once is revoked.\n');
    expect((await runCommand('list')).stdout).toContain('No partners yet.');
  });

  it.runIf(existsSync('/dev/full'))(
    'fails if the key cannot be printed because the disk is full',
    async () => {
      const script = '"$0" gateway/bin/partners.ts add unprinted > /dev/full';
      const env = { ...process.env, DATA_DIR: dataDir };
      await expect(
        promisify(execFile)('sh', ['-c', script, process.execPath], { env }),
      ).rejects.toMatchObject({
        code: 1,
        stderr:
          "The output was lost (ENOSPC: no space left on device, write). Run 'list', and revoke any key that you have not seen.\n",
      });
      expect((await runCommand('revoke', 'unprinted')).exitCode).toBe(0);
    },
  );

  it('creates only one key per name, even if two commands run at the same time', async () => {
    const results = await Promise.all([runCommand('add', 'twin'), runCommand('add', 'twin')]);
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    expect(results.map(({ stderr }) => stderr).join('')).toBe(
      "'twin' already has a key. 'rotate twin' creates a second one. For another partner, choose another name, such as twin-2.\n",
    );
    await runCommand('revoke', 'twin');
  });

  it('never deletes a file outside the directory of keys', async () => {
    const otherFile = path.join(dataDir, 'gateway', 'precious.json');
    await mkdir(path.join(dataDir, 'gateway', 'partners'), { recursive: true });
    await writeFile(otherFile, '{}');
    const { stderr, exitCode } = await runCommand('revoke', '../precious');
    expect(stderr).toContain("There is no partner '../precious'.");
    expect(exitCode).toBe(1);
    expect(await readFile(otherFile, 'utf8')).toBe('{}');
  });

  it('prints its usage on request', async () => {
    const { stdout, stderr, exitCode } = await runCommand('--help');
    expect(stdout).toContain('npm run partners -- add NAME');
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  it.each([
    [['add', 'Acme Books'], "The name 'Acme Books' cannot be used: it must be up to 40 lowercase letters"],
    [['add', '../escape'], "The name '../escape' cannot be used"],
    [
      ['add', 'acme', '--budget', '0x10000'],
      "The budget '0x10000' cannot be used: it must be a whole number",
    ],
    [
      ['add', 'acme', '--expires', '2020-01-31'],
      "The date '2020-01-31' cannot be used: it must be today or later",
    ],
    [['add', 'acme', '--origins', 'app.example'], "The origins 'app.example' cannot be used"],
    [['add', 'acme', '--origins', '*'], "The origins '*' cannot be used"],
    [
      ['add', 'b3', '--expires', '2026-02-30'],
      "The date '2026-02-30' cannot be used: it must be a date that exists",
    ],
    [['add', 'acme', '--key', '1'], "'add' does not accept the option '--key'"],
    [['add', 'acme', '--bugdet', '1'], "Unknown option '--bugdet'"],
    [['revoke', 'nobody', '--key', '3'], "The key '3' does not exist: it must be 1 or 2"],
    [['give'], 'npm run partners -- add NAME'],
  ])('rejects %j', (args, message) => {
    const parse = () => parsePartnerCommand(args);
    expect(parse).toThrow(OperatorError);
    expect(parse).toThrow(message);
  });

  it.each([
    [['add', 'acme', '--budget', '4999'], "The budget '4999' cannot be used: it must be a whole number"],
    [['rotate', 'nobody'], "There is no partner 'nobody'."],
    [['revoke', 'nobody'], "There is no partner 'nobody'."],
  ])('rejects %j with a message instead of a stack trace', async (args, message) => {
    const { stderr, exitCode } = await runCommand(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(exitCode).toBe(1);
  });
});

describe("a partner's key", () => {
  beforeAll(async () => {
    chargedKey = await createKey('charged');
    shop = await startGateway({
      config: { dataDir, visitorQuota: minQuota },
      onLogLine: (line) => logLines.push(line),
      waitForCatalogue: false,
    });
  });
  beforeEach(waitUntilReady);
  afterAll(() => shop.close());

  it('is valid from its creation until it is revoked, without a restart of the gateway', async () => {
    expect((await send(cheapQuery, { 'x-api-key': `obk_${'x'.repeat(43)}` })).status).toBe(401);
    const key = await createKey('fleeting');
    const fetchStatus = async () => (await send(cheapQuery, { 'x-api-key': key })).status;
    await expect.poll(fetchStatus).toBe(200);
    await runCommand('revoke', 'fleeting');
    await expect.poll(fetchStatus).toBe(401);
  });

  it.each([
    ['nothing', ''],
    ['the digest of a key', 'k3oBEm5qpDXWQDXzbKVmX0JTzwLVNBRzKJm5UkTVUWE'],
    ['two keys', `obk_${'x'.repeat(43)}, obk_${'y'.repeat(43)}`],
  ])('is rejected with a GraphQL error if the header contains %s', async (_, key) => {
    const { status, headers, body } = await send(cheapQuery, { 'x-api-key': key });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('ApiKey');
    expect(at(body, 'errors.0.extensions')).toEqual({
      code: 'API_KEY_INVALID',
      requestId: headers.get('x-request-id'),
    });
    expect(body).not.toHaveProperty('data');
  });

  it.each(['Bearer', 'ApiKey', ''])(
    'is rejected with an error that names the right header if the scheme %j precedes it in Authorization',
    async (scheme) => {
      const authorization = `${scheme} ${chargedKey}`.trim();
      const { status, body } = await send(cheapQuery, { authorization });
      expect([status, listAt(body, 'errors')]).toEqual([
        401,
        [
          {
            message: expect.stringContaining('Send the key in the X-API-Key header.'),
            extensions: { code: 'API_KEY_INVALID', requestId: expect.any(String) },
          },
        ],
      ]);
    },
  );

  it('is rejected with an error in the media type that the client prefers', async () => {
    const accept = 'application/graphql-response+json, application/json;q=0.9';
    const { status, headers } = await send(cheapQuery, { 'x-api-key': 'wrong', accept });
    expect([status, headers.get('content-type')]).toEqual([
      401,
      'application/graphql-response+json; charset=utf-8',
    ]);
  });

  it('adds the cost and the remaining quota to each response, even if it was cached for visitors', async () => {
    const key = await createKey('counted');
    const visitor = await send(listingQuery);
    const cost = computeLengthCost(listingQuery);
    await send(listingQuery);
    expect(visitor.body).not.toHaveProperty('extensions');
    const first = await send(listingQuery, { 'x-api-key': key });
    const again = await send(listingQuery, { 'x-api-key': key });
    expect(at(first.body, 'data')).toEqual(at(visitor.body, 'data'));
    expect(at(first.body, 'extensions.cost')).toEqual({
      requested: cost,
      limit: minQuota,
      remaining: minQuota - cost,
      resetSeconds: expect.any(Number),
    });
    expect(at(again.body, 'extensions.cost.remaining')).toBe(minQuota - 2 * cost);
    expect((await send(listingQuery)).body).toEqual(visitor.body);
    const invalidQueries = ['{ nonsense }', 'query ($id: ID!) { product(id: $id) { id } }'];
    let remaining = minQuota - 2 * cost;
    for (const query of invalidQueries) {
      const failed = await send(query, { 'x-api-key': key });
      const requested = computeLengthCost(query);
      remaining -= requested;
      expect(at(failed.body, 'extensions.cost')).toMatchObject({ requested, remaining });
    }
  });

  it.each([
    [
      'a point for each object, and 0.05 for each value, that the query may return',
      '{ products(first: 30) { nodes { id name } } }',
      1 + 30 * (1 + 2 * 0.05),
    ],
    [
      'for each object of each nested page',
      '{ products(first: 30) { nodes { category { products(first: 50) { nodes { id } } } } } }',
      1 + 30 * (1 + 0.2 + 1 + 50 * 1.05),
    ],
    ['50 points for a search for one word', '{ products(search: "a", first: 1) { totalCount } }', 51.05],
    ['50 points for a mutation such as logout', 'mutation { logout { loggedOut } }', 50.05],
    [
      '500 points for an order',
      `mutation { createShipment(input: {
        source: CART, lines: [], expectedTotal: 0, idempotencyKey: "0123456789abcdef"
      }) { __typename } }`,
      500.05,
    ],
    ['25 points for the field `user`', '{ user { id } }', 25.05],
    ['a point for each 20 characters of a long request', `{ __typename #${'x'.repeat(2_000)}\n}`, 101],
  ])('is charged %s', async (_, query, cost) => {
    const { body } = await send(query, { 'x-api-key': chargedKey });
    expect(at(body, 'extensions.cost.requested')).toBe(Math.ceil(cost));
  });

  it("uses only its partner's quota, and operations that exceed it are rejected with the time to wait", async () => {
    const key = await createKey('spender');
    const otherKey = await createKey('other');
    const sendExpensive = () => send(expensiveQuery, { 'x-api-key': key });
    const first = await sendExpensive();
    const cost = Number(at(first.body, 'extensions.cost.requested'));
    expect(cost).toBeGreaterThan(minQuota / 3);
    await sendExpensive();
    const { status, headers, body } = await sendExpensive();
    expect(status).toBe(429);
    expect(at(body, 'errors.0.extensions')).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: Number(headers.get('retry-after')),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const remaining = minQuota - 2 * cost - computeLengthCost(expensiveQuery);
    expect(headers.get('ratelimit-policy')).toBe(`"partner";q=${minQuota};w=60`);
    expect(headers.get('ratelimit')).toBe(`"partner";r=${remaining};t=${headers.get('retry-after')}`);
    expect(at(body, 'extensions.cost')).toMatchObject({ requested: cost, remaining });
    expect((await send(listingQuery, { 'x-api-key': key })).status).toBe(200);
    expect((await send(expensiveQuery, { 'x-api-key': otherKey })).status).toBe(200);
  });

  it('never appears in the log or the metrics, which identify the partner by name', async () => {
    const key = await createKey('logged');
    logLines.length = 0;
    await send('query Categories { categories { name } }', { 'x-api-key': key });
    for (let index = 0; index < 3; index += 1) await send(expensiveQuery, { 'x-api-key': key });
    await send(cheapQuery, { 'x-api-key': 'wrong' });
    const entries = logLines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: 'Categories',
        client: 'partner:logged',
        cost: expect.any(Number),
      }),
    );
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_operation_cost_total{client="partner:logged"}');
    expect(metrics).toMatch(
      /gateway_rejected_requests_total\{reason="quota-exceeded",client="partner:logged"\} 1\n/,
    );
    expect(metrics).toMatch(
      /gateway_rejected_requests_total\{reason="invalid-api-key",client="unknown"\} \d/,
    );
    expect(logLines.join('') + metrics).not.toContain(key.slice(4));
  });
});

describe('a client without a key', () => {
  beforeAll(async () => {
    shop = await startGateway({
      config: { visitorQuota: minQuota, trustedProxies: 1 },
      waitForCatalogue: false,
    });
  });
  beforeEach(waitUntilReady);
  afterAll(() => shop.close());

  const headersFrom = (clientIp: string, token?: string) => ({
    'x-forwarded-for': clientIp,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  /** Leaves too few points for another expensive query. Each query differs, so that none is served from the cache. */
  async function spendOnExpensiveQueries(headers: Record<string, string>): Promise<void> {
    for (let index = 0; index < 3; index += 1)
      await send(`${expensiveQuery} #${index} ${Math.random()}`, headers);
  }

  it('has a quota per IPv4 address or IPv6 /64 network, and can spend the remaining points on cheap operations', async () => {
    await send(listingQuery, headersFrom('192.0.2.1'));
    await spendOnExpensiveQueries(headersFrom('192.0.2.1'));
    const rejected = await send(`${expensiveQuery} # once more`, headersFrom('192.0.2.1'));
    expect(rejected.status).toBe(429);
    expect(at(rejected.body, 'errors.0.extensions.code')).toBe('RATE_LIMITED');
    expect(rejected.body).not.toHaveProperty('extensions');
    expect((await send(listingQuery, headersFrom('192.0.2.1'))).status).toBe(200);
    expect((await send(`${expensiveQuery} # mapped`, headersFrom('::ffff:192.0.2.1'))).status).toBe(429);
    expect((await send(expensiveQuery, headersFrom('192.0.2.2'))).status).toBe(200);
    await spendOnExpensiveQueries(headersFrom('2001:db8:1:2::1'));
    expect((await send(`${expensiveQuery} # near`, headersFrom('2001:db8:1:2:ffff::9'))).status).toBe(429);
    expect((await send(`${expensiveQuery} # far`, headersFrom('2001:db8:1:3::1'))).status).toBe(200);
  });

  it('cannot get another quota by sending other IP addresses in the header that the proxy appends to', async () => {
    await spendOnExpensiveQueries(headersFrom('198.51.100.1, 203.0.113.5'));
    expect((await send(`${expensiveQuery} # other`, headersFrom('198.51.100.2, 203.0.113.5'))).status).toBe(
      429,
    );
  });

  it('has the same quota at all IP addresses when it is signed in', async () => {
    const token = await signIn(shop);
    await spendOnExpensiveQueries(headersFrom('203.0.113.6', token));
    const elsewhere = await send(`${expensiveQuery} # elsewhere`, headersFrom('203.0.113.7', token));
    expect(elsewhere.status).toBe(429);
    expect((await send(`${expensiveQuery} # visitor`, headersFrom('203.0.113.7'))).status).toBe(200);
  });

  it('is not limited by a quota if it is the storefront in the same process', async () => {
    const request = { origin: 'https://shop.example', signal: new AbortController().signal };
    for (let index = 0; index < 5; index += 1) {
      const { errors } = await shop.gateway.execute({ query: expensiveQuery }, request);
      expect(errors).toBeUndefined();
    }
  });
});
