/** The gateway and the storefront alone, over the REST host at `REST_API_URL`. */

import { createStorefront } from '#web/server.ts';
import { fail, say, stopOnSignal } from '../cli.ts';
import { readConfig, requireRestApiUrl } from '../config.ts';
import { openShop } from '../shop.ts';
import { createDataDir } from '../storage/data-dir.ts';

try {
  const config = readConfig();
  const restApiUrl = requireRestApiUrl(config);
  await createDataDir(config.dataDir);
  const shop = await openShop(config, restApiUrl, createStorefront);
  stopOnSignal(() => shop.close());
  say(`Shop      ${shop.url}`);
  say(`GraphQL   ${shop.url}/graphql`);
  say(`REST host ${restApiUrl}`);
} catch (error) {
  fail(error);
}
