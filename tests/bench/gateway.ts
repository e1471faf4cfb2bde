import { benchmarkCart } from './gateway/cart.ts';
import { benchmarkCatalogueLoads } from './gateway/catalogue-loads.ts';
import { benchmarkCatalogueSizes } from './gateway/catalogue-sizes.ts';
import { benchmarkClientKinds } from './gateway/client-kinds.ts';
import { benchmarkLists } from './gateway/lists.ts';
import { benchmarkOrders } from './gateway/orders.ts';
import { type GatewayPart, gatewayParts } from './gateway/parts.ts';
import { benchmarkPauses } from './gateway/pauses.ts';
import { benchmarkProductChanges } from './gateway/product-changes.ts';
import { Processes } from './gateway/setup.ts';

/** Runs the gateway's benchmark, or only those of its parts that the arguments name. */

const benchmarks: Record<GatewayPart, (processes: Processes) => Promise<void>> = {
  lists: benchmarkLists,
  'client-kinds': benchmarkClientKinds,
  cart: benchmarkCart,
  orders: benchmarkOrders,
  pauses: benchmarkPauses,
  'catalogue-loads': benchmarkCatalogueLoads,
  'product-changes': benchmarkProductChanges,
  'catalogue-sizes': benchmarkCatalogueSizes,
};

const requestedParts = process.argv.slice(2);
for (const part of gatewayParts) {
  if (requestedParts.length > 0 && !requestedParts.includes(part)) continue;
  const processes = new Processes();
  try {
    await benchmarks[part](processes);
  } finally {
    await processes.stopAll();
  }
}
