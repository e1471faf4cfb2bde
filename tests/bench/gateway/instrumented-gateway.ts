import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { readConfig, requireRestApiUrl } from '#gateway/config.ts';
import { createGateway } from '#gateway/gateway.ts';

/**
 * A gateway that measures pauses of its event loop: first while the catalogue is loaded, then between the
 * messages `start` and `stop` of its parent process, or after `next load` until the catalogue has changed. A pause is
 * the CPU time of the main thread in one iteration of the event loop, so programs that use the same processor do not
 * count. The gateway refreshes the catalogue every two seconds.
 */

const config = readConfig();
const gateway = await createGateway(config, requireRestApiUrl(config), {
  times: { refreshIntervalMs: 2_000, firstRetryDelayMs: 500 },
});
let isMeasuring = false;
process.send?.(`http://127.0.0.1:${await gateway.listen(0)}`);
await measureNextLoad('');
process.on('message', (message) => {
  if (message === 'start') void measure();
  if (message === 'stop') isMeasuring = false;
  if (message === 'next load') void measureNextLoad(gateway.getCatalogueVersion());
});
process.on('disconnect', () => process.exit(0));

async function measureNextLoad(version: string): Promise<void> {
  void measure();
  while (gateway.getCatalogueVersion() === version) await sleep(20);
  isMeasuring = false;
}

/** Sends the longest pause in milliseconds once the measurement has been stopped. */
async function measure(): Promise<void> {
  isMeasuring = true;
  let maxPauseMs = 0;
  while (isMeasuring) {
    const before = process.threadCpuUsage();
    await nextIteration();
    const { user, system } = process.threadCpuUsage(before);
    maxPauseMs = Math.max(maxPauseMs, (user + system) / 1000);
  }
  process.send?.({ pauseMs: maxPauseMs });
}
