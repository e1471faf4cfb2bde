import { readTrustedDocuments } from '#web/server/builds.ts';
import type { DemoLogin } from '#web/server/sandbox.ts';
import { readShopSettings, ShopSettingsError } from '#web/server/shop-settings.ts';
import { createStorefront } from '#web/server.ts';
import { type Config, ConfigError } from '../config.ts';
import type { StorefrontFactory } from '../shop.ts';

/**
 * Reads the shop settings and returns the factory of a storefront that uses them.
 *
 * @param getDemoLogin returns the demo shopper's login, or undefined without a demo. It is called only after the REST
 * service has started.
 * @throws {ConfigError} if the settings are invalid.
 */
export async function loadStorefrontFactory(
  { shopFile }: Config,
  getDemoLogin: () => DemoLogin | undefined = () => undefined,
): Promise<StorefrontFactory> {
  const shopSettings = await readShopSettings(shopFile).catch((error: unknown) => {
    if (!(error instanceof ShopSettingsError)) throw error;
    throw new ConfigError(`The shop settings in '${shopFile}' are invalid: ${error.message}.`);
  });
  return {
    createStorefront: (options) => createStorefront({ ...options, shopSettings, demoLogin: getDemoLogin() }),
    readTrustedDocuments,
    freeDeliveryPincodes: shopSettings.shop.policies.freeDeliveryPincodes,
  };
}
