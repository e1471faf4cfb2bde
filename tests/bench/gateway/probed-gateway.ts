import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig, requireRestApiUrl } from '#gateway/config.ts';
import { createGateway } from '#gateway/gateway.ts';

/**
 * A gateway that tells how long others had to wait at most while it took a catalogue in: of the first
 * at once, of each later one when its parent asks. Looks for another catalogue every two seconds.
 */

/** How often it is looked whether the event loop goes on, in milliseconds. */
const resolution = 2;

const config = readConfig();
const delay = monitorEventLoopDelay({ resolution });
const gateway = await createGateway(config, requireRestApiUrl(config), {
  times: { refreshIntervalMs: 2_000, firstRetryMs: 500 },
});
process.send?.(`http://127.0.0.1:${await gateway.listen(0)}`);
await tellOfNext('');
process.on('message', () => void tellOfNext(gateway.catalogueVersion()));
process.on('disconnect', () => process.exit(0));

async function tellOfNext(version: string): Promise<void> {
  delay.reset();
  delay.enable();
  while (gateway.catalogueVersion() === version) await pause(20);
  delay.disable();
  // The time until the next look is no delay.
  const longest = Math.max(0, delay.max / 1e6 - resolution);
  process.send?.({ longest, memory: process.memoryUsage().rss });
}
