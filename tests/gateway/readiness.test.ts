import { http } from 'msw';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#gateway/config.ts';
import { startShop } from '#gateway/shop.ts';
import { readTrustedDocuments } from '#web/server/builds.ts';
import { createStorefront } from '#web/server.ts';
import { findFreePort } from '../listen.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { setUpRestHost } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();

it('a gateway is not ready while its pages cannot be rendered', async () => {
  const dataDir = await createTemporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' });
  let isBroken = false;
  const shop = await startShop(config, hostUrl, {
    createStorefront: async (options) => {
      const storefront = await createStorefront(options);
      return { ...storefront, canRender: async () => !isBroken && (await storefront.canRender()) };
    },
    readTrustedDocuments,
  });
  onTestFinished(() => shop.close());
  const readStatus = async () => {
    // The fake host lets only requests to 127.0.0.1 through.
    const response = await fetch(`${shop.url.replace('localhost', '127.0.0.1')}/health/ready`);
    return [response.status, (await response.json()).status];
  };
  await expect.poll(readStatus).toEqual([200, 'ready']);
  isBroken = true;
  expect(await readStatus()).toEqual([503, 'pages cannot be rendered']);
});

it('a gateway loads the catalogue before it opens its port, since proxies send requests to an open port', async () => {
  const dataDir = await createTemporaryFolder();
  const port = String(await findFreePort());
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const delayList = http.get(`${hostUrl}/getallproducts`, async () => {
    requested.resolve();
    await released.promise;
  });
  rest.server.use(delayList);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: port });
  const starting = startShop(config, hostUrl, { createStorefront, readTrustedDocuments });
  await requested.promise;
  await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow();
  released.resolve();
  const shop = await starting;
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  await shop.close();
});

it('a gateway closes its port if the storefront cannot be created', async () => {
  const dataDir = await createTemporaryFolder();
  const port = String(await findFreePort());
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: port });
  const createBrokenStorefront = async () => {
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    throw new Error('A file of the build is missing.');
  };
  const starting = startShop(config, hostUrl, {
    createStorefront: createBrokenStorefront,
    readTrustedDocuments,
  });
  await expect(starting).rejects.toThrow('A file of the build is missing.');
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
});
