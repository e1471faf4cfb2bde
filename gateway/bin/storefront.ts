import { readTrustedDocuments } from '#web/server/builds.ts';
import { readShopSettings, ShopSettingsError } from '#web/server/shop-settings.ts';
import { createStorefront } from '#web/server.ts';
import { type Config, ConfigError } from '../config.ts';
import type { StorefrontFactory } from '../gateway.ts';

/** Reads the settings of the shop, for a storefront that shows them. @throws {ConfigError} if they are invalid. */
export async function readStorefront({ shopFile }: Config): Promise<StorefrontFactory> {
  const shopSettings = await readShopSettings(shopFile).catch((error: unknown) => {
    if (!(error instanceof ShopSettingsError)) throw error;
    throw new ConfigError(`The shop settings in '${shopFile}' are invalid: ${error.message}.`);
  });
  return {
    createStorefront: (options) => createStorefront({ ...options, shopSettings }),
    readTrustedDocuments,
  };
}
