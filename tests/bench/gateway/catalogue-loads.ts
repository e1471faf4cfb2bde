import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { report } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { inFolder, type Processes } from './setup.ts';

const products = 100_000;
const refreshes = 3;

const catalogueLoad = z.object({ maxDelayMs: z.number() });
type CatalogueLoad = z.output<typeof catalogueLoad>;

/** Loads 100,000 products and refreshes them: measures the delay of the event loop. */
export async function benchmarkCatalogueLoads(processes: Processes): Promise<void> {
  const host = await processes.startHost(products);
  const gateway = await processes.startGateway(host, inFolder('instrumented-gateway.ts'));
  reportDelay('first load', [await nextLoad(gateway)]);
  const loads: CatalogueLoad[] = [];
  for (let count = 0; count < refreshes; count += 1) {
    const load = nextLoad(gateway);
    gateway.process.send('measure the next load');
    host.process.send('change');
    loads.push(await load);
    // Gives the gateway time to write the catalogue to disk before the next refresh.
    await sleep(2_000);
  }
  reportDelay(`${refreshes} refreshes`, loads);
}

function reportDelay(name: string, loads: readonly CatalogueLoad[]): void {
  const maxDelayMs = Math.max(...loads.map((load) => load.maxDelayMs));
  report({
    name: `${products} products, ${name}: longest delay of the event loop`,
    measured: `${maxDelayMs.toFixed(0)} ms`,
    limit: 'at most 50 ms',
    isMet: maxDelayMs <= 50,
  });
}

async function nextLoad({ process }: Server): Promise<CatalogueLoad> {
  const [message] = await once(process, 'message');
  return catalogueLoad.parse(message);
}
