import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { tell } from '../measurement.ts';
import type { Server } from '../servers.ts';

const products = 100_000;
const rebuilds = 3;

const probe = z.object({ longest: z.number(), memory: z.number() });
type Probe = z.output<typeof probe>;

/** Taking in 100,000 products, and again whenever they change: how long others wait, and how much memory it needs. */
export async function benchRebuild(
  startHost: (products: number) => Promise<Server>,
  startProbed: (host: Server) => Promise<Server>,
): Promise<void> {
  const host = await startHost(products);
  const gateway = await startProbed(host);
  report('first load', [await nextProbe(gateway)]);
  const found: Probe[] = [];
  for (let count = 0; count < rebuilds; count += 1) {
    const probed = nextProbe(gateway);
    gateway.process.send('tell of the next catalogue');
    host.process.send('change');
    found.push(await probed);
    // What is being kept on disk is kept before the next.
    await pause(2_000);
  }
  report(`${rebuilds} rebuilds`, found);
  const gigabytes = Math.max(...found.map(({ memory }) => memory)) / 1e9;
  tell({ what: '  memory of the gateway after them', measured: `${gigabytes.toFixed(2)} GB` });
}

function report(what: string, found: readonly Probe[]): void {
  const longest = Math.max(...found.map((each) => each.longest));
  tell({
    what: `${products} products, ${what}: longest delay of the event loop`,
    measured: `${longest.toFixed(0)} ms`,
    bound: 'at most 50 ms',
    holds: longest <= 50,
  });
}

async function nextProbe({ process }: Server): Promise<Probe> {
  const [message] = await once(process, 'message');
  return probe.parse(message);
}
