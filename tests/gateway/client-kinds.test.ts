import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { at, postGraphQL } from './graphql-call.ts';
import {
  readMetric,
  setUpGateways,
  setUpRestHost,
  signIn,
  type TestGateway,
  type TestGatewayOptions,
} from './harness.ts';
import { createPartnerKey } from './partner-calls.ts';
import { hostUrl } from './rest-host.ts';
import { readAttributes, setUpTraceCollector } from './trace-collector.ts';

/** Checks each responsibility of the operation runner for each kind of client. */

const rest = setUpRestHost();
const collector = setUpTraceCollector();
const quota = 5_000;

let partnerDataDir: string;
let partnerKey: string;
beforeAll(async () => {
  partnerDataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  partnerKey = await createPartnerKey(partnerDataDir, 'library', quota);
});
afterAll(() => rm(partnerDataDir, { recursive: true, force: true }));

let shop: TestGateway;
const logLines: string[] = [];
const gateways = setUpGateways();
afterEach(() => void logLines.splice(0));

async function start(options: TestGatewayOptions = {}): Promise<void> {
  // Gateways share only the partner. If they shared all files, a gateway that cannot load a list from the REST host
  // would use the one that another gateway has stored.
  const dataDir = await createTemporaryFolder();
  await cp(partnerDataDir, dataDir, { recursive: true });
  const config = {
    dataDir,
    tracesUrl: collector.url,
    visitorQuota: quota,
    ...options?.config,
  };
  shop = await gateways.start({ ...options, config, onLogLine: (line) => logLines.push(line) });
}

interface Response {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}
type Send = (query: string, variables?: Record<string, unknown>) => Promise<Response>;
interface Client {
  /** Its label in logs, metrics and traces. */
  label: string;
  /** Whether it sends HTTP requests and has a quota. */
  isRemote: boolean;
  createSend: () => Promise<Send>;
}

async function read(response: globalThis.Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, body: JSON.parse(text), text };
}

const createPostSender =
  (headers: Record<string, string>): Send =>
  async (query, variables) =>
    read(await postGraphQL(shop.url, { query, variables }, headers));

const createGetSender =
  (headers: Record<string, string>): Send =>
  async (query, variables = {}) => {
    const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    return read(await fetch(`${shop.url}/graphql?${parameters}`, { headers }));
  };

/** Executes an operation as the rendering of a page does. */
const sendAsPage: Send = async (query, variables = {}) => {
  const { signal } = new AbortController();
  const body = await shop.gateway.execute({ query, variables }, { origin: 'https://shop.example', signal });
  const data = { ...(body.errors && { errors: body.errors }), data: body.data };
  return { status: 200, headers: new Headers(), body: data, text: JSON.stringify(data) };
};

const createShopperHeaders = async () => ({ authorization: `Bearer ${await signIn(shop)}` });

const clients: [string, Client][] = [
  ['a visitor', { label: 'visitor', isRemote: true, createSend: async () => createPostSender({}) }],
  ['a visitor with GET', { label: 'visitor', isRemote: true, createSend: async () => createGetSender({}) }],
  [
    'a shopper',
    {
      label: 'shopper',
      isRemote: true,
      createSend: async () => createPostSender(await createShopperHeaders()),
    },
  ],
  [
    'a shopper with GET',
    {
      label: 'shopper',
      isRemote: true,
      createSend: async () => createGetSender(await createShopperHeaders()),
    },
  ],
  [
    'a partner',
    {
      label: 'partner:library',
      isRemote: true,
      createSend: async () => createPostSender({ 'x-api-key': partnerKey }),
    },
  ],
  ['a rendered page', { label: 'storefront', isRemote: false, createSend: async () => sendAsPage }],
];

const logLineSchema = z.object({
  operation: z.string().nullable(),
  requestId: z.string(),
  kind: z.string(),
  outcome: z.string(),
  client: z.string(),
  cost: z.number().nullable(),
  cached: z.boolean(),
});

/** The log lines of an operation. */
function readLogLines(operation: string) {
  return logLines
    .map((line): unknown => JSON.parse(line))
    .filter((line) => at(line, 'operation') === operation && at(line, 'kind') !== undefined)
    .map((line) => logLineSchema.parse(line));
}

/** The points that remain of the client's quota, from the `RateLimit` header. */
function readRemainingPoints({ headers }: Response): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

const listQuery =
  'query List($first: Int!, $with: Boolean = true) { products(first: $first) { totalCount @include(if: $with) nodes { id name } } searchSuggestions(text: "a") { ... on Product { id } } }';
/**
 * How many times a test sends an operation. At first its document is new, then the gateway has a plan for it. From the
 * third request on, the response to a visitor comes from the cache.
 */
const attemptCount = 5;

describe.each(clients)('for %s', (_, { label, isRemote, createSend }) => {
  const hasCache = label === 'visitor';

  it('every response has the same data, a request id, and a log line with its cost, even from the cache', async () => {
    await start();
    const send = await createSend();
    const responses: Response[] = [];
    for (let attempt = 0; attempt < attemptCount; attempt += 1)
      responses.push(await send(listQuery, { first: 2 }));
    expect(new Set(responses.map(({ body }) => JSON.stringify(at(body, 'data')))).size).toBe(1);
    expect(at(responses[0]?.body, 'data.products.nodes')).toHaveLength(2);
    const logged = readLogLines('List');
    expect(logged).toHaveLength(attemptCount);
    const [cost] = logged.map((line) => line.cost);
    expect(cost).toBeGreaterThan(1);
    for (const line of logged) {
      expect(line).toMatchObject({ kind: 'query', outcome: 'ok', client: label });
      expect(line.cost).toBe(line.cached ? 1 : cost);
    }
    expect(logged.map(({ cached }) => cached)).toEqual([
      false,
      false,
      ...Array<boolean>(attemptCount - 2).fill(hasCache),
    ]);
    const ids = logged.map(({ requestId }) => requestId);
    expect(new Set(ids).size).toBe(attemptCount);
    if (isRemote) expect(responses.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids);
  });

  it('every operation is counted with its cost and traced, even if its response is cached', async () => {
    await start();
    const send = await createSend();
    const operations = 'gateway_operation_seconds_count{kind="query",outcome="ok"}';
    const points = `gateway_operation_cost_total{client="${label}"}`;
    const before = {
      operations: await readMetric(shop.url, operations),
      points: await readMetric(shop.url, points),
    };
    for (let attempt = 0; attempt < attemptCount; attempt += 1) await send(listQuery, { first: 2 });
    const costs = readLogLines('List').map(({ cost }) => cost ?? 0);
    expect((await readMetric(shop.url, operations)) - before.operations).toBe(attemptCount);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    expect((await readMetric(shop.url, points)) - before.points).toBe(total);
    await gateways.closeAll();
    const spans = collector.readSpans().filter(({ name }) => name === 'query List');
    expect(spans.map((span) => readAttributes(span)['bookshop.operation.cost'])).toEqual(costs);
    for (const span of spans) expect(readAttributes(span)['bookshop.client']).toBe(label);
  });

  it('an operation that exceeds the cost limit is rejected, whether its document is new or already has a plan', async () => {
    await start();
    const send = await createSend();
    const nested =
      'query Nested($first: Int!) { products(first: $first) { nodes { related(first: 20) { related(first: 20) { id } } } } }';
    const newResponse = await send(nested, { first: 100 });
    expect((await send(nested, { first: 1 })).body).not.toHaveProperty('errors');
    const plannedResponse = await send(nested, { first: 100 });
    for (const { status, body } of [newResponse, plannedResponse]) {
      expect(status).toBe(isRemote ? 400 : 200);
      expect(at(body, 'errors.0.extensions.code')).toBe('QUERY_TOO_COMPLEX');
      expect(at(body, 'errors.0.message')).toContain('at most 5000 are allowed');
      expect(at(body, 'data') ?? null).toBeNull();
    }
    expect(readLogLines('Nested').map(({ outcome }) => outcome)).toEqual(['errors', 'ok', 'errors']);
  });

  const quotaBehaviour = isRemote
    ? 'each execution is charged to the quota once, and rejected when the quota is used up'
    : 'no execution is charged to a quota, because the page itself is charged (see visitor-quota.test.ts)';
  it(quotaBehaviour, async () => {
    await start();
    const send = await createSend();
    const sendList = (name: string, first: number) => send(listQuery.replace('List', name), { first });
    if (!isRemote) {
      for (let attempt = 0; attempt < 40; attempt += 1)
        expect((await sendList('Free', 100)).body).not.toHaveProperty('errors');
      return;
    }
    let before = readRemainingPoints(await sendList('First', 1));
    for (const name of ['First', 'Second']) {
      const remaining = readRemainingPoints(await sendList(name, 3));
      expect(before - remaining).toBe(readLogLines(name).at(-1)?.cost);
      before = remaining;
    }
    const accepted = await sendList('Second', 1);
    expect(accepted.headers.get('ratelimit-policy')).toContain(`q=${quota};w=60`);
    let last = accepted;
    for (let first = 100; last.status === 200 && first > 1; first -= 1) last = await sendList('Many', first);
    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(last.headers.get('ratelimit')).toMatch(/r=\d+;t=\d+/);
    expect(at(last.body, 'errors.0.extensions')).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: expect.any(Number),
      requestId: last.headers.get('x-request-id'),
    });
    expect(
      await readMetric(
        shop.url,
        `gateway_rejected_requests_total{reason="quota-exceeded",client="${label}"}`,
      ),
    ).toBeGreaterThan(0);
  });

  it('an error of the REST host is masked, logged and marked with the request id each time', async () => {
    rest.server.use(
      http.get(`${hostUrl}/AllCoupons`, () => new HttpResponse('secret of the host', { status: 500 })),
    );
    await start({ policy: { maxAttempts: 1 } });
    const send = await createSend();
    const coupons = 'query Coupons { coupons { id } }';
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, body, text } = await send(coupons);
      expect(status).toBe(200);
      expect(text).not.toContain('secret of the host');
      const requestId = readLogLines('Coupons').at(-1)?.requestId;
      expect(at(body, 'errors.0.extensions')).toEqual({ code: 'SERVICE_UNAVAILABLE', requestId });
      expect(logLines.some((line) => line.includes(`${requestId}`) && line.includes('"level":50'))).toBe(
        true,
      );
    }
    expect(readLogLines('Coupons').map(({ outcome, cached }) => [outcome, cached])).toEqual(
      Array.from({ length: 3 }, () => ['errors', false]),
    );
  });
});
