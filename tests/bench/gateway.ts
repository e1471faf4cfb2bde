import path from 'node:path';
import { benchmarkCatalogueLoads } from './gateway/catalogue-loads.ts';
import { benchmarkLists } from './gateway/lists.ts';
import { type Server, startServer } from './servers.ts';

/** Compares the gateway with minimal servers, and measures how it loads 100,000 products. */

const products = 10_000;
const folder = path.join(import.meta.dirname, 'gateway');

const started: Server[] = [];
try {
  const startHost = (count: number) => start('catalogue-host.ts', { input: { products: count } });
  const host = await startHost(products);
  const settings = {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: path.join(process.env.TMPDIR ?? '.', 'gateway'),
    SESSION_SECRET: 'the session secret of the benchmark',
    REST_API_URL: host.url,
    LOG_LEVEL: 'warn',
    // All requests come from one client, which would exceed the budget of a visitor.
    VISITOR_BUDGET: 'unlimited',
  };
  const gateway = await start('../../gateway/gateway-main.ts', { settings, isPinned: true });
  const startReference = (file: string, input: object) =>
    start(file, { settings: { NODE_ENV: 'production' }, input, isPinned: true });
  await benchmarkLists(gateway, {
    startBareHttp: (body) => startReference('bare-http.ts', { body }),
    startPlainApollo: () => startReference('plain-apollo.ts', { products }),
  });
  await Promise.all(started.splice(0).map((server) => server.stop()));
  await benchmarkCatalogueLoads(startHost, ({ url }) =>
    start('instrumented-gateway.ts', { settings: { ...settings, REST_API_URL: url } }),
  );
} finally {
  await Promise.all(started.map((server) => server.stop()));
}

async function start(file: string, options: Parameters<typeof startServer>[1]): Promise<Server> {
  const server = await startServer(path.join(folder, file), options);
  started.push(server);
  return server;
}
