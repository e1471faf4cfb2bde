import path from 'node:path';
import { benchLists } from './gateway/lists.ts';
import { benchRebuild } from './gateway/rebuild.ts';
import { type Server, startServer } from './servers.ts';

/** The gateway with 10,000 products, compared with servers that do less; and with 100,000, while they change. */

const products = 10_000;
const folder = path.join(import.meta.dirname, 'gateway');

const started: Server[] = [];
try {
  const startHost = (count: number) => start('catalogue-host.ts', { order: { products: count } });
  const host = await startHost(products);
  const settings = {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: path.join(process.env.TMPDIR ?? '.', 'gateway'),
    SESSION_SECRET: 'the secret of a gateway that is measured',
    REST_API_URL: host.url,
    LOG_LEVEL: 'warn',
    // One client asks for all visitors here.
    VISITOR_BUDGET: 'unlimited',
  };
  const gateway = await start('../../gateway/gateway-process.ts', { settings, isPinned: true });
  const startMeasure = (file: string, order: object) =>
    start(file, { settings: { NODE_ENV: 'production' }, order, isPinned: true });
  await benchLists(gateway, {
    bare: (body) => startMeasure('bare-http.ts', { body }),
    plainApollo: () => startMeasure('plain-apollo.ts', { products }),
  });
  await Promise.all(started.splice(0).map((server) => server.stop()));
  await benchRebuild(startHost, ({ url }) =>
    start('probed-gateway.ts', { settings: { ...settings, REST_API_URL: url } }),
  );
} finally {
  await Promise.all(started.map((server) => server.stop()));
}

async function start(file: string, options: Parameters<typeof startServer>[1]): Promise<Server> {
  const server = await startServer(path.join(folder, file), options);
  started.push(server);
  return server;
}
