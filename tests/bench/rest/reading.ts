import { load } from '../load.ts';
import { tell } from '../measurement.ts';
import { type Service, startBareExpress } from './processes.ts';

const connections = 50;
/** How long each round lasts, in milliseconds, and how many there are: of each server, in turn. */
const round = 1000;
const rounds = 4;

/** Reads of a catalogue, compared with a bare Express that answers the same bytes. */
export async function benchReading(service: Service, engine: string): Promise<void> {
  const ids = Array.from({ length: 500 }, (_, index) => index * 20 + 1);
  const paths = ids.map((id) => `/getproductbyid/${id}`);
  const bodies: Record<string, string> = {};
  for (const path of [...paths, '/getallproducts'])
    bodies[path] = await (await fetch(service.url + path)).text();
  const bare = await startBareExpress(bodies);
  try {
    await benchProduct(service, bare.url, paths, engine);
    await benchWholeList(service, bare.url, bodies['/getallproducts'] ?? '', engine);
    await benchUnchanged(service, engine);
  } finally {
    await bare.stop();
  }
}

async function benchProduct(service: Service, bare: string, paths: string[], engine: string): Promise<void> {
  const calls = paths.map((path) => ({ method: 'GET', path }));
  const rates: { ours: number; bare: number }[] = [];
  for (const url of [service.url, bare]) await load({ url, connections, calls, duration: round / 2 });
  for (let count = 0; count < rounds; count += 1) {
    const ours = await load({ url: service.url, connections, calls, duration: round });
    const other = await load({ url: bare, connections, calls, duration: round });
    const wrong = [ours, other]
      .flatMap(({ statuses }) => Object.keys(statuses))
      .filter((status) => status !== '200');
    if (wrong.length > 0) throw new Error(`Answers with ${wrong.join(', ')}.`);
    rates.push({ ours: ours.rate, bare: other.rate });
  }
  const ratio = median(rates.map((rate) => rate.ours / rate.bare));
  tell({
    what: `GET /getproductbyid/{id}, ${engine}, ${connections} connections`,
    measured: `${Math.round(median(rates.map(({ ours }) => ours)))}/s`,
    against: `bare Express ${Math.round(median(rates.map((rate) => rate.bare)))}/s`,
    ratio,
    bound: 'at least 0.50',
    holds: ratio >= 0.5,
  });
}

async function benchWholeList(service: Service, bare: string, body: string, engine: string): Promise<void> {
  const calls = [{ method: 'GET', path: '/getallproducts' }];
  const ours = await load({ url: service.url, connections: 4, calls, duration: round });
  const other = await load({ url: bare, connections: 4, calls, duration: round });
  tell({
    what: `GET /getallproducts, ${engine}, ${(Buffer.byteLength(body) / 1e6).toFixed(1)} MB, 4 connections`,
    measured: `${ours.rate.toFixed(0)}/s`,
    against: `bare Express ${other.rate.toFixed(0)}/s`,
    ratio: ours.rate / other.rate,
  });
  const compressed = await load({
    url: service.url,
    connections: 4,
    calls: [{ method: 'GET', path: '/getallproducts', headers: { 'accept-encoding': 'br' } }],
    duration: round,
  });
  tell({
    what: `GET /getallproducts, ${engine}, br`,
    measured: `${compressed.rate.toFixed(0)}/s`,
    against: `uncompressed ${ours.rate.toFixed(0)}/s`,
    ratio: compressed.rate / ours.rate,
  });
}

/** By the service's own clock, from the request's arrival to the end of its answer. */
async function benchUnchanged(service: Service, engine: string): Promise<void> {
  const { headers } = await fetch(`${service.url}/getallproducts`, { method: 'HEAD' });
  const tag = headers.get('etag') ?? '';
  const calls = [{ method: 'GET', path: '/getallproducts', headers: { 'if-none-match': tag } }];
  await load({ url: service.url, connections: 1, calls, duration: round });
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

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
