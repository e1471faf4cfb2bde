import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '#gateway/rest/circuit-breaker.ts';
import { at, encodeNodeId, getOnlyError, mutate } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
let shop: TestGateway;
let token: string;
afterEach(() => void vi.useRealTimers());

/** Creates the host's response to requests for a shopper's record; null for the normal response. */
let createFailure: (() => Response) | null;
let requestCount: number;

async function start(breaker: { failureThreshold: number; minOpenMs: number; maxOpenMs: number }) {
  createFailure = null;
  requestCount = 0;
  shop = await gateways.start({ breaker });
  token = await signIn(shop);
  rest.server.use(
    http.get(`${hostUrl}/getUserById/:id`, () => {
      requestCount += 1;
      return createFailure?.();
    }),
  );
}

const queryUser = () => shop.graphql('{ user { id } }', {}, token);

/** Orders one copy of a book with a new idempotency key. */
const placeOrder = () =>
  mutate(
    shop.graphql,
    'createShipment',
    {
      source: 'SINGLE_PRODUCT',
      lines: [{ productId: '1' }],
      addressId: '11',
      expectedTotal: 141,
      idempotencyKey: crypto.randomUUID(),
    },
    'shipment { id }',
    token,
  );

async function fetchBreakerStates(): Promise<Record<string, string>> {
  return (await (await fetch(`${shop.url}/health/ready`)).json()).breakers;
}

async function fetchMetrics(): Promise<string> {
  return (await fetch(`${shop.url}/metrics`)).text();
}

/** Starts an attempt. Returns the callback for its outcome, and throws if the breaker rejects the attempt. */
function admit(breaker: CircuitBreaker): NonNullable<ReturnType<CircuitBreaker['admit']>> {
  const report = breaker.admit();
  if (report === null) throw new Error('the circuit breaker rejected the attempt');
  return report;
}

const failures: Array<[string, () => Response]> = [
  ['cannot be reached', () => HttpResponse.error()],
  ['responds with status 503', () => HttpResponse.json({ message: 'no' }, { status: 503 })],
];

describe('an endpoint of the REST host that fails repeatedly', () => {
  it.each(failures)('because it %s is no longer called, unlike other endpoints', async (_, response) => {
    await start({ failureThreshold: 5, minOpenMs: 60_000, maxOpenMs: 60_000 });
    createFailure = response;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect((await queryUser()).errors[0]?.message).toBe('Failed to fetch user data');
    }
    // Each query is attempted up to three times, so the second one reaches the threshold.
    expect(requestCount).toBe(5);
    expect(await fetchBreakerStates()).toEqual({ getUserById: 'open' });
    expect(await fetchMetrics()).toContain('gateway_rest_breaker_state{endpoint="getUserById"} 2');
    expect(await fetchMetrics()).toContain('gateway_rest_breaker_state{endpoint="getallproducts"} 0');
    expect(await signIn(shop)).not.toBe('');
    expect((await fetch(`${shop.url}/health/ready`)).status).toBe(200);
  });

  it('is probed by one call at a time, and is available to all callers after a probe succeeds', async () => {
    await start({ failureThreshold: 2, minOpenMs: 30, maxOpenMs: 30 });
    createFailure = () => HttpResponse.error();
    await queryUser();
    await expect.poll(fetchBreakerStates).toEqual({ getUserById: 'half-open' });
    const pending = Promise.withResolvers<void>();
    rest.server.use(
      http.get(`${hostUrl}/getUserById/:id`, async () => {
        requestCount += 1;
        await pending.promise;
        return undefined;
      }),
    );
    createFailure = null;
    requestCount = 0;
    const probe = queryUser();
    await expect.poll(() => requestCount).toBe(1);
    expect((await queryUser()).errors).toHaveLength(1);
    expect(requestCount).toBe(1);
    pending.resolve();
    expect((await probe).data).toEqual({ user: { id: encodeNodeId('User', 7) } });
    expect(await fetchBreakerStates()).toEqual({});
    const results = await Promise.all([queryUser(), queryUser(), queryUser()]);
    expect(results.map(({ data }) => at(data, 'user.id'))).toEqual(Array(3).fill(encodeNodeId('User', 7)));
  });

  it('is blocked for twice as long after each failed probe, up to a maximum', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const breaker = new CircuitBreaker({ failureThreshold: 1, minOpenMs: 1_000, maxOpenMs: 3_000 });
    for (const openMs of [1_000, 2_000, 3_000, 3_000]) {
      admit(breaker)('failed');
      vi.advanceTimersByTime(openMs - 1);
      expect(breaker.admit()).toBeNull();
      vi.advanceTimersByTime(1);
      expect(breaker.state).toBe('half-open');
    }
    admit(breaker)('unknown');
    expect(breaker.state).toBe('half-open');
    admit(breaker)('succeeded');
    expect(breaker.state).toBe('closed');
  });

  it('is probed by one call at a time, even when an earlier call fails during the probe', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const breaker = new CircuitBreaker({ failureThreshold: 1, minOpenMs: 1_000, maxOpenMs: 3_000 });
    const earlierAttempt = admit(breaker);
    admit(breaker)('failed');
    vi.advanceTimersByTime(1_000);
    const probe = admit(breaker);
    earlierAttempt('failed');
    expect(breaker.state).toBe('half-open');
    expect(breaker.admit()).toBeNull();
    probe('succeeded');
    expect(breaker.state).toBe('closed');
  });
});

describe('an error response of the REST host', () => {
  it('because of a wrong password does not count as a failure of the host', async () => {
    await start({ failureThreshold: 2, minOpenMs: 60_000, maxOpenMs: 60_000 });
    const wrongLogin = 'mutation { login(input: { contact: "9000000001", password: "wrong" }) { token } }';
    for (let attempt = 0; attempt < 4; attempt += 1) await shop.graphql(wrongLogin);
    expect(await fetchBreakerStates()).toEqual({});
    expect(await signIn(shop)).not.toBe('');
  });

  it('with status 500 because a book is sold out does not block later orders', async () => {
    await start({ failureThreshold: 2, minOpenMs: 60_000, maxOpenMs: 60_000 });
    const rejectAsSoldOut = () => createErrorResponse(500, 'Not enough stock for product Book 1');
    rest.server.use(http.post(`${hostUrl}/createShipment`, rejectAsSoldOut));
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(getOnlyError(await placeOrder())).toMatchObject({ code: 'OUT_OF_STOCK' });
    }
    expect(await fetchBreakerStates()).toEqual({});
  });

  it.each([502, 503, 504])('with status %i counts as a failure of the host', async (status) => {
    await start({ failureThreshold: 2, minOpenMs: 60_000, maxOpenMs: 60_000 });
    createFailure = () => new HttpResponse(null, { status });
    await queryUser();
    expect(await fetchBreakerStates()).toEqual({ getUserById: 'open' });
  });
});
