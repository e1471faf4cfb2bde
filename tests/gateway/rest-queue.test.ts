import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;
let held: PromiseWithResolvers<void>;
beforeEach(() => {
  held = Promise.withResolvers();
});
afterEach(async () => {
  held.resolve();
  await shop.close();
});

/** Four calls run at once and six wait: enough for the lists of the start. */
const policy = { maxConcurrent: 4, maxQueue: 6 };
const user = '{ user { id } }';

/** Makes the host keep an endpoint's callers waiting; gives how many came. */
function hold(path: string): () => number {
  let asked = 0;
  rest.server.use(
    http.get(`${hostUrl}${path}`, async () => {
      asked += 1;
      await held.promise;
    }),
  );
  return () => asked;
}

/** The number of a line of the metrics; 0 where there is none. */
async function metric(line: string): Promise<number> {
  const lines = (await (await fetch(`${shop.url}/metrics`)).text()).split('\n');
  return Number(
    lines
      .find((text) => text.startsWith(line))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

const waiting = () => metric('gateway_rest_calls{state="waiting"}');
const notSent = (endpoint: string, reason: string) =>
  metric(`gateway_rest_calls_not_sent_total{endpoint="${endpoint}",reason="${reason}"}`);

describe('calls to a host that is slow', () => {
  it('wait their turn, and beyond a bound are refused at once', async () => {
    shop = await startGateway({ policy });
    const token = await signIn(shop);
    const asked = hold('/getUserById/:id');
    const answers = Array.from({ length: 10 }, () => shop.graphql(user, {}, token));
    await expect.poll(waiting).toBe(6);
    expect(asked()).toBe(4);
    expect(await metric('gateway_rest_calls{state="running"}')).toBe(4);
    const { errors } = await shop.graphql(user, {}, token);
    expect(errors).toMatchObject([
      { message: 'Failed to fetch user data', extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    expect(await notSent('getUserById', 'queue-full')).toBe(1);
    held.resolve();
    for (const { data } of await Promise.all(answers)) expect(data).toEqual({ user: { id: '7' } });
    expect((await shop.graphql(user, {}, token)).data).toEqual({ user: { id: '7' } });
    expect(await waiting()).toBe(0);
  });

  it('are not made for a caller who hung up while they waited', async () => {
    shop = await startGateway({ policy });
    const token = await signIn(shop);
    const asked = hold('/getUserById/:id');
    const answers = Array.from({ length: 4 }, () => shop.graphql(user, {}, token));
    await expect.poll(asked).toBe(4);
    const hangUp = new AbortController();
    const impatient = fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: user }),
      signal: hangUp.signal,
    });
    await expect.poll(waiting).toBe(1);
    hangUp.abort();
    await expect(impatient).rejects.toThrow();
    await expect.poll(waiting).toBe(0);
    expect(await notSent('getUserById', 'client-aborted')).toBe(1);
    held.resolve();
    await Promise.all(answers);
    expect(asked()).toBe(4);
  });

  it('end by their deadline also when their turn never comes', async () => {
    hold('/getallproducts');
    shop = await startGateway({ wait: false, policy: { maxConcurrent: 1, timeoutMs: 300 } });
    const { errors } = await shop.graphql('{ coupons { id } }');
    expect(errors).toMatchObject([
      { message: 'Failed to fetch coupons', extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    expect(rest.host.calledTimes('GET AllCoupons')).toBe(0);
    expect(await notSent('AllCoupons', 'timeout')).toBeGreaterThan(0);
  });
});
