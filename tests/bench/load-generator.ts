import { once } from 'node:events';
import { type LoadOrder, type LoadResult, loadOrder } from './load.ts';
import { LoadConnection } from './load-connection.ts';

/** The process that `load` starts: takes one order, does it, tells the result, ends. */

const [order] = await once(process, 'message');
const result = await perform(loadOrder.parse(order));
process.send?.(result, () => process.disconnect());

async function perform({ url, connections, calls, duration }: LoadOrder): Promise<LoadResult> {
  const { hostname, port, host } = new URL(url);
  const requests = calls.map((call) => requestBytes(call, host));
  const open = await Promise.all(
    Array.from({ length: connections }, () => LoadConnection.open(hostname, Number(port))),
  );
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  let next = 0;
  const hasMore = () =>
    duration === undefined ? next < requests.length : performance.now() - started < duration;
  const work = async (connection: LoadConnection) => {
    while (hasMore()) {
      const request = requests[next % requests.length];
      next += 1;
      if (request === undefined) return;
      const asked = performance.now();
      const status = await connection.send(request);
      times.push(performance.now() - asked);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 'failed') return;
    }
  };
  await Promise.all(open.map(work));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of open) connection.close();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: times.length / seconds, statuses, median: at(0.5), p99: at(0.99), longest: at(1) };
}

function requestBytes(
  { method, path, headers = {}, body = '' }: LoadOrder['calls'][number],
  host: string,
): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}
