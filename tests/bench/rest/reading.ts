import { compare, median, quantile, rates, tellProcessor } from '../compare.ts';
import { load } from '../load.ts';
import { tell } from '../measurement.ts';
import type { Server } from '../servers.ts';
import { type Service, startBareExpress } from './processes.ts';

const measure = 'bare Express';

/** Reads of a catalogue, compared with a bare Express that answers the same bytes. */
export async function benchReading(service: Service, engine: string): Promise<void> {
  const ids = Array.from({ length: 500 }, (_, index) => index * 20 + 1);
  const paths = ids.map((id) => `/getproductbyid/${id}`);
  const bodies: Record<string, string> = {};
  for (const path of [...paths, '/getallproducts'])
    bodies[path] = await (await fetch(service.url + path)).text();
  const bare = await startBareExpress(bodies);
  try {
    await benchProduct(service, bare, paths, engine);
    await benchWholeList(service, bare, Buffer.byteLength(bodies['/getallproducts'] ?? ''), engine);
  } finally {
    await bare.stop();
  }
  await benchUnchanged(service, engine);
}

async function benchProduct(service: Service, bare: Server, paths: string[], engine: string): Promise<void> {
  const calls = paths.map((path) => ({ method: 'GET', path }));
  const comparison = await compare(service, bare, { connections: 50, calls });
  tell({
    ...rates(`GET /getproductbyid/{id}, ${engine}, 50 connections`, measure, comparison),
    bound: 'at least 0.50',
    holds: comparison.ratio >= 0.5,
  });
  tellProcessor(measure, comparison);
}

async function benchWholeList(service: Service, bare: Server, length: number, engine: string): Promise<void> {
  const size = `${(length / 1e6).toFixed(1)} MB`;
  const calls = [{ method: 'GET', path: '/getallproducts' }];
  const comparison = await compare(service, bare, { connections: 4, calls });
  tell(rates(`GET /getallproducts, ${engine}, ${size}, 4 connections`, measure, comparison));
  tellProcessor(measure, comparison);
}

/** By the service's own clock, from the request's arrival to the end of its answer. */
async function benchUnchanged(service: Service, engine: string): Promise<void> {
  const { headers } = await fetch(`${service.url}/getallproducts`, { method: 'HEAD' });
  const tag = headers.get('etag') ?? '';
  const calls = [{ method: 'GET', path: '/getallproducts', headers: { 'if-none-match': tag } }];
  await load({ url: service.url, connections: 1, calls, duration: 1000 });
  const times = service
    .served()
    .filter(({ route, status }) => route === '/getallproducts' && status === 304)
    .map(({ milliseconds }) => milliseconds);
  const middle = median(times);
  tell({
    what: `GET /getallproducts answered 304, ${engine}, server time of ${times.length}`,
    measured: `${middle.toFixed(1)} ms (99 of 100: ${quantile(times, 0.99).toFixed(1)} ms)`,
    bound: 'under 1 ms',
    holds: middle < 1,
  });
}
