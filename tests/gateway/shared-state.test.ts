import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../certificate.ts';
import { openssl } from '../external-programs.ts';
import { startGatewayProcess } from './gateway-processes.ts';
import { at, mutate, onlyError, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { type RedisServer, redisServerPath, startRedis } from './redis.ts';

const sessionSecret = 'one secret for all gateways, long enough';
const rest = setUpRestHost();
const started: TestGateway[] = [];
const whoAmI = '{ products { totalCount } user { id } }';

async function start(redisUrl: string | undefined, logLine?: (line: string) => void): Promise<TestGateway> {
  const shop = await startGateway({ config: { redisUrl, sessionSecret }, ...(logLine && { logLine }) });
  started.push(shop);
  return shop;
}

async function closeAll(): Promise<void> {
  await Promise.all(started.splice(0).map((shop) => shop.close()));
}

/** Whether the gateway can read and write what it shares, as its health tells. */
async function sharedStore({ url }: { url: string }): Promise<unknown> {
  return at(await (await fetch(`${url}/health/ready`)).json(), 'sharedStore');
}

describe.skipIf(redisServerPath === undefined)('two gateways over one Redis', () => {
  let redis: RedisServer;
  let one: TestGateway;
  let other: TestGateway;
  beforeAll(async () => {
    redis = await startRedis();
  });
  beforeEach(async () => {
    [one, other] = await Promise.all([start(redis.url), start(redis.url)]);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await closeAll();
  });
  afterAll(() => redis.stop());

  it('know each other\u2019s sessions, and that one is over', async () => {
    const token = await signIn(one);
    expect(at((await other.graphql(whoAmI, {}, token)).data, 'user')).toEqual({ id: '7' });
    expect(at((await other.graphql('mutation { logout { loggedOut } }', {}, token)).data, 'logout')).toEqual({
      loggedOut: true,
    });
    expect(at((await one.graphql(whoAmI, {}, token)).data, 'user')).toBeNull();
  });

  it('take a token for a new password once, wherever it was given out', async () => {
    const proof = { email: 'reader@shop.example', otp: '123456' };
    const token = await signIn(other);
    const verified = await mutate(one.graphql, 'verifyPasswordReset', proof, 'resetToken');
    const reset = { resetToken: textAt(verified, 'resetToken'), newPassword: 'a-new-password' };
    const used = await Promise.all(
      [one, other, one, other].map(({ graphql }) => mutate(graphql, 'resetPassword', reset, 'message')),
    );
    expect(used.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1);
    expect(rest.host.calledTimes('PUT resetUserPassword')).toBe(1);
    expect(at((await one.graphql(whoAmI, {}, token)).data, 'user')).toBeNull();
  });

  it.each([
    ['behind', -60_000],
    ['ahead', 60_000],
  ])('agree on what a password reset ends, also where the clock of one is %s', async (_, skew) => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + skew });
    const before = await signIn(other);
    vi.setSystemTime(now);
    const proof = { email: 'reader@shop.example', otp: '123456' };
    const verified = await mutate(one.graphql, 'verifyPasswordReset', proof, 'resetToken');
    const reset = { resetToken: textAt(verified, 'resetToken'), newPassword: 'a-new-password' };
    await mutate(one.graphql, 'resetPassword', reset, 'message');
    vi.setSystemTime(now + skew);
    const after = await signIn(other);
    expect(at((await one.graphql(whoAmI, {}, before)).data, 'user')).toBeNull();
    expect(at((await one.graphql(whoAmI, {}, after)).data, 'user')).toEqual({ id: '7' });
  });

  it('count wrong passwords together', async () => {
    const wrong = { contact: '9876543210', password: 'guess' };
    const codes: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { graphql } = guess % 2 === 0 ? one : other;
      codes.push(onlyError(await mutate(graphql, 'login', wrong, 'token')).code);
    }
    expect(codes).toEqual([...Array(10).fill('LOGIN_FAILED'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe.skipIf(redisServerPath === undefined)('while Redis is away', () => {
  let redis: RedisServer | undefined;
  afterEach(async () => {
    await closeAll();
    await redis?.stop();
  });

  /** A token that was given out while Redis was there. */
  const earlierToken = async () => signIn(await start(undefined));

  /** What needs the shared state is refused in plain words; browsing is not. */
  async function expectBrowsingOnly(shop: TestGateway, token: string): Promise<void> {
    const visitor = await shop.graphql(whoAmI);
    expect([visitor.errors, visitor.data]).toEqual([[], { products: { totalCount: 3 }, user: null }]);
    const refusal = expect.objectContaining({
      message: 'The shop cannot do this at the moment. Please try again in a minute.',
      extensions: { code: 'SERVICE_UNAVAILABLE', requestId: expect.any(String) },
    });
    const shopper = await shop.graphql(whoAmI, {}, token);
    expect(shopper).toMatchObject({ data: { products: { totalCount: 3 }, user: null }, errors: [refusal] });
    for (const mutation of [
      'login(input: { contact: "9000000001", password: "right-password" }) { token }',
      'addToCart(input: { productId: "1" }) { cart { unitCount } }',
      'requestPasswordReset(input: { email: "reader@shop.example" }) { message }',
    ]) {
      const { data, errors } = await shop.graphql(`mutation { ${mutation} }`, {}, token);
      expect([data, errors]).toEqual([null, [refusal]]);
    }
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_shared_store_up 0');
    expect(await sharedStore(shop)).toBe('away');
  }

  it('from the start, the gateway is ready for browsing, and for all once Redis is there', async () => {
    const earlier = await earlierToken();
    redis = await startRedis({ startStopped: true });
    const shop = await start(redis.url);
    const asked = rest.host.calls.length;
    await expectBrowsingOnly(shop, earlier);
    expect(rest.host.calls.slice(asked)).toEqual([]);
    await redis.start();
    await expect.poll(() => sharedStore(shop)).toBe('available');
    const token = await signIn(shop);
    expect(at((await shop.graphql(whoAmI, {}, token)).data, 'user')).toEqual({ id: '7' });
  });

  it('in mid-run, nobody is signed out for it, and who signed out stays so', async () => {
    const lines: string[] = [];
    redis = await startRedis();
    const shop = await start(redis.url, (line) => lines.push(line));
    const [token, ended] = [await signIn(shop), await signIn(shop)];
    await shop.graphql('mutation { logout { loggedOut } }', {}, ended);
    await redis.shutDown();
    await expectBrowsingOnly(shop, token);
    await redis.start();
    await expect.poll(() => sharedStore(shop)).toBe('available');
    expect(at((await shop.graphql(whoAmI, {}, token)).data, 'user')).toEqual({ id: '7' });
    expect(at((await shop.graphql(whoAmI, {}, ended)).data, 'user')).toBeNull();
    const log = lines.join('');
    expect(log.match(/Redis cannot be used/g)).toHaveLength(1);
    expect(log.match(/Redis can be used again/g)).toHaveLength(1);
    for (const personal of [token, 'reader@shop.example', '9000000001', 'limit login']) {
      expect(log).not.toContain(personal);
    }
  });

  it('since it hangs, nobody waits for long', async () => {
    redis = await startRedis();
    const shop = await start(redis.url);
    const token = await signIn(shop);
    redis.suspend();
    const { errors } = await shop.graphql(whoAmI, {}, token);
    expect(errors[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
    redis.resume();
    const user = async () => at((await shop.graphql(whoAmI, {}, token)).data, 'user');
    await expect.poll(user).toEqual({ id: '7' });
  });

  it('since it refuses the password, the log says so without any secret', async () => {
    const lines: string[] = [];
    redis = await startRedis({ password: 'the-right-secret' });
    const url = redis.url.replace('the-right-secret', 'the-wrong-secret');
    const shop = await start(url, (line) => lines.push(line));
    await expectBrowsingOnly(shop, await earlierToken());
    const log = lines.join('');
    expect(log).toContain('WRONGPASS');
    expect(log).not.toContain('-secret');
  });
});

describe.skipIf(redisServerPath === undefined || openssl.find() === undefined)('Redis over TLS', () => {
  it('is used where its certificate is trusted, and nowhere else', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'gw-tls-'));
    const tls = makeCertificate(directory);
    const redis = await startRedis({ tls, password: 'over-tls' });
    const settings = {
      REDIS_URL: redis.url,
      REST_API_URL: 'http://127.0.0.1:9',
      SESSION_SECRET: sessionSecret,
    };
    const [trusting, other] = await Promise.all([
      startGatewayProcess({ ...settings, NODE_EXTRA_CA_CERTS: tls.certificate }),
      startGatewayProcess(settings),
    ]);
    try {
      await expect.poll(() => sharedStore(trusting)).toBe('available');
      await expect.poll(() => other.output()).toContain('self-signed certificate');
      expect(await sharedStore(other)).toBe('away');
      expect(other.output()).not.toContain('over-tls');
    } finally {
      await Promise.all([trusting.stop(), other.stop()]);
      await redis.stop();
      await rm(directory, { recursive: true });
    }
  });
});
