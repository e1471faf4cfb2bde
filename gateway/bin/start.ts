/** Starts the whole shop: the gateway, the storefront and, unless `REST_API_URL` is set, the embedded REST service. */

import { flushCompileCache } from 'node:module';
import { cacheCompiledCode, exitWithError, OperatorError, print, stopOnSignal } from '../cli.ts';
import { type Config, readConfig } from '../config.ts';
import {
  choosePaymentProvider,
  describeLogin,
  type EmbeddedRestApi,
  startEmbeddedRestApi,
} from '../embedded-rest-api.ts';
import { assertPortAvailable } from '../http/server.ts';
import type { Shop, StorefrontFactory } from '../shop.ts';
import { createDataDir } from '../storage/data-dir.ts';

let restApi: EmbeddedRestApi | undefined;
let shop: Shop | undefined;

cacheCompiledCode();
try {
  const config = readConfig();
  stopOnSignal(stop, async (interruption) => shop?.announceShutdown(interruption));
  await createDataDir(config.dataDir);
  await assertPortAvailable(config);
  // The code of the gateway and the storefront is loaded while the REST service starts. The service is first, because
  // loading the code blocks this process.
  const restApiStart = startRestApi(config);
  // Awaited last: if both programs reject the shop settings, this one's error is shown, whichever comes first.
  restApiStart.catch(() => {});
  const [{ startShop }, storefront] = await Promise.all([import('../shop.ts'), loadStorefront(config)]);
  await restApiStart;
  const restApiUrl = restApi?.url ?? config.restApiUrl ?? '';
  print('Starting the gateway and the storefront …');
  shop = await startShop(config, restApiUrl, storefront, {
    getPaymentProvider: () => choosePaymentProvider(config, restApi),
  });
  print('');
  print(`  Shop     ${shop.url}`);
  print(`  GraphQL  ${shop.url}/graphql`);
  print(`  REST     ${restApiUrl}`);
  for (const login of restApi?.demoLogins ?? []) print(`  Sign in  ${describeLogin(login)}`);
  for (const warning of restApi?.warnings ?? []) print(`  Warning  ${warning}`);
  print('');
  flushCompileCache();
} catch (error) {
  await stop();
  exitWithError(error);
}

async function loadStorefront(config: Config): Promise<StorefrontFactory> {
  const { loadStorefrontFactory } = await import('./storefront.ts');
  return loadStorefrontFactory(config, () => restApi?.demoLogins[0]);
}

async function startRestApi(config: Config): Promise<void> {
  if (config.restApiUrl !== undefined) return;
  restApi = await startEmbeddedRestApi(config.dataDir);
  void restApi.unexpectedExit.then(async (message) => {
    await shop?.close();
    exitWithError(new OperatorError(message));
  });
}

/** Stops the gateway first, because its running requests may still need the REST service. */
async function stop(): Promise<void> {
  await shop?.close();
  await restApi?.stop();
}
