import { once } from 'node:events';
import { z } from 'zod';
import { readCpuTime } from '../compare.ts';
import { runLoad } from '../load.ts';
import { report, withMax } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { createGraphQLCall, waitUntilReady } from './graphql-calls.ts';
import { getProgramPath, type Processes } from './setup.ts';

interface CatalogueSize {
  productCount: number;
  /** The limit of resident memory, in bytes. */
  maxMemoryBytes: number;
  /** The limit of the 99th percentile of search times, in milliseconds. If omitted, searches are not measured. */
  maxSearchMs?: number;
  loadTimeoutMs: number;
}

const sizes: readonly CatalogueSize[] = [
  { productCount: 20_000, maxMemoryBytes: 300e6, loadTimeoutMs: 60_000 },
  { productCount: 100_000, maxMemoryBytes: 500e6, maxSearchMs: 15, loadTimeoutMs: 60_000 },
  { productCount: 1_000_000, maxMemoryBytes: 2_500e6, maxSearchMs: 60, loadTimeoutMs: 300_000 },
];

const searchQuery = `query Search($filter: ProductFilter, $search: String) {
  products(filter: $filter, search: $search, first: 20) {
    totalCount
    nodes { id name price mrp discountPercent available thumbnail author { name } publisher { name } }
    facets {
      categories { value count selected }
      languages { value count selected }
      publishers(first: 20) { value count selected }
      publisherCount
      authors(first: 20) { value count selected }
      authorCount
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
const searchTexts = [
  // A part of a word, which many products contain.
  'gar',
  'river and letters',
  // The name of an author.
  'author 12',
  // The English word “garden” in Devanagari.
  'गार्डन',
];
const warmUpSearchCount = 100;
const searchCount = 400;
/** In each round, each kind of page is requested once. */
const roundCount = 40;

const memorySchema = z.object({ rss: z.number(), maxRss: z.number() });

/** Benchmarks searches, and the memory of gateway and storefront, with catalogues of different sizes. */
export async function benchmarkCatalogueSizes(processes: Processes): Promise<void> {
  for (const size of sizes) {
    await benchmarkSize(processes, size);
    await processes.stopAll();
  }
}

async function benchmarkSize(processes: Processes, size: CatalogueSize): Promise<void> {
  const { productCount, maxMemoryBytes, maxSearchMs, loadTimeoutMs } = size;
  const host = await processes.startHost(productCount);
  // Before the shop listens, it waits up to 10 seconds for its first load.
  const startedAt = performance.now();
  const shop = await processes.startGateway(host, getProgramPath('shop.ts'));
  const reportMemory = (measured: string, bytes: number | undefined) => {
    const name = `${productCount} products: resident memory of gateway and storefront`;
    report(withMax({ name, measured }, bytes, maxMemoryBytes, formatBytes(maxMemoryBytes)));
  };
  if (!(await waitUntilReady(shop, loadTimeoutMs))) {
    reportMemory(`not loaded after ${loadTimeoutMs / 1000} s`, undefined);
    return;
  }
  const loadSeconds = (performance.now() - startedAt) / 1000;
  if (maxSearchMs !== undefined) await benchmarkSearches(shop, productCount, maxSearchMs);
  const memoryBytes = await browsePages(shop, productCount);
  reportMemory(formatBytes(memoryBytes), memoryBytes);
  const { maxRss } = await readMemory(shop);
  report({ name: '  maximum since the start', measured: formatBytes(maxRss) });
  report({ name: '  start until the catalogue is loaded', measured: `${loadSeconds.toFixed(1)} s` });
}

/** Searches with a filter and facets, one after another. No cache contains them, since each has a new price range. */
async function benchmarkSearches({ url, pid }: Server, productCount: number, maxMs: number): Promise<void> {
  const calls = Array.from({ length: warmUpSearchCount + searchCount }, (_, index) => {
    const filter = { languages: ['मराठी'], minPrice: 100 + index / 100, maxPrice: 900 };
    return createGraphQLCall(searchQuery, { filter, search: searchTexts[index % searchTexts.length] });
  });
  await runLoad({ url, connections: 1, calls: calls.slice(0, warmUpSearchCount) }, true);
  const startTime = readCpuTime(pid);
  const { median, p99, statuses } = await runLoad(
    { url, connections: 1, calls: calls.slice(warmUpSearchCount) },
    true,
  );
  const endTime = readCpuTime(pid);
  if (statuses['200'] !== searchCount) throw new Error('A search failed.');
  const line = {
    name: `${productCount} products: filter, facets and search, one client, 99th percentile`,
    measured: `${p99.toFixed(1)} ms (median: ${median.toFixed(1)} ms)`,
  };
  report(withMax(line, p99, maxMs, `${maxMs} ms`));
  if (startTime === undefined || endTime === undefined) return;
  const meanMs = (endTime - startTime) / searchCount / 1000;
  report({ name: '  CPU time per request, all threads', measured: `${meanMs.toFixed(1)} ms` });
}

/** Requests three pages of the storefront per round. Returns the largest resident memory after a round, in bytes. */
async function browsePages(shop: Server, productCount: number): Promise<number> {
  let maxBytes = 0;
  for (let index = 0; index < roundCount; index += 1) {
    const productId = 1 + Math.floor((index / roundCount) * productCount);
    for (const path of ['/', `/product?minPrice=${100 + index}`, `/product/${productId}`]) {
      const response = await fetch(shop.url + path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`GET ${path}: status ${response.status}.`);
    }
    maxBytes = Math.max(maxBytes, (await readMemory(shop)).rss);
  }
  return maxBytes;
}

async function readMemory({ process }: Server): Promise<z.output<typeof memorySchema>> {
  process.send('memory');
  const [message] = await once(process, 'message');
  return memorySchema.parse(message);
}

function formatBytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
