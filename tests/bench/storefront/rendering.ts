import type { BuiltShop } from '../built-shop.ts';
import { readCpuTime } from '../compare.ts';
import { report, withMax } from '../measurement.ts';

const warmUpPageCount = 300;
const measuredPageCount = 200;
const maxCpuMs = 5;

/** Reports the CPU time of the gateway's process for a page that is not cached. */
export async function reportRenderTime(shop: BuiltShop, pagePath: string): Promise<void> {
  let count = 0;
  const render = async (pageCount: number) => {
    const end = count + pageCount;
    for (; count < end; count += 1) {
      // A parameter that the page ignores, so that no URL repeats.
      const response = await fetch(`${shop.url}${pagePath}?benchmark=${count}`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      await response.bytes();
      if (response.status !== 200) throw new Error(`The page has status ${response.status}.`);
    }
  };
  await render(warmUpPageCount);
  const before = readCpuTime(shop.pid);
  await render(measuredPageCount);
  const after = readCpuTime(shop.pid);
  if (before === undefined || after === undefined) return;
  const cpuMs = (after - before) / 1000 / measuredPageCount;
  const name = 'CPU time to render a listing that is not cached';
  report(withMax({ name, measured: `${cpuMs.toFixed(1)} ms` }, cpuMs, maxCpuMs, `${maxCpuMs} ms`));
}
