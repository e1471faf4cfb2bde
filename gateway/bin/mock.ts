/**
 * Serves the schema with the demo data, for the development of clients. The gateway and its own REST service use a
 * temporary directory, so each start begins with the same data. Request headers set the latency and the errors.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveSandbox } from '#web/server/sandbox.ts';
import { readShopSettings } from '#web/server/shop-settings.ts';
import { defaultBudget } from '../auth/partner-command.ts';
import { digestKey, FilePartnerStore } from '../auth/partner-keys.ts';
import { exitWithError, OperatorError, print, stopOnSignal } from '../cli.ts';
import { extendEnvironment, readConfig } from '../config.ts';
import {
  choosePaymentProvider,
  describeLogin,
  type EmbeddedRestApi,
  startEmbeddedRestApi,
} from '../embedded-rest-api.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { wrapWithMockHeaders } from '../http/mock/mock-headers.ts';
import { assertPortAvailable } from '../http/server.ts';

/** The same at each start, so that clients can store it. */
const apiKey = `obk_${'mock'.padEnd(43, '0')}`;
/** The same at each start, so that the tokens of sessions stay valid. */
const sessionSecret = 'the mock accepts its tokens after each start';

/** Replaces the settings of a shop that do not apply to the mock. */
const settings = {
  NODE_ENV: '',
  DATABASE_URL: '',
  REDIS_URL: '',
  REST_API_URL: '',
  REST_API_PORT: '0',
  SMTP_URL: '',
};

let dataDir: string | undefined;
let restApi: EmbeddedRestApi | undefined;
let gateway: Gateway | undefined;

try {
  const config = readConfig(extendEnvironment({ ...settings, SESSION_SECRET: sessionSecret }));
  stopOnSignal(stop);
  await assertPortAvailable(config);
  dataDir = await mkdtemp(path.join(tmpdir(), 'bookshop-mock-'));
  restApi = await startEmbeddedRestApi(dataDir, { ...settings, DATA_DIR: dataDir });
  void restApi.unexpectedExit.then(async (message) => {
    await stop();
    exitWithError(new OperatorError(message));
  });
  await new FilePartnerStore(dataDir).add({
    name: 'mock',
    digest: digestKey(apiKey) ?? '',
    budget: defaultBudget,
    addedAt: new Date().toISOString(),
    keyNumber: 1,
    allowedOrigins: [],
    expiresAt: null,
  });
  const mockConfig = { ...config, dataDir, corsOrigins: ['*'] };
  const { shop } = await readShopSettings();
  gateway = await createGateway(mockConfig, restApi.url, {
    freeDeliveryPincodes: shop.policies.freeDeliveryPincodes,
    getPaymentProvider: () => choosePaymentProvider(config, restApi),
    wrapListener: wrapWithMockHeaders,
  });
  const port = await gateway.listen(config.port, serveSandbox(restApi.demoLogins[0], shop.icon));
  print('');
  print(`  GraphQL  http://localhost:${port}/graphql`);
  print(`  API key  ${apiKey}`);
  print(`  OTPs     ${path.join(dataDir, 'outbox')}`);
  for (const login of restApi.demoLogins) print(`  Sign in  ${describeLogin(login)}`);
  print('');
} catch (error) {
  await stop();
  exitWithError(error);
}

/** Stops the servers and removes all data. */
async function stop(): Promise<void> {
  await gateway?.close();
  await restApi?.stop();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
}
