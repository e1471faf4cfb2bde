import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { OperationRunner } from '#gateway/graphql/operation-runner.ts';
import { postGraphQL } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGatewayOptions } from './harness.ts';
import { sendQuery } from './partner-calls.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { readAttributes, type Span, setUpTraceCollector } from './trace-collector.ts';

const rest = setUpRestHost();

const collector = setUpTraceCollector();

/** Starts a gateway that exports traces. It sends the last ones when it is closed. */
const start = (options: TestGatewayOptions = {}) =>
  startGateway({ ...options, config: { tracesUrl: collector.url, ...options.config } });

function findSpan(name: string): Span {
  const [span, ...more] = collector.readSpans().filter((exported) => exported.name === name);
  if (span === undefined || more.length > 0)
    throw new Error(`no single span '${name}' in ${collector.bodies.join()}`);
  return span;
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpanId = 'b7ad6b7169203331';
const myOrders = 'query MyOrders($first: Int) { user { username orders(first: $first) { totalCount } } }';

/** Queries a shopper's own data, with a traceparent header. */
async function sendTracedQuery(shop: { url: string }, token: string, traceparent: string): Promise<unknown> {
  const response = await postGraphQL(
    shop.url,
    { query: myOrders, variables: { first: 7 } },
    { authorization: `Bearer ${token}`, traceparent, tracestate: 'vendor=opaque' },
  );
  return response.json();
}

describe('traces', () => {
  it('contain each operation with its REST calls as children, in the trace of the caller, but neither personal data nor secrets', async () => {
    const shop = await start();
    const token = await signIn(shop);
    let restHeaders = new Headers();
    rest.server.use(
      http.get(`${hostUrl}/getUserById/:id`, ({ request }) => {
        restHeaders = request.headers;
      }),
    );
    await sendTracedQuery(shop, token, `00-${traceId}-${callerSpanId}-01`);
    await shop.close();

    const operation = findSpan('query MyOrders');
    expect(operation).toMatchObject({ traceId, parentSpanId: callerSpanId, kind: 2, status: { code: 0 } });
    expect(readAttributes(operation)).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'MyOrders',
      'bookshop.client': 'shopper',
      'bookshop.operation.cost': expect.any(Number),
    });
    const call = findSpan('GET getUserById');
    expect(call).toMatchObject({ traceId, parentSpanId: operation.spanId, kind: 3 });
    expect(readAttributes(call)).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'bookshop.rest.endpoint': 'getUserById',
    });
    expect(restHeaders.get('traceparent')).toBe(`00-${traceId}-${call.spanId}-01`);
    expect(restHeaders.get('tracestate')).toBe('vendor=opaque');
    expect(findSpan('GET OrdersByUserEmail').parentSpanId).toBe(operation.spanId);
    for (const secret of [
      'reader@shop.example',
      '9000000001',
      'Reader',
      'right-password',
      token,
      '127.0.0.1',
    ])
      expect(collector.bodies.join()).not.toContain(secret);
  });

  it('have a new id if the traceparent is invalid, and are not exported if the caller does not sample them', async () => {
    const shop = await start();
    const token = await signIn(shop);
    await sendTracedQuery(shop, token, `00-${'0'.repeat(32)}-${callerSpanId}-01`);
    await sendTracedQuery(shop, token, `00-${traceId}-${callerSpanId}-00`);
    await shop.close();
    const operation = findSpan('query MyOrders');
    expect(operation.parentSpanId ?? '').toBe('');
    expect(operation.traceId).not.toBe(traceId);
    expect(operation.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
  });

  it('mark failed operations, and contain the retries of a REST call', async () => {
    const shop = await start();
    const token = await signIn(shop);
    rest.host.down = true;
    await sendTracedQuery(shop, token, '');
    await shop.close();
    expect(findSpan('query MyOrders').status.code).toBe(2);
    const attempts = collector.readSpans().filter(({ name }) => name === 'GET getUserById');
    expect(attempts.length).toBeGreaterThan(1);
    for (const attempt of attempts)
      expect(readAttributes(attempt)).toMatchObject({ 'error.type': 'network' });
  });

  it('mark an operation as failed if the host rejects one of its calls', async () => {
    const shop = await start();
    const token = await signIn(shop);
    rest.server.use(http.get(`${hostUrl}/getUserById/:id`, () => createErrorResponse(403, 'Forbidden')));
    await sendTracedQuery(shop, token, '');
    await shop.close();
    expect(findSpan('query MyOrders').status.code).toBe(2);
  });

  it('mark an operation as failed if it throws', async () => {
    const admit = vi.spyOn(OperationRunner.prototype, 'admit').mockRejectedValue(new Error('a bug'));
    const shop = await start();
    const response = await fetch(`${shop.url}/graphql?query={__typename}`);
    admit.mockRestore();
    await shop.close();
    expect(response.status).toBe(500);
    expect(findSpan('operation').status.code).toBe(2);
  });

  it('contain each operation once, even if its compiled query fails and graphql-js executes it again', async () => {
    const shop = await start();
    const page = 'query Page($after: String) { products(after: $after) { nodes { id } } }';
    await shop.graphql(page);
    expect((await shop.graphql(page, { after: 'none' })).errors).toHaveLength(1);
    await shop.close();
    expect(collector.readSpans().filter(({ name }) => name === 'query Page')).toHaveLength(2);
  });

  it('contain the operations that the storefront executes in the same process', async () => {
    const shop = await start();
    const request = { origin: 'https://shop.example', signal: new AbortController().signal };
    await shop.gateway.execute({ query: 'query Home { categories { name } }' }, request);
    await shop.close();
    expect(readAttributes(findSpan('query Home'))).toMatchObject({ 'bookshop.client': 'storefront' });
  });

  it('contain a request that gets a 503 because its API key cannot be checked', async () => {
    const redisUrl = 'redis://127.0.0.1:1';
    const shop = await start({ config: { redisUrl } });
    const key = `obk_${'x'.repeat(43)}`;
    const { status } = await sendQuery(shop.url, '{ categories { name } }', { 'x-api-key': key });
    await shop.close();
    expect(status).toBe(503);
    expect(readAttributes(findSpan('unreadable'))).toMatchObject({ 'bookshop.client': 'unknown' });
  });
});

describe('a trace collector', () => {
  it('that does not respond prevents neither requests nor a shutdown', async () => {
    collector.respond = () => {};
    const shop = await start();
    expect((await shop.graphql('{ categories { name } }')).errors).toEqual([]);
    await shop.close();
    expect(collector.bodies).toHaveLength(1);
  });

  it('that does not respond within OTEL_EXPORTER_OTLP_TIMEOUT milliseconds causes a log message', async () => {
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '1');
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '20');
    collector.respond = () => {};
    const lines: string[] = [];
    const shop = await start({ onLogLine: (line) => lines.push(line) });
    vi.unstubAllEnvs();
    expect((await shop.graphql('{ categories { name } }')).errors).toEqual([]);
    // With the exporter's default timeout of ten seconds, the message would come later.
    await expect.poll(() => lines.join(), { timeout: 8_000 }).toContain('traces cannot be sent');
    await shop.close();
  });

  it('that rejects spans causes a log message and affects no request', async () => {
    const lines: string[] = [];
    collector.respond = (response) => response.writeHead(400).end();
    const shop = await start({ onLogLine: (line) => lines.push(line) });
    expect((await shop.graphql('{ categories { name } }')).errors).toEqual([]);
    await shop.close();
    const warnings = lines.filter((line) => line.includes('traces cannot be sent'));
    expect(warnings).toHaveLength(1);
  });
});
