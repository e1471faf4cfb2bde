import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BuiltShop, startBuiltShop } from './built-shop.ts';
import { report, withMax } from './measurement.ts';

/**
 * The demo shop on one machine: the time until it accepts requests, and the resident memory of all its processes (the
 * gateway with the storefront, and the REST service with its embedded database). Requires Linux.
 */

const maxMegabytes = 600;
const maxLaterStartSeconds = 2;
const visitedPaths = ['/', '/product', '/product/1', '/category', '/author'];

const dataDir = await mkdtemp(path.join(tmpdir(), 'footprint-'));
const firstShop = await measureStart('first start: creates the database and the demo catalogue');
await firstShop.stop();
const secondShop = await measureStart('later start', maxLaterStartSeconds);
await secondShop.stop();

async function measureStart(name: string, maxSeconds?: number): Promise<BuiltShop> {
  const startedAt = performance.now();
  const shop = await startBuiltShop(dataDir, { DEMO_ACCESS: 'true' });
  const seconds = (performance.now() - startedAt) / 1000;
  const line = { name, measured: `${seconds.toFixed(1)} s` };
  report(maxSeconds === undefined ? line : withMax(line, seconds, maxSeconds, `${maxSeconds} s`));
  const beforePages = readResidentMegabytes(shop.pid);
  await waitForDemoMedia();
  for (const visitedPath of visitedPaths) await (await fetch(shop.url + visitedPath)).bytes();
  const megabytes = Math.max(beforePages, readResidentMegabytes(shop.pid));
  const memory = {
    name: '  resident memory when the shop is ready or after its first pages, whichever is more',
    measured: `${megabytes.toFixed(0)} MB`,
  };
  report(withMax(memory, megabytes, maxMegabytes, `${maxMegabytes} MB`));
  return shop;
}

/** Waits until the REST service has created the demo's images and PDFs, which it does after it has started. */
async function waitForDemoMedia(): Promise<void> {
  const marker = path.join(dataDir, 'files', '.demo-complete');
  while (!existsSync(marker)) await sleep(100);
}

/** Resident memory of a process and its descendants. Linux calls 1024 bytes a kB. */
function readResidentMegabytes(pid: number): number {
  const [, kibibytes] = /^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce(
    (sum, child) => sum + readResidentMegabytes(Number(child)),
    (Number(kibibytes) * 1024) / 1e6,
  );
}
