/** The gateway and the storefront alone, over the REST host at `REST_API_URL`. */

import { createStorefront } from '#web/server.ts';
import { readConfig, requireRestApiUrl } from './config.ts';
import { makeDataDir } from './data-dir.ts';
import { openShop } from './shop.ts';
import { fail, say, stopOnSignal } from './terminal.ts';

try {
  const config = readConfig();
  const restApiUrl = requireRestApiUrl(config);
  await makeDataDir(config.dataDir);
  const shop = await openShop(config, restApiUrl, createStorefront);
  stopOnSignal(() => shop.close());
  say(`Shop      ${shop.url}`);
  say(`GraphQL   ${shop.url}/graphql`);
  say(`REST host ${restApiUrl}`);
} catch (error) {
  fail(error);
}
