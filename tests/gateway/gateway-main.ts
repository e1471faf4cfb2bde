/**
 * Starts a gateway without the storefront. Tests and benchmarks run this file in a separate process: tests can kill or
 * suspend it, and benchmarks can confine it to one processor.
 */

import { readConfig, requireRestApiUrl } from '#gateway/config.ts';
import { createGateway } from '#gateway/gateway.ts';
import { demoShop } from '#tests/demo-shop.ts';

const config = readConfig();
const gateway = await createGateway(config, requireRestApiUrl(config), {
  freeDeliveryPincodes: demoShop.policies.freeDeliveryPincodes,
});
const port = await gateway.listen(config.port);
process.send?.(`http://127.0.0.1:${port}`);
process.on('disconnect', () => process.exit(0));
