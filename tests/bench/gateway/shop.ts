import { readConfig, requireRestApiUrl } from '#gateway/config.ts';
import { startShop } from '#gateway/shop.ts';
import { createDataDir } from '#gateway/storage/data-dir.ts';
import { readTrustedDocuments } from '#web/server/builds.ts';
import { createStorefront } from '#web/server.ts';

/**
 * The gateway and the storefront in one process, as `npm start` runs them. Responds to messages with its memory usage
 * in bytes.
 */

const config = readConfig();
await createDataDir(config.dataDir);
const shop = await startShop(config, requireRestApiUrl(config), { createStorefront, readTrustedDocuments });
const { port } = new URL(shop.url);
process.send?.(`http://127.0.0.1:${port}`);
process.on('message', () => {
  const { rss } = process.memoryUsage();
  process.send?.({ rss, maxRss: process.resourceUsage().maxRSS * 1024 });
});
process.on('disconnect', () => process.exit(0));
