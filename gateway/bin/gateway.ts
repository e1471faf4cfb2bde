/** Starts the gateway and the storefront, with the REST host at `REST_API_URL`. */

import { flushCompileCache } from 'node:module';
import { cacheCompiledCode, exitWithError, print, stopOnSignal } from '../cli.ts';
import { type Config, readConfig, requireRestApiUrl } from '../config.ts';
import type { Shop } from '../shop.ts';
import { createDataDir } from '../storage/data-dir.ts';

cacheCompiledCode();
try {
  const config = readConfig();
  const restApiUrl = requireRestApiUrl(config);
  const [{ startShop }, { loadStorefrontFactory }] = await Promise.all([
    import('../shop.ts'),
    import('./storefront.ts'),
  ]);
  const storefront = await loadStorefrontFactory(config, () => config.demoLogin);
  await createDataDir(config.dataDir);
  const shop = await startShop(config, restApiUrl, storefront);
  stopOnSignal(
    () => shop.close(),
    shop.announceShutdown,
    () => reportStop(config, shop),
  );
  reportStart(config, shop, restApiUrl);
  flushCompileCache();
} catch (error) {
  exitWithError(error);
}

/** In production, standard output is the log, so it has JSON lines only. */
function reportStart({ production }: Config, { url, logger }: Shop, restApiUrl: string): void {
  if (production) {
    logger.info({ shop: url, graphql: `${url}/graphql`, restHost: restApiUrl }, 'started');
    return;
  }
  print(`Shop      ${url}`);
  print(`GraphQL   ${url}/graphql`);
  print(`REST host ${restApiUrl}`);
}

function reportStop({ production, development }: Config, { logger }: Shop): void {
  if (production) logger.info('stopping');
  // In development, `npm run dev` starts and stops this program, and reports why.
  else if (!development) print('Stopping …');
}
