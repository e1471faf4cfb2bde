import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '#gateway/rest/circuit-breaker.ts';
import { at, mutate, onlyError } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl, refusal } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway | undefined;
let token: string;
afterEach(async () => {
  vi.useRealTimers();
  await shop?.close();
  shop = undefined;
});

/** What the host answers to the reading of a shopper; null as if nothing happened. */
let fault: (() => Response) | null;
let asked: number;

/** The gateway of the test. */
function running(): TestGateway {
  if (shop === undefined) throw new Error('no gateway runs');
  return shop;
}

async function start(breaker: { failureThreshold: number; minOpenMs: number; maxOpenMs: number }) {
  fault = null;
  asked = 0;
  shop = await startGateway({ breaker });
  token = await signIn(shop);
  rest.server.use(
    http.get(`${hostUrl}/getUserById/:id`, () => {
      asked += 1;
      return fault?.();
    }),
  );
}

const user = () => running().graphql('{ user { id } }', {}, token);

/** Orders one copy of a book, under a new key each time. */
const place = () =>
  mutate(
    running().graphql,
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

async function breakers(): Promise<Record<string, string>> {
  return (await (await fetch(`${running().url}/health/ready`)).json()).breakers;
}

async function metrics(): Promise<string> {
  return (await fetch(`${running().url}/metrics`)).text();
}

/** A try that the breaker lets through. */
function admitted(breaker: CircuitBreaker): NonNullable<ReturnType<CircuitBreaker['admit']>> {
  const report = breaker.admit();
  if (report === null) throw new Error('the breaker lets nothing through');
  return report;
}

const failing: Array<[string, () => Response]> = [
  ['cannot be reached', () => HttpResponse.error()],
  ['answers with a server error', () => HttpResponse.json({ message: 'no' }, { status: 503 })],
];

describe('an endpoint that fails again and again', () => {
  it.each(failing)('is left alone while others are called: it %s', async (_, answer) => {
    await start({ failureThreshold: 5, minOpenMs: 60_000, maxOpenMs: 60_000 });
    fault = answer;
    for (let time = 0; time < 4; time += 1) {
      expect((await user()).errors[0]?.message).toBe('Failed to fetch user data');
    }
    expect(asked).toBe(5);
    expect(await breakers()).toEqual({ getUserById: 'open' });
    expect(await metrics()).toContain('gateway_rest_breaker_state{endpoint="getUserById"} 2');
    expect(await metrics()).toContain('gateway_rest_breaker_state{endpoint="getallproducts"} 0');
    expect(await signIn(running())).not.toBe('');
    expect((await fetch(`${running().url}/health/ready`)).status).toBe(200);
  });

  it('is called again, by one call at a time, and by all as soon as it answers', async () => {
    await start({ failureThreshold: 2, minOpenMs: 30, maxOpenMs: 30 });
    fault = () => HttpResponse.error();
    await user();
    await expect.poll(breakers).toEqual({ getUserById: 'half-open' });
    const held = Promise.withResolvers<void>();
    rest.server.use(
      http.get(`${hostUrl}/getUserById/:id`, async () => {
        asked += 1;
        await held.promise;
        return undefined;
      }),
    );
    fault = null;
    asked = 0;
    const probe = user();
    await expect.poll(() => asked).toBe(1);
    expect((await user()).errors).toHaveLength(1);
    expect(asked).toBe(1);
    held.resolve();
    expect((await probe).data).toEqual({ user: { id: '7' } });
    expect(await breakers()).toEqual({});
    const answers = await Promise.all([user(), user(), user()]);
    expect(answers.map(({ data }) => at(data, 'user.id'))).toEqual(['7', '7', '7']);
  });

  it('is left alone twice as long after each probe that failed, up to the longest pause', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const breaker = new CircuitBreaker({ failureThreshold: 1, minOpenMs: 1_000, maxOpenMs: 3_000 });
    for (const pause of [1_000, 2_000, 3_000, 3_000]) {
      admitted(breaker)('failed');
      vi.advanceTimersByTime(pause - 1);
      expect(breaker.admit()).toBeNull();
      vi.advanceTimersByTime(1);
      expect(breaker.state).toBe('half-open');
    }
    admitted(breaker)('unknown');
    expect(breaker.state).toBe('half-open');
    admitted(breaker)('succeeded');
    expect(breaker.state).toBe('closed');
  });

  it('is probed by one call at a time, also when an earlier one ends meanwhile', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const breaker = new CircuitBreaker({ failureThreshold: 1, minOpenMs: 1_000, maxOpenMs: 3_000 });
    const straggler = admitted(breaker);
    admitted(breaker)('failed');
    vi.advanceTimersByTime(1_000);
    const probe = admitted(breaker);
    straggler('failed');
    expect(breaker.state).toBe('half-open');
    expect(breaker.admit()).toBeNull();
    probe('succeeded');
    expect(breaker.state).toBe('closed');
  });
});

describe('what the host refuses', () => {
  it('is an answer like any other', async () => {
    await start({ failureThreshold: 2, minOpenMs: 60_000, maxOpenMs: 60_000 });
    const wrong = 'mutation { login(input: { contact: "9000000001", password: "wrong" }) { token } }';
    for (let time = 0; time < 4; time += 1) await running().graphql(wrong);
    expect(await breakers()).toEqual({});
    expect(await signIn(running())).not.toBe('');
  });

  it('with status 500, as some hosts say that a book is sold out, does not hold up the orders of others', async () => {
    await start({ failureThreshold: 2, minOpenMs: 60_000, maxOpenMs: 60_000 });
    const soldOut = () => refusal(500, 'Not enough stock for product Book 1');
    rest.server.use(http.post(`${hostUrl}/createShipment`, soldOut));
    for (let time = 0; time < 4; time += 1) {
      expect(onlyError(await place())).toMatchObject({ code: 'OUT_OF_STOCK' });
    }
    expect(await breakers()).toEqual({});
  });

  it.each([502, 503, 504])('with status %i says that the host is away', async (status) => {
    await start({ failureThreshold: 2, minOpenMs: 60_000, maxOpenMs: 60_000 });
    fault = () => new HttpResponse(null, { status });
    await user();
    expect(await breakers()).toEqual({ getUserById: 'open' });
  });
});
