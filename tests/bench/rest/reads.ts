import { compare, median, quantile, reportComparison } from '../compare.ts';
import { runLoad } from '../load.ts';
import { report } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { type Service, startBareExpress } from './processes.ts';

const referenceName = 'bare Express';

/** Compares catalogue reads with a bare Express server that sends the same bytes. Also measures responses with 304. */
export async function benchmarkReads(service: Service, engine: string): Promise<void> {
  const ids = Array.from({ length: 500 }, (_, index) => index * 20 + 1);
  const paths = ids.map((id) => `/getproductbyid/${id}`);
  const bodies: Record<string, string> = {};
  for (const path of [...paths, '/getallproducts'])
    bodies[path] = await (await fetch(service.url + path)).text();
  const bare = await startBareExpress(bodies);
  try {
    await benchmarkProduct(service, bare, paths, engine);
    await benchmarkWholeList(service, bare, Buffer.byteLength(bodies['/getallproducts'] ?? ''), engine);
  } finally {
    await bare.stop();
  }
  await benchmarkNotModified(service, engine);
}

async function benchmarkProduct(
  service: Service,
  bare: Server,
  paths: string[],
  engine: string,
): Promise<void> {
  const calls = paths.map((path) => ({ method: 'GET', path }));
  const comparison = await compare({ server: service, calls }, { server: bare, calls }, { connections: 50 });
  const name = `GET /getproductbyid/{id}, ${engine}, 50 connections`;
  reportComparison(name, referenceName, comparison, 0.5);
}

async function benchmarkWholeList(
  service: Service,
  bare: Server,
  length: number,
  engine: string,
): Promise<void> {
  const size = `${(length / 1e6).toFixed(1)} MB`;
  const calls = [{ method: 'GET', path: '/getallproducts' }];
  const comparison = await compare({ server: service, calls }, { server: bare, calls }, { connections: 4 });
  reportComparison(`GET /getallproducts, ${engine}, ${size}, 4 connections`, referenceName, comparison);
}

/** Takes the times from the service's log: from the arrival of a request to the end of the response. */
async function benchmarkNotModified(service: Service, engine: string): Promise<void> {
  const { headers } = await fetch(`${service.url}/getallproducts`, { method: 'HEAD' });
  const tag = headers.get('etag') ?? '';
  const calls = [{ method: 'GET', path: '/getallproducts', headers: { 'if-none-match': tag } }];
  await runLoad({ url: service.url, connections: 1, calls, durationMs: 1000 });
  const times = service
    .readLoggedRequests()
    .filter(({ route, status }) => route === '/getallproducts' && status === 304)
    .map(({ milliseconds }) => milliseconds);
  const medianTime = median(times);
  report({
    name: `GET /getallproducts with status 304, ${engine}, server time of ${times.length} requests`,
    measured: `${medianTime.toFixed(1)} ms (99th percentile: ${quantile(times, 0.99).toFixed(1)} ms)`,
    limit: 'under 1 ms',
    isMet: medianTime < 1,
  });
}
