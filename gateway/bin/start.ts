/** Starts the whole shop: the embedded REST service unless `REST_API_URL` is set, the gateway and the storefront. */

import { exitWithError, print, StartupError, stopOnSignal } from '../cli.ts';
import { readConfig } from '../config.ts';
import {
  choosePaymentProvider,
  describeLogin,
  type EmbeddedRestApi,
  startEmbeddedRestApi,
} from '../embedded-rest-api.ts';
import { type Shop, startShop } from '../gateway.ts';
import { assertPortAvailable } from '../http/server.ts';
import { createDataDir } from '../storage/data-dir.ts';
import { loadStorefrontFactory } from './storefront.ts';

let restApi: EmbeddedRestApi | undefined;
let shop: Shop | undefined;

try {
  const config = readConfig();
  const storefront = await loadStorefrontFactory(config, () => restApi?.demoLogins[0]);
  stopOnSignal(stop);
  await createDataDir(config.dataDir);
  await assertPortAvailable(config);
  if (config.restApiUrl === undefined) {
    restApi = await startEmbeddedRestApi(config.dataDir);
    void restApi.unexpectedExit.then(async (message) => {
      await shop?.close();
      exitWithError(new StartupError(message));
    });
  }
  const restApiUrl = restApi?.url ?? config.restApiUrl ?? '';
  print('Starting the gateway and the storefront …');
  const paymentProvider = choosePaymentProvider(config, restApi);
  shop = await startShop({ ...config, paymentProvider }, restApiUrl, storefront);
  print('');
  print(`  Shop     ${shop.url}`);
  print(`  GraphQL  ${shop.url}/graphql`);
  print(`  REST     ${restApiUrl}`);
  for (const login of restApi?.demoLogins ?? []) print(`  Sign in  ${describeLogin(login)}`);
  for (const warning of restApi?.warnings ?? []) print(`  Warning  ${warning}`);
  print('');
} catch (error) {
  await stop();
  exitWithError(error);
}

/** Stops the gateway first, because its running requests may still need the REST service. */
async function stop(): Promise<void> {
  await shop?.close();
  await restApi?.stop();
}
