/** Starts the gateway and the storefront, with the REST host at `REST_API_URL`. */

import { flushCompileCache } from 'node:module';
import { cacheCompiledCode, exitWithError, print, stopOnSignal } from '../cli.ts';
import { readConfig, requireRestApiUrl } from '../config.ts';
import { createDataDir } from '../storage/data-dir.ts';

cacheCompiledCode();
try {
  const config = readConfig();
  const restApiUrl = requireRestApiUrl(config);
  const [{ startShop }, { loadStorefrontFactory }] = await Promise.all([
    import('../gateway.ts'),
    import('./storefront.ts'),
  ]);
  const storefront = await loadStorefrontFactory(config, () => config.demoLogin);
  await createDataDir(config.dataDir);
  const shop = await startShop(config, restApiUrl, storefront);
  // `npm run dev`, which starts this program in development, itself reports why it stops it.
  const reportStop = () => {
    if (!config.development) print('Stopping …');
  };
  stopOnSignal(() => shop.close(), shop.announceShutdown, reportStop);
  print(`Shop      ${shop.url}`);
  print(`GraphQL   ${shop.url}/graphql`);
  print(`REST host ${restApiUrl}`);
  flushCompileCache();
} catch (error) {
  exitWithError(error);
}
