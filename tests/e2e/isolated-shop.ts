import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadStorefrontFactory } from '#gateway/bin/storefront.ts';
import { readConfig } from '#gateway/config.ts';
import { startShop } from '#gateway/shop.ts';

/** A gateway with the storefront for the tests of one file, separate from the shop that the other files share. */
export interface IsolatedShop {
  url: string;
  close(): Promise<void>;
}

/** Starts a gateway in front of the given REST host, on a free port and with an empty data directory. */
export async function startIsolatedShop(
  restUrl: string,
  settings: Record<string, string> = {},
): Promise<IsolatedShop> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'bookshop-isolated-'));
  const config = readConfig({ DATA_DIR: dataDirectory, LOG_LEVEL: 'silent', PORT: '0', ...settings });
  const shop = await startShop(config, restUrl, await loadStorefrontFactory(config));
  return {
    url: shop.url,
    async close() {
      await shop.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
