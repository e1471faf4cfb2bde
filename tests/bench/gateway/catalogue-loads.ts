import { setTimeout as sleep } from 'node:timers/promises';
import { nextPause, reportPause } from './event-loop-pauses.ts';
import { inFolder, type Processes } from './setup.ts';

const products = 100_000;
const refreshes = 3;

/** Loads 100,000 products and refreshes them: measures the pauses of the event loop. */
export async function benchmarkCatalogueLoads(processes: Processes): Promise<void> {
  const host = await processes.startHost(products);
  const gateway = await processes.startGateway(host, inFolder('instrumented-gateway.ts'));
  reportPause(`${products} products, first load`, await nextPause(gateway));
  const pauses: number[] = [];
  for (let count = 0; count < refreshes; count += 1) {
    const pause = nextPause(gateway);
    gateway.process.send('next load');
    host.process.send('change');
    pauses.push(await pause);
    // Gives the gateway time to write the catalogue to disk before the next refresh.
    await sleep(2_000);
  }
  reportPause(`${products} products, ${refreshes} refreshes`, Math.max(...pauses));
}
