/** Starts the gateway and the storefront, with the REST host at `REST_API_URL`. */

import { exitWithError, print, stopOnSignal } from '../cli.ts';
import { readConfig, requireRestApiUrl } from '../config.ts';
import { startShop } from '../gateway.ts';
import { createDataDir } from '../storage/data-dir.ts';
import { loadStorefrontFactory } from './storefront.ts';

try {
  const config = readConfig();
  const restApiUrl = requireRestApiUrl(config);
  const storefront = await loadStorefrontFactory(config, () => config.demoLogin);
  await createDataDir(config.dataDir);
  const shop = await startShop(config, restApiUrl, storefront);
  stopOnSignal(() => shop.close());
  print(`Shop      ${shop.url}`);
  print(`GraphQL   ${shop.url}/graphql`);
  print(`REST host ${restApiUrl}`);
} catch (error) {
  exitWithError(error);
}
