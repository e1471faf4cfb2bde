import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#gateway/config.ts';
import { startShop } from '#gateway/gateway.ts';
import { createStorefront } from '#web/server.ts';

/** A shop of a test's own, over the REST host it names. */
export interface SideShop {
  url: string;
  close(): Promise<void>;
}

/** Opens a gateway with the storefront over a REST host, on a free port and with nothing kept from before. */
export async function openSideShop(restUrl: string): Promise<SideShop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bookshop-side-'));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' });
  const shop = await startShop(config, restUrl, createStorefront);
  return {
    url: shop.url,
    async close() {
      await shop.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
