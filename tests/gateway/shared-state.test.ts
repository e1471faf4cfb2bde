import { connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCertificate } from '../certificate.ts';
import { openssl } from '../external-programs.ts';
import { listenOnFreePort } from '../listen.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { createOrderInput } from './checkout-setup.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { at, encodeNodeId, getOnlyError, mutate, textAt } from './graphql-call.ts';
import { readMetric, setUpGateways, setUpRestHost, signIn, type TestGateway } from './harness.ts';
import { type RedisServer, redisServerPath, setUpRedis } from './redis.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createOrderRecord, createProductRecord } from './rest-records.ts';

const sessionSecret = 'one secret for all gateways, long enough';
const rest = setUpRestHost();
const gateways = setUpGateways();
const credentials = { contact: '9000000001', password: 'right-password' };
const userQuery = '{ products { totalCount } user { id } }';

const start = (redisUrl: string | undefined, onLogLine?: (line: string) => void) =>
  gateways.start({ config: { redisUrl, sessionSecret }, ...(onLogLine && { onLogLine }) });

/** The state of the shared store as the readiness check reports it. */
async function fetchStoreState({ url }: { url: string }): Promise<unknown> {
  return at(await (await fetch(`${url}/health/ready`)).json(), 'sharedStore');
}

describe.skipIf(redisServerPath === undefined)('two gateways that share a Redis', () => {
  let redis: RedisServer;
  let one: TestGateway;
  let other: TestGateway;
  beforeAll(async () => {
    redis = await setUpRedis();
  });
  beforeEach(async () => {
    [one, other] = await Promise.all([start(redis.url), start(redis.url)]);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => redis.remove());

  it('accept the same sessions, and a logout at one of them ends the session at both', async () => {
    const token = await signIn(one);
    expect(at((await other.graphql(userQuery, {}, token)).data, 'user')).toEqual({
      id: encodeNodeId('User', 7),
    });
    expect(at((await other.graphql('mutation { logout { loggedOut } }', {}, token)).data, 'logout')).toEqual({
      loggedOut: true,
    });
    expect(at((await one.graphql(userQuery, {}, token)).data, 'user')).toBeNull();
  });

  it('accept a password reset token only once between them', async () => {
    const credentials = { email: 'reader@shop.example', otp: '123456' };
    const token = await signIn(other);
    const verified = await mutate(one.graphql, 'verifyPasswordReset', credentials, 'resetToken');
    const reset = { resetToken: textAt(verified, 'resetToken'), newPassword: 'a-new-password' };
    const payloads = await Promise.all(
      [one, other, one, other].map(({ graphql }) => mutate(graphql, 'resetPassword', reset, 'message')),
    );
    expect(payloads.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1);
    expect(rest.host.countCalls('PUT resetUserPassword')).toBe(1);
    expect(at((await one.graphql(userQuery, {}, token)).data, 'user')).toBeNull();
  });

  it.each([
    ['behind', -60_000],
    ['ahead', 60_000],
  ])('agree on the sessions that a password reset ends, even if the clock of one is %s', async (_, skew) => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + skew });
    const earlierToken = await signIn(other);
    vi.setSystemTime(now);
    const credentials = { email: 'reader@shop.example', otp: '123456' };
    const verified = await mutate(one.graphql, 'verifyPasswordReset', credentials, 'resetToken');
    const reset = { resetToken: textAt(verified, 'resetToken'), newPassword: 'a-new-password' };
    await mutate(one.graphql, 'resetPassword', reset, 'message');
    vi.setSystemTime(now + skew);
    const laterToken = await signIn(other, '9000000001', 'a-new-password');
    expect(at((await one.graphql(userQuery, {}, earlierToken)).data, 'user')).toBeNull();
    expect(at((await one.graphql(userQuery, {}, laterToken)).data, 'user')).toEqual({
      id: encodeNodeId('User', 7),
    });
  });

  it('count wrong passwords together', async () => {
    const wrong = { contact: '9876543210', password: 'guess' };
    const codes: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const { graphql } = guess % 2 === 0 ? one : other;
      codes.push(getOnlyError(await mutate(graphql, 'login', wrong, 'token')).code);
    }
    expect(codes).toEqual([...Array(10).fill('LOGIN_FAILED'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe.skipIf(redisServerPath === undefined)('when Redis is unavailable or rejects commands', () => {
  let redis: RedisServer | undefined;
  afterEach(async () => {
    await gateways.closeAll();
    await redis?.remove();
  });

  /** Issues a valid token without Redis, through a gateway with the same secret. */
  const issueToken = async () => signIn(await start(undefined));

  /** Expects that browsing works, and that operations that need the shared state fail. */
  async function expectBrowsingOnly(shop: TestGateway, token: string): Promise<void> {
    const visitor = await shop.graphql(userQuery);
    expect([visitor.errors, visitor.data]).toEqual([[], { products: { totalCount: 3 }, user: null }]);
    const unavailableError = expect.objectContaining({
      message: 'The shop cannot do this at the moment. Please try again in a minute.',
      extensions: { code: 'SERVICE_UNAVAILABLE', requestId: expect.any(String) },
    });
    const shopper = await shop.graphql(userQuery, {}, token);
    expect(shopper).toMatchObject({
      data: { products: { totalCount: 3 }, user: null },
      errors: [unavailableError],
    });
    for (const mutation of [
      'login(input: { contact: "9000000001", password: "right-password" }) { token }',
      'addToCart(input: { productId: "1" }) { cart { unitCount } }',
      'requestPasswordReset(input: { email: "reader@shop.example" }) { message }',
    ]) {
      const { data, errors } = await shop.graphql(`mutation { ${mutation} }`, {}, token);
      expect([Object.values(data ?? {}), errors]).toEqual([[null], [unavailableError]]);
    }
    expect(await shop.graphql('mutation { logout { userErrors { code } } }', {}, token)).toMatchObject({
      data: { logout: { userErrors: [{ code: 'UNAVAILABLE' }] } },
      errors: [],
    });
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    expect(metrics).toContain('gateway_shared_store_up 0');
    expect(await fetchStoreState(shop)).toBe('unavailable');
  }

  it('a gateway that is started without Redis lets visitors browse, and lets shoppers sign in once Redis is available', async () => {
    const token = await issueToken();
    redis = await setUpRedis({ autoStart: false });
    const shop = await start(redis.url);
    const callsBefore = rest.host.calls.length;
    await expectBrowsingOnly(shop, token);
    expect(rest.host.calls.slice(callsBefore)).toEqual([]);
    await redis.start();
    await expect.poll(() => fetchStoreState(shop)).toBe('available');
    const newToken = await signIn(shop);
    expect(at((await shop.graphql(userQuery, {}, newToken)).data, 'user')).toEqual({
      id: encodeNodeId('User', 7),
    });
  });

  it('a running gateway signs nobody out, and ended sessions do not become valid again', async () => {
    const lines: string[] = [];
    redis = await setUpRedis();
    const shop = await start(redis.url, (line) => lines.push(line));
    const [token, endedToken] = [await signIn(shop), await signIn(shop)];
    await shop.graphql('mutation { logout { loggedOut } }', {}, endedToken);
    await redis.stop();
    await expectBrowsingOnly(shop, token);
    await redis.start();
    await expect.poll(() => fetchStoreState(shop)).toBe('available');
    expect(at((await shop.graphql(userQuery, {}, token)).data, 'user')).toEqual({
      id: encodeNodeId('User', 7),
    });
    expect(at((await shop.graphql(userQuery, {}, endedToken)).data, 'user')).toBeNull();
    const log = lines.join('');
    expect(log.match(/Redis is unavailable/g)).toHaveLength(1);
    expect(log.match(/Redis is available again/g)).toHaveLength(1);
    // The keys that count login attempts in Redis contain `limit login`.
    for (const secret of [token, 'reader@shop.example', '9000000001', 'limit login']) {
      expect(log).not.toContain(secret);
    }
  });

  it('the log reports the outage as an error, but not each request that fails', async () => {
    const lines: unknown[] = [];
    redis = await setUpRedis();
    const shop = await start(redis.url, (line) => lines.push(JSON.parse(line)));
    const token = await signIn(shop);
    await redis.stop();
    await expectBrowsingOnly(shop, token);
    const errors = lines.filter((line) => Number(at(line, 'level')) >= 50);
    expect(errors.map((line) => at(line, 'msg'))).toEqual(['Redis is unavailable']);
    const log = JSON.stringify(lines);
    expect(log).toContain('the store is unavailable: not connected');
    expect(log).not.toContain('maxRetriesPerRequest');
  });

  it('requests fail instead of waiting for a Redis that does not respond', async () => {
    redis = await setUpRedis();
    const shop = await start(redis.url);
    const token = await signIn(shop);
    redis.suspend();
    const { errors } = await shop.graphql(userQuery, {}, token);
    expect(errors[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
    redis.resume();
    const fetchUser = async () => at((await shop.graphql(userQuery, {}, token)).data, 'user');
    await expect.poll(fetchUser).toEqual({ id: encodeNodeId('User', 7) });
  });

  it('once Redis has not responded in time, requests fail immediately until it does', async () => {
    const lines: string[] = [];
    redis = await setUpRedis();
    const shop = await start(redis.url, (line) => lines.push(line));
    const token = await signIn(shop);
    redis.suspend();
    const fetchCode = async () => (await shop.graphql(userQuery, {}, token)).errors[0]?.extensions.code;
    expect(await fetchCode()).toBe('SERVICE_UNAVAILABLE');
    await expect.poll(() => lines.join('')).toContain('Redis is unavailable');
    const startedAt = performance.now();
    for (let count = 0; count < 10; count += 1) expect(await fetchCode()).toBe('SERVICE_UNAVAILABLE');
    // Waiting for a reply to each request would take longer.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    redis.resume();
    await expect.poll(fetchCode).toBeUndefined();
  });

  it('requests wait while a connection that was reset is replaced', async () => {
    const lines: string[] = [];
    const server = await setUpRedis();
    redis = server;
    const sockets: Socket[] = [];
    let isForwarding = true;
    const forward = (socket: Socket) => {
      const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
      for (const [end, otherEnd] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        end.on('error', () => {}).on('close', () => otherEnd.destroy());
        end.pipe(otherEnd);
      }
    };
    const proxy = createServer((socket) => {
      sockets.push(socket);
      if (isForwarding) forward(socket);
    });
    const port = await listenOnFreePort(proxy);
    try {
      const shop = await start(`redis://127.0.0.1:${port}`, (line) => lines.push(line));
      const token = await signIn(shop);
      isForwarding = false;
      for (const socket of sockets.splice(0)) socket.resetAndDestroy();
      await expect.poll(() => lines.join('')).toContain('ECONNRESET');
      const response = shop.graphql(userQuery, {}, token);
      await expect.poll(() => sockets.length).toBe(1);
      isForwarding = true;
      sockets.forEach(forward);
      expect(await response).toMatchObject({ data: { user: { id: encodeNodeId('User', 7) } }, errors: [] });
    } finally {
      await gateways.closeAll();
      for (const socket of sockets) socket.destroy();
      proxy.close();
    }
  });

  it('a request that fails because Redis rejects reads, but not writes, is reported', async () => {
    const lines: unknown[] = [];
    redis = await setUpRedis();
    const shop = await start(redis.url, (line) => lines.push(JSON.parse(line)));
    const token = await signIn(shop);
    const client = new Redis(redis.url);
    await client.acl('SETUSER', 'default', '-get');
    client.disconnect();
    const { errors } = await shop.graphql(userQuery, {}, token);
    expect(errors[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
    const logged = lines.filter((line) => Number(at(line, 'level')) >= 50);
    expect(logged.map((line) => at(line, 'msg'))).toEqual(['a field could not be resolved']);
    expect(JSON.stringify(logged)).toContain('NOPERM');
  });

  it.each([
    ['is full', 'maxmemory', '1mb', 'OOM command not allowed'],
    ['has too few replicas', 'min-replicas-to-write', '1', 'NOREPLICAS'],
  ])(
    'a Redis that %s, and so rejects writes, is reported until it accepts them again',
    async (_, setting, rejectingValue, reason) => {
      const lines: string[] = [];
      redis = await setUpRedis();
      const shop = await start(redis.url, (line) => lines.push(line));
      const login = () => mutate(shop.graphql, 'login', credentials, 'token').catch(() => null);
      await redis.configure(setting, rejectingValue);
      expect([await login(), await login()]).toEqual([null, null]);
      await expect.poll(() => fetchStoreState(shop)).toBe('unavailable');
      expect(await readMetric(shop.url, 'gateway_shared_store_up')).toBe(0);
      await redis.configure(setting, '0');
      await expect.poll(() => fetchStoreState(shop)).toBe('available');
      expect(await login()).toMatchObject({ userErrors: [] });
      const log = lines.join('');
      expect(log.match(/cannot be written/g)).toHaveLength(1);
      expect(log.match(/can be written again/g)).toHaveLength(1);
      expect(log).toContain(reason);
      expect(log).not.toContain(credentials.contact);
    },
  );

  it('a Redis that has become a read-only replica causes few reconnections, and is reported once', async () => {
    const lines: string[] = [];
    redis = await setUpRedis();
    const primary = await setUpRedis();
    const client = new Redis(redis.url);
    try {
      const shop = await start(redis.url, (line) => lines.push(line));
      const token = await signIn(shop);
      const login = () => mutate(shop.graphql, 'login', credentials, 'token').catch(() => null);
      const countConnections = async () =>
        Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1]);
      await client.replicaof('127.0.0.1', new URL(primary.url).port);
      const connectionsBefore = await countConnections();
      const loginCount = 20;
      for (let count = 0; count < loginCount; count += 1) expect(await login()).toBeNull();
      // One connection to look for a new primary, and some more if the test is slow.
      expect((await countConnections()) - connectionsBefore).toBeLessThan(loginCount / 2);
      await expect.poll(() => fetchStoreState(shop)).toBe('unavailable');
      await expect
        .poll(async () => at((await shop.graphql(userQuery, {}, token)).data, 'user'))
        .toEqual({ id: encodeNodeId('User', 7) });
      await client.replicaof('NO', 'ONE');
      await expect.poll(() => fetchStoreState(shop)).toBe('available');
      const log = lines.join('');
      expect(log.match(/cannot be written/g)).toHaveLength(1);
      expect(log).toContain('READONLY');
      expect(log).not.toContain('Redis is unavailable');
    } finally {
      client.disconnect();
      await primary.remove();
    }
  });

  it.each([
    [
      'order',
      'createShipment',
      createOrderInput({
        source: 'SINGLE_PRODUCT',
        lines: [{ productId: '1', quantity: 1 }],
        couponId: null,
        expectedTotal: 289.5,
      }),
      createErrorResponse(409, 'Not enough stock for product Book 1'),
      'OUT_OF_STOCK',
    ],
    [
      'cancellation',
      'cancelOrder',
      { orderId: encodeNodeId('Shipment', 'ORD-CANCELLABLE') },
      createErrorResponse(409, 'The order is packed.'),
      'NOT_CANCELLABLE',
    ],
  ])(
    'the reason why the host rejected a shopper’s %s is reported',
    async (_, mutation, input, response, code) => {
      const server = await setUpRedis();
      redis = server;
      rest.host.products = [createProductRecord(1, { price: 249.5 })];
      rest.host.orders.push(createOrderRecord());
      const shop = await start(server.url);
      const token = await signIn(shop);
      rest.server.use(
        http.post(`${hostUrl}/${mutation}`, async () => {
          await server.configure('maxmemory', '1mb');
          return response;
        }),
      );
      const { userErrors } = await mutate(shop.graphql, mutation, input, '', token);
      expect(userErrors.map((error) => error.code)).toEqual([code]);
    },
  );

  it('the log reports once that a running gateway needs a new password', async () => {
    const lines: string[] = [];
    redis = await setUpRedis();
    const shop = await start(redis.url, (line) => lines.push(line));
    await expect.poll(() => fetchStoreState(shop)).toBe('available');
    const client = new Redis(redis.url);
    try {
      const countConnections = async () =>
        Number(/total_connections_received:(\d+)/.exec(await client.info('stats'))?.[1]);
      await client.config('SET', 'requirepass', 'a-new-secret');
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await expect.poll(() => lines.join('')).toContain('NOAUTH');
      const connections = await countConnections();
      await expect.poll(countConnections).toBeGreaterThan(connections + 1);
      await client.config('SET', 'requirepass', '');
      await expect.poll(() => fetchStoreState(shop)).toBe('available');
    } finally {
      client.disconnect();
    }
    const log = lines.join('');
    expect(log.match(/NOAUTH/g)).toHaveLength(1);
    expect(log).not.toContain('a-new-secret');
  });

  it('the log reports a rejected password without the password', async () => {
    const lines: string[] = [];
    redis = await setUpRedis({ password: 'the-right-secret' });
    const url = redis.url.replace('the-right-secret', 'the-wrong-secret');
    const shop = await start(url, (line) => lines.push(line));
    await expectBrowsingOnly(shop, await issueToken());
    const log = lines.join('');
    expect(log).toContain('WRONGPASS');
    expect(log).not.toContain('-secret');
  });
});

describe.skipIf(redisServerPath === undefined || openssl.find() === undefined)('Redis over TLS', () => {
  it('is used only if its certificate is trusted', async () => {
    const directory = await createTemporaryFolder();
    const tls = createCertificate(directory);
    const redis = await setUpRedis({ tls, password: 'over-tls' });
    const settings = {
      REDIS_URL: redis.url,
      REST_API_URL: 'http://127.0.0.1:9',
      SESSION_SECRET: sessionSecret,
    };
    const [trusting, distrusting] = await Promise.all([
      startGatewayProcess({ ...settings, NODE_EXTRA_CA_CERTS: tls.certificate }),
      startGatewayProcess(settings),
    ]);
    try {
      await expect.poll(() => fetchStoreState(trusting)).toBe('available');
      await expect.poll(() => distrusting.output()).toContain('self-signed certificate');
      expect(await fetchStoreState(distrusting)).toBe('unavailable');
      expect(distrusting.output()).not.toContain('over-tls');
    } finally {
      await Promise.all([trusting.stop(), distrusting.stop()]);
      await redis.remove();
    }
  });
});
