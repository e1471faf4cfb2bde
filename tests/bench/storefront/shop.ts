import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const repository = path.resolve(import.meta.dirname, '../../..');

/** The demo shop in its own process, behind one proxy. */
export interface DemoShop {
  url: string;
  /** The process of the gateway and the storefront. */
  pid: number;
  stop(): Promise<void>;
}

/** Starts the built shop with the demo catalogue, as `npm start` does. */
export async function startDemoShop(dataDir: string): Promise<DemoShop> {
  const shop = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--heap-growing-percent=40', 'gateway/bin/start.ts'],
    {
      cwd: repository,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SESSION_SECRET: randomBytes(32).toString('hex'),
        PORT: '0',
        REST_API_PORT: '0',
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: '1',
        // The benchmark requests more pages from one address than a visitor may.
        VISITOR_BUDGET: 'unlimited',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const stop = async () => {
    if (shop.exitCode !== null || shop.signalCode !== null) return;
    const ended = once(shop, 'exit');
    shop.kill('SIGTERM');
    await ended;
  };
  for await (const line of createInterface({ input: shop.stdout })) {
    const url = /shop\s+(http:\S+)/i.exec(line)?.[1];
    if (url === undefined) continue;
    shop.stdout.resume();
    return { url, pid: shop.pid ?? 0, stop };
  }
  throw new Error('The shop exited before it was ready.');
}
