import { setTimeout as sleep } from 'node:timers/promises';
import { receivePause, reportPause } from './event-loop-pauses.ts';
import { getProgramPath, type Processes } from './setup.ts';

const productCount = 100_000;
const refreshCount = 3;

/** Measures the pauses of the event loop while 100,000 products are loaded and refreshed. */
export async function benchmarkCatalogueLoads(processes: Processes): Promise<void> {
  const host = await processes.startHost(productCount);
  const gateway = await processes.startGateway(host, getProgramPath('instrumented-gateway.ts'));
  reportPause(`${productCount} products, first load`, await receivePause(gateway));
  const pauses: number[] = [];
  for (let count = 0; count < refreshCount; count += 1) {
    const pause = receivePause(gateway);
    gateway.process.send('next load');
    host.process.send('change');
    pauses.push(await pause);
    // Gives the gateway time to write the catalogue to disk before the next measurement.
    await sleep(2_000);
  }
  reportPause(`${productCount} products, ${refreshCount} refreshes`, Math.max(...pauses));
}
