/** The whole shop by one command: our own REST service unless `REST_API_URL` names another, gateway, storefront. */

import { createStorefront } from '#web/server.ts';
import { fail, StartupError, say, stopOnSignal } from '../cli.ts';
import { readConfig } from '../config.ts';
import { type RestService, startRestService } from '../embedded-rest-api.ts';
import { assertPortAvailable } from '../http/server.ts';
import { openShop, type Shop } from '../shop.ts';
import { createDataDir } from '../storage/data-dir.ts';

let service: RestService | undefined;
let shop: Shop | undefined;

try {
  const config = readConfig();
  stopOnSignal(stop);
  await createDataDir(config.dataDir);
  await assertPortAvailable(config);
  if (config.restApiUrl === undefined) {
    say(
      'Starting the REST service (the first start makes the database and the demo catalogue: some seconds) …',
    );
    service = await startRestService(config.dataDir);
    void service.died.then(async (what) => {
      await shop?.close();
      fail(new StartupError(what));
    });
  }
  const restApiUrl = service?.url ?? config.restApiUrl ?? '';
  say('Starting the gateway and the storefront …');
  shop = await openShop(config, restApiUrl, createStorefront);
  say('');
  say(`  Shop     ${shop.url}`);
  say(`  GraphQL  ${shop.url}/graphql`);
  say(`  REST     ${restApiUrl}`);
  for (const { contact, password, about } of service?.demoLogins ?? []) {
    say(`  Sign in  contact ${contact}, password ${password}${about === undefined ? '' : ` (${about})`}`);
  }
  for (const warning of service?.warnings ?? []) say(`  Warning  ${warning}`);
  say('');
} catch (error) {
  await stop();
  fail(error);
}

/** The gateway first, so that what it has begun can still reach the REST service. */
async function stop(): Promise<void> {
  await shop?.close();
  await service?.stop();
}
