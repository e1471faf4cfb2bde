import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { listDocumentedMetrics, listMetrics } from '#tests/documented-metrics.ts';
import { encodeNodeId, textAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();

describe('the log', () => {
  it('contains operations with duration and outcome, and failed REST calls, but no personal data', async () => {
    const lines: string[] = [];
    const shop = await start({ onLogLine: (line) => lines.push(line) });
    const token = await signIn(shop);
    rest.server.use(http.post(`${hostUrl}/sendotp`, () => HttpResponse.error()));
    await shop.graphql('query MyCart { user { username email contact cart { unitCount } } }', {}, token);
    await shop.graphql(
      'mutation Forgot { requestPasswordReset(input: { email: "reader@shop.example" }) { message } }',
    );
    const log = lines.join('');
    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: 'MyCart',
        kind: 'query',
        outcome: 'ok',
        milliseconds: expect.any(Number),
      }),
    );
    const requestId = entries.find(({ operation }) => operation === 'Forgot')?.requestId;
    expect(entries).toContainEqual(
      expect.objectContaining({ requestId, level: 40, msg: 'a call to the REST host failed' }),
    );
    for (const secret of ['reader@shop.example', '9000000001', 'right-password', 'Reader', token]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('metrics', () => {
  it('count operations, REST calls and products', async () => {
    const shop = await start();
    await shop.graphql('{ categories { name } }');
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_operation_seconds_count{kind="query",outcome="ok"} 1');
    expect(metrics).toContain('gateway_rest_call_seconds_count{endpoint="getallproducts",outcome="200"} 1');
    expect(metrics).toContain('gateway_catalogue_products 3');
  });

  it('are those that docs/operations.md lists', async () => {
    const { url } = await start();
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(listMetrics(metrics, 'gateway_')).toEqual(await listDocumentedMetrics('gateway_'));
  });
});

describe('a client that disconnects', () => {
  const lines: string[] = [];
  let shop: TestGateway;
  let restRequest: Request | undefined;
  beforeEach(async () => {
    lines.length = 0;
    shop = await start({ onLogLine: (line) => lines.push(line) });
    const token = await signIn(shop);
    restRequest = undefined;
    rest.server.use(
      http.get(`${hostUrl}/getUserById/:id`, async ({ request }) => {
        restRequest = request;
        await delay('infinite');
      }),
    );
    const client = new AbortController();
    const response = fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"query":"query Interrupted { user { id } }"}',
      signal: client.signal,
    });
    await expect.poll(() => restRequest).toBeDefined();
    client.abort();
    await expect(response).rejects.toThrow();
  });

  it('aborts the REST calls of its request', async () => {
    await expect.poll(() => restRequest?.signal.aborted).toBe(true);
  });

  it('causes a log entry and a metric with the outcome `aborted`, not a failure of the shop', async () => {
    const readEntries = () =>
      lines
        .map((line): Record<string, unknown> => JSON.parse(line))
        .filter(({ operation }) => operation === 'Interrupted');
    await expect.poll(() => readEntries().some(({ outcome }) => outcome !== undefined)).toBe(true);
    expect(readEntries()).toEqual([expect.objectContaining({ level: 30, outcome: 'aborted' })]);
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_operation_seconds_count{kind="query",outcome="aborted"} 1');
    expect(metrics).not.toMatch(/gateway_operation_seconds_count\{.*outcome="errors"/);
  });
});

describe('a REST call that fails', () => {
  it('is retried if it is a read, and never if it is a write', async () => {
    const shop = await start();
    const token = await signIn(shop);
    const attempts = { get: 0, put: 0 };
    rest.server.use(
      http.get(`${hostUrl}/getUserById/:id`, () => {
        attempts.get += 1;
        return attempts.get === 1 ? HttpResponse.error() : undefined;
      }),
      http.put(`${hostUrl}/updateUser/:id`, () => {
        attempts.put += 1;
        return HttpResponse.error();
      }),
    );
    const { data } = await shop.graphql('{ user { id } }', {}, token);
    expect(data).toEqual({ user: { id: encodeNodeId('User', 7) } });
    await shop.graphql(
      'mutation { addToCart(input: { productId: "1" }) { userErrors { code } } }',
      {},
      token,
    );
    expect(attempts.put).toBe(1);
  });
});

describe('shutdown', () => {
  it('completes running requests and accepts no new connections', async () => {
    const shop = await startGateway();
    const token = await signIn(shop);
    const release = Promise.withResolvers<void>();
    let isRequestReceived = false;
    rest.server.use(
      http.get(`${hostUrl}/getUserById/:id`, async () => {
        isRequestReceived = true;
        await release.promise;
      }),
    );
    const result = shop.graphql('{ user { id } }', {}, token);
    await expect.poll(() => isRequestReceived).toBe(true);
    const closed = shop.close();
    await expect(fetch(`${shop.url}/health/live`, { headers: { connection: 'close' } })).rejects.toThrow();
    release.resolve();
    expect((await result).data).toEqual({ user: { id: encodeNodeId('User', 7) } });
    await closed;
  });
});

describe('an operation that the storefront executes in the same process', () => {
  it('runs as a visitor and returns URLs that start with the origin of the page request', async () => {
    const shop = await start();
    const request = { origin: 'https://shop.example', signal: new AbortController().signal };
    const { data, errors } = await shop.gateway.execute(
      { query: '{ user { id } product(id: "1") { thumbnail } }' },
      request,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      user: null,
      product: { thumbnail: expect.stringMatching(/^https:\/\/shop\.example\/media\//) },
    });
  });
});

describe('the URLs in a response', () => {
  it('start with PUBLIC_URL if it is set', async () => {
    const shop = await start({ config: { publicUrl: 'https://books.example' } });
    const { data } = await shop.graphql('{ product(id: "1") { thumbnail } }');
    expect(textAt(data, 'product.thumbnail')).toMatch(/^https:\/\/books\.example\/media\//);
  });
});

describe('the GraphQL endpoint, opened in a browser,', () => {
  it('redirects to the sandbox', async () => {
    const shop = await start();
    const headers = { accept: 'text/html' };
    const response = await fetch(`${shop.url}/graphql`, { headers, redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/sandbox');
  });
});
