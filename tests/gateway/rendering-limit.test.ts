import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#gateway/config.ts';
import type { RenderLimits } from '#gateway/http/render-limit.ts';
import { type Shop, startShop } from '#gateway/shop.ts';
import { readTrustedDocuments } from '#web/server/builds.ts';
import { createStorefront } from '#web/server.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { setUpRestHost } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
let dataDir: string;
let shop: Shop;
let url: string;
let release: PromiseWithResolvers<void>;
let requestedProducts: string[];

beforeEach(async () => {
  release = Promise.withResolvers();
  requestedProducts = [];
  dataDir = await createTemporaryFolder();
});
afterEach(async () => {
  release.resolve();
  await shop.close();
});

/** Starts a shop whose host returns neither the list of products nor single products until `release` is resolved. */
async function startSlowShop(limits: RenderLimits): Promise<void> {
  rest.server.use(
    http.get(`${hostUrl}/getallproducts`, () => release.promise),
    http.get(`${hostUrl}/getproductbyid/:id`, async ({ params }) => {
      requestedProducts.push(String(params.id));
      await release.promise;
    }),
  );
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 };
  shop = await startShop(
    config,
    hostUrl,
    { createStorefront, readTrustedDocuments },
    { limits, maxLoadWaitMs: 0 },
  );
  // The fake host lets only requests to 127.0.0.1 through.
  url = shop.url.replace('localhost', '127.0.0.1');
}

const openPage = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { headers: { accept: 'text/html', ...headers } });

describe('when many visitors open different pages at the same time', () => {
  it('a few are rendered at a time, some wait, and the others are rejected with 503 and Retry-After', async () => {
    await startSlowShop({ maxConcurrent: 1, maxQueued: 1, maxWaitMs: 60_000 });
    // The second request stores the page in the cache.
    for (let count = 0; count < 2; count += 1) expect((await openPage('/faq')).status).toBe(200);
    const first = openPage('/product/1');
    await expect.poll(() => requestedProducts).toEqual(['1']);
    const others = ['/product/2', '/product/3', '/product/4'].map((path) =>
      openPage(path, { cookie: 'language=mr; colour-mode=dark' }),
    );
    const rejected = await Promise.race(others);
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect(rejected.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(rejected.headers.get('cache-control')).toBe('no-store');
    const html = await rejected.text();
    expect(html).toContain('<html lang="mr">');
    expect(html).toContain('पुन्हा प्रयत्न करा');
    expect(html).toContain('<a href="/">');
    expect(html).not.toContain('<script');
    // Cached pages are still served.
    expect((await openPage('/faq')).status).toBe(200);
    expect(requestedProducts).toEqual(['1']);
    release.resolve();
    expect((await first).status).toBe(200);
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 503, 503]);
  });

  it('a page waits for a limited time before it is rejected', async () => {
    await startSlowShop({ maxConcurrent: 1, maxQueued: 100, maxWaitMs: 20 });
    const first = openPage('/product/1');
    await expect.poll(() => requestedProducts).toEqual(['1']);
    expect((await openPage('/product/2')).status).toBe(503);
    release.resolve();
    expect((await first).status).toBe(200);
    expect(requestedProducts).toEqual(['1']);
  });
});
