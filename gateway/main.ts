/** The gateway and the storefront alone, over the REST host at `REST_API_URL`. */

import { createStorefront } from '#web/server.ts';
import { readConfig, requireRestApiUrl } from './config.ts';
import { openShop } from './shop.ts';
import { fail, say, stopOnSignal } from './terminal.ts';

try {
  const config = readConfig();
  const restApiUrl = requireRestApiUrl(config);
  const shop = await openShop(config, restApiUrl, createStorefront);
  stopOnSignal(() => shop.close());
  say(`Shop      ${shop.url}`);
  say(`GraphQL   ${shop.url}/graphql`);
  say(`REST host ${restApiUrl}`);
} catch (error) {
  fail(error);
}
