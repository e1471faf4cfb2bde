import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig, requireRestApiUrl } from '#gateway/config.ts';
import { createGateway } from '#gateway/gateway.ts';

/**
 * A gateway that measures the longest delay of the event loop while it loads a catalogue: for the first load
 * unasked, for each later one after a message from its parent process. It refreshes every two seconds.
 */

const resolutionMs = 2;

const config = readConfig();
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
const gateway = await createGateway(config, requireRestApiUrl(config), {
  times: { refreshIntervalMs: 2_000, firstRetryMs: 500 },
});
process.send?.(`http://127.0.0.1:${await gateway.listen(0)}`);
await measureNextLoad('');
process.on('message', () => void measureNextLoad(gateway.catalogueVersion()));
process.on('disconnect', () => process.exit(0));

async function measureNextLoad(version: string): Promise<void> {
  delay.reset();
  delay.enable();
  while (gateway.catalogueVersion() === version) await sleep(20);
  delay.disable();
  // The monitor includes its own sampling interval in each delay.
  const maxDelayMs = Math.max(0, delay.max / 1e6 - resolutionMs);
  process.send?.({ maxDelayMs });
}
