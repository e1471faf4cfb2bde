import type { RequestHandler } from 'express';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { maxOperationCost } from '#gateway/config.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { postGraphQL, textAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { fetchCoverUrl } from './image-host.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

/**
 * A storefront that charges each page as rendered, or as cached if its path begins with `/cached`. The parameter
 * `further` is the number of further pages of a listing to charge.
 */
const storefront =
  (chargePage: Gateway['chargePage']): RequestHandler =>
  (request, response, next) => {
    const page = request.path.startsWith('/cached') ? 'cachedPage' : 'renderedPage';
    chargePage(request, page, Number(request.query.further ?? 0))
      .then(({ isGranted, headers }) =>
        response
          .set(headers)
          .status(isGranted ? 200 : 429)
          .send(),
      )
      .catch(next);
  };

/** Starts a gateway behind one proxy, with the smallest quota: it covers the most expensive operation once. */
async function start(): Promise<void> {
  shop = await startGateway({
    storefront,
    config: { visitorQuota: maxOperationCost, trustedProxies: 1 },
  });
}

const forwardedFor = (ipAddress: string) => ({ 'x-forwarded-for': ipAddress });

let queryCount = 0;

/** Sends a query with a unique body, so that its response does not come from the response cache. */
async function sendQuery(ipAddress: string): Promise<number> {
  queryCount += 1;
  const response = await postGraphQL(
    shop.url,
    { query: `{ products(first: 100) { nodes { id } } } # ${queryCount}` },
    forwardedFor(ipAddress),
  );
  await response.text();
  return response.status;
}

/** Repeats a request until the status is 429. Returns the number of requests before that, or infinity after 1,000. */
async function countUntilRejected(send: () => Promise<number>): Promise<number> {
  for (let count = 0; count < 1_000; count += 1) if ((await send()) === 429) return count;
  return Number.POSITIVE_INFINITY;
}

it('pages and GraphQL operations of one network share a quota; every other network has a separate quota', async () => {
  await start();
  const openPage = async (ipAddress: string) =>
    (await fetch(`${shop.url}/category`, { headers: forwardedFor(ipAddress) })).status;
  const pageCount = await countUntilRejected(() => openPage('192.0.2.1'));
  expect(pageCount).toBeGreaterThan(0);
  expect(pageCount).toBeLessThan(20);
  await countUntilRejected(() => sendQuery('192.0.2.1'));
  expect(await openPage('2001:db8::1')).toBe(200);
  await countUntilRejected(() => sendQuery('2001:db8::2'));
  expect(await openPage('2001:db8::1')).toBe(429);
  expect(await openPage('192.0.2.2')).toBe(200);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  expect(metrics).toMatch(/gateway_rejected_requests_total\{reason="quota-exceeded",client="visitor"\} 4/);
});

it('a port that the proxy adds to the IP address does not change the network', async () => {
  await start();
  await countUntilRejected(() => sendQuery('192.0.2.1:50123'));
  expect(await sendQuery('192.0.2.1')).toBe(429);
  expect(await sendQuery('192.0.2.2:50123')).toBe(200);
  await countUntilRejected(() => sendQuery('[2001:db8::1]:443'));
  expect(await sendQuery('2001:db8::2')).toBe(429);
  expect(await sendQuery('[2001:db8:0:1::1]:443')).toBe(200);
});

/** The quota of the client's network, according to the RateLimit headers of a response. */
function readRateLimit({ headers }: Response) {
  expect(headers.get('ratelimit-policy')).toBe(`"network";q=${maxOperationCost};w=60`);
  const [, remaining, resetSeconds] =
    /^"network";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  expect(Number(resetSeconds)).toBeGreaterThan(0);
  expect(Number(resetSeconds)).toBeLessThanOrEqual(60);
  return { remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}

it('the headers of a page state the remaining quota, and those of a rejected page include Retry-After', async () => {
  await start();
  const openPage = (path: string) => fetch(`${shop.url}${path}`, { headers: forwardedFor('192.0.2.1') });
  const first = await openPage('/');
  const { remaining } = readRateLimit(first);
  expect(first.headers.get('retry-after')).toBeNull();
  expect(readRateLimit(await openPage('/cached')).remaining).toBe(remaining - 1);
  await countUntilRejected(async () => (await openPage('/')).status);
  const rejected = await openPage('/');
  const state = readRateLimit(rejected);
  expect(state.remaining).toBeLessThan(maxOperationCost - remaining);
  expect(Number(rejected.headers.get('retry-after'))).toBe(state.resetSeconds);
  expect((await openPage('/cached')).status).toBe(200);
});

it('a listing is charged for each further page that is rendered with it, and ten pages fit the smallest quota', async () => {
  await start();
  const openPage = (path: string, ipAddress: string) =>
    fetch(`${shop.url}${path}`, { headers: forwardedFor(ipAddress) });
  const readPoints = async (path: string, ipAddress: string) =>
    maxOperationCost - readRateLimit(await openPage(path, ipAddress)).remaining;
  const points = await readPoints('/product', '192.0.2.1');
  const furtherPoints = (await readPoints('/product?further=1', '192.0.2.2')) - points;
  expect(furtherPoints).toBeGreaterThanOrEqual(points / 4);
  expect(await readPoints('/product?further=9', '192.0.2.3')).toBe(points + 9 * furtherPoints);
  expect((await openPage('/product?further=9', '192.0.2.4')).status).toBe(200);
  expect((await openPage('/product?further=9', '192.0.2.4')).status).toBe(429);
});

it('requests served from the response cache are charged too, and rejected once the quota is used up', async () => {
  await start();
  const sendCachedQuery = async (ipAddress: string) => {
    const response = await postGraphQL(shop.url, { query: '{ coupons { id } }' }, forwardedFor(ipAddress));
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };
  expect((await sendCachedQuery('192.0.2.1')).status).toBe(200);
  await countUntilRejected(() => sendQuery('192.0.2.1'));
  await countUntilRejected(async () => (await sendCachedQuery('192.0.2.1')).status);
  const rejected = await sendCachedQuery('192.0.2.1');
  expect(rejected.status).toBe(429);
  expect(Number(rejected.retryAfter)).toBeGreaterThan(0);
  expect(rejected.text).toContain('"code":"RATE_LIMITED"');
  expect((await sendCachedQuery('192.0.2.2')).status).toBe(200);
});

it.each([
  ['one second', 59_200, 'Too many requests this minute. Please try again in one second.'],
  ['several seconds', 57_200, 'Too many requests this minute. Please try again in 3 seconds.'],
  [
    'a minute at most if the clock is set back',
    -3_600_000,
    'Too many requests this minute. Please try again in 60 seconds.',
  ],
])('the response to a rejected request says when to try again: in %s', async (_, elapsedMs, message) => {
  await start();
  const startedAt = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt });
  await countUntilRejected(() => sendQuery('192.0.2.1'));
  vi.setSystemTime(startedAt + elapsedMs);
  const response = await postGraphQL(
    shop.url,
    { query: '{ products(first: 100) { nodes { sku } } }' },
    forwardedFor('192.0.2.1'),
  );
  expect(response.status).toBe(429);
  expect(textAt(await response.json(), 'errors.0.message')).toBe(message);
});

/** Fetches a file. Returns the response's status and Retry-After header. */
async function fetchFile(url: string, ipAddress = '192.0.2.1') {
  const response = await fetch(url, { headers: forwardedFor(ipAddress) });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

function serveCover(respond: () => Response): void {
  rest.server.use(http.get(`${hostUrl}/files/covers/1.svg`, respond));
}

const svgResponse = () =>
  new HttpResponse('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="90"/>', {
    headers: { 'content-type': 'image/svg+xml' },
  });

it('files of the REST host are charged to the same quota as operations, and rejected with Retry-After', async () => {
  await start();
  serveCover(svgResponse);
  const url = await fetchCoverUrl(shop);
  const fileCount = await countUntilRejected(async () => (await fetchFile(url)).status);
  expect(fileCount).toBeGreaterThan(10);
  expect(fileCount).toBeLessThan(200);
  const rejected = await fetchFile(url);
  expect(rejected.status).toBe(429);
  expect(Number(rejected.retryAfter)).toBeGreaterThan(0);
  const responseToOtherNetwork = await fetch(url, { headers: forwardedFor('192.0.2.3') });
  expect(readRateLimit(responseToOtherNetwork).remaining).toBeLessThan(maxOperationCost);
  expect(await sendQuery('192.0.2.1')).toBe(429);
  expect(await sendQuery('192.0.2.2')).toBe(200);
  expect((await fetchFile(url, '192.0.2.2')).status).toBe(200);
});

it.each(['/schema.json', '/schema.graphql'])(
  '%s is compressed, charged to the quota of the network, and not sent again to a client that has it',
  async (path) => {
    await start();
    const request = (headers: Record<string, string> = {}) =>
      fetch(`${shop.url}${path}`, { headers: { ...forwardedFor('192.0.2.1'), ...headers } });
    const plain = await request({ 'accept-encoding': 'identity' });
    const plainText = await plain.text();
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(maxOperationCost - readRateLimit(plain).remaining).toBe(100);
    for (const coding of ['br', 'gzip']) {
      const compressed = await request({ 'accept-encoding': coding });
      expect(compressed.headers.get('content-encoding')).toBe(coding);
      expect(Number(compressed.headers.get('content-length'))).toBeLessThan(plainText.length / 3);
      expect(await compressed.text()).toBe(plainText);
    }
    const etag = plain.headers.get('etag') ?? '';
    expect((await request({ 'if-none-match': etag })).status).toBe(304);
    expect(await countUntilRejected(async () => (await request()).status)).toBeLessThan(50);
    const rejected = await request();
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rejected.headers.get('cache-control')).toBe('no-store');
  },
);

it('an image is charged when it is resized, but not when it is served from the cache', async () => {
  await start();
  serveCover(svgResponse);
  const url = await fetchCoverUrl(shop);
  const getResizedUrl = (width: number) => `${url}?width=${width}`;
  expect(await fetchFile(getResizedUrl(80))).toEqual({ status: 200, retryAfter: null });
  const widths = [160, 240, 320, 480, 640, 960, 1440, 1920];
  await countUntilRejected(async () => (await fetchFile(url)).status);
  const rejected = await Promise.all(widths.map((width) => fetchFile(getResizedUrl(width))));
  for (const { status, retryAfter } of rejected) {
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect((await fetchFile(getResizedUrl(80))).status).toBe(200);
});

it('an image that the host does not have is charged once, not for every request', async () => {
  await start();
  serveCover(() => new HttpResponse('no', { status: 404 }));
  const url = `${await fetchCoverUrl(shop)}?width=80`;
  const readPoints = async () => {
    const page = await fetch(`${shop.url}/cached`, { headers: forwardedFor('192.0.2.1') });
    return maxOperationCost - readRateLimit(page).remaining;
  };
  const pagePoints = await readPoints();
  expect((await fetchFile(url)).status).toBe(404);
  const points = await readPoints();
  expect(points).toBeGreaterThan(2 * pagePoints);
  for (let request = 0; request < 10; request += 1) expect((await fetchFile(url)).status).toBe(404);
  expect(await readPoints()).toBe(points + pagePoints);
});
