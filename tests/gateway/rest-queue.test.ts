import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeNodeId } from './graphql-call.ts';
import { readMetric, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
let shop: TestGateway;
let release: PromiseWithResolvers<void>;
beforeEach(() => {
  release = Promise.withResolvers();
});
afterEach(async () => {
  release.resolve();
  await shop.close();
});

/** Four calls can run at the same time, and six can wait: enough for the nine lists that are loaded at startup. */
const policy = { maxConcurrent: 4, maxQueued: 6 };
const userQuery = '{ user { id } }';

/** Makes the host delay the responses of an endpoint. Returns a function that counts the requests to it. */
function delayResponses(path: string): () => number {
  let requests = 0;
  rest.server.use(
    http.get(`${hostUrl}${path}`, async () => {
      requests += 1;
      await release.promise;
    }),
  );
  return () => requests;
}

const countRunning = () => readMetric(shop.url, 'gateway_rest_calls{state="running"}');
const countWaiting = () => readMetric(shop.url, 'gateway_rest_calls{state="waiting"}');
const countNotSent = (endpoint: string, reason: string) =>
  readMetric(shop.url, `gateway_rest_calls_not_sent_total{endpoint="${endpoint}",reason="${reason}"}`);

describe('calls to a slow REST host', () => {
  it('wait in a queue; when the queue is full, further calls fail immediately', async () => {
    shop = await startGateway({ policy });
    const token = await signIn(shop);
    const countRequests = delayResponses('/getUserById/:id');
    const results = Array.from({ length: 10 }, () => shop.graphql(userQuery, {}, token));
    await expect.poll(countWaiting).toBe(6);
    expect(countRequests()).toBe(4);
    expect(await countRunning()).toBe(4);
    const { errors } = await shop.graphql(userQuery, {}, token);
    expect(errors).toMatchObject([
      { message: 'Failed to fetch user data', extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    expect(await countNotSent('getUserById', 'queue-full')).toBe(1);
    release.resolve();
    for (const { data } of await Promise.all(results))
      expect(data).toEqual({ user: { id: encodeNodeId('User', 7) } });
    expect((await shop.graphql(userQuery, {}, token)).data).toEqual({
      user: { id: encodeNodeId('User', 7) },
    });
    expect(await countWaiting()).toBe(0);
  });

  it('are not sent for a client that disconnected while they were waiting', async () => {
    shop = await startGateway({ policy });
    const token = await signIn(shop);
    const countRequests = delayResponses('/getUserById/:id');
    const results = Array.from({ length: 4 }, () => shop.graphql(userQuery, {}, token));
    await expect.poll(countRequests).toBe(4);
    const abort = new AbortController();
    const disconnected = fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: userQuery }),
      signal: abort.signal,
    });
    await expect.poll(countWaiting).toBe(1);
    abort.abort();
    await expect(disconnected).rejects.toThrow();
    await expect.poll(countWaiting).toBe(0);
    expect(await countNotSent('getUserById', 'client-aborted')).toBe(1);
    release.resolve();
    await Promise.all(results);
    expect(countRequests()).toBe(4);
    expect(await countRunning()).toBe(0);
  });

  it('hold no slot while they wait for a retry', async () => {
    shop = await startGateway({ policy: { maxConcurrent: 1, baseBackoffMs: 3_600_000 } });
    const token = await signIn(shop);
    rest.server.use(http.get(`${hostUrl}/getUserById/:id`, () => createErrorResponse(503, 'overloaded')));
    const abort = new AbortController();
    const waitingForRetry = fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: userQuery }),
      signal: abort.signal,
    });
    const failedAttempt = 'gateway_rest_call_seconds_count{endpoint="getUserById",outcome="503"}';
    await expect.poll(() => readMetric(shop.url, failedAttempt)).toBe(1);
    expect(await countRunning()).toBe(0);
    expect(await signIn(shop)).not.toBe('');
    abort.abort();
    await expect(waitingForRetry).rejects.toThrow();
  });

  it('time out even when they never leave the queue', async () => {
    const countProductRequests = delayResponses('/getallproducts');
    shop = await startGateway({ waitForCatalogue: false, policy: { maxConcurrent: 1, timeoutMs: 300 } });
    // Otherwise the call for coupons could come first.
    await expect.poll(countProductRequests).toBe(1);
    const { errors } = await shop.graphql('{ coupons { id } }');
    expect(errors).toMatchObject([
      { message: 'Failed to fetch coupons', extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    expect(rest.host.countCalls('GET AllCoupons')).toBe(0);
    expect(await countNotSent('AllCoupons', 'timeout')).toBeGreaterThan(0);
  });
});
