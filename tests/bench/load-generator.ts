import { once } from 'node:events';
import { quantile } from './compare.ts';
import { type LoadOptions, type LoadResult, loadOptionsSchema } from './load.ts';
import { LoadConnection } from './load-connection.ts';

/** The process that `runLoad` starts. It receives its options as a message, sends the result and exits. */

const [message] = await once(process, 'message');
const result = await generateLoad(loadOptionsSchema.parse(message));
process.send?.(result, () => process.disconnect());

async function generateLoad({ url, connections, calls, durationMs }: LoadOptions): Promise<LoadResult> {
  const { hostname, port, host } = new URL(url);
  const requests = calls.map((call) => serializeRequest(call, host));
  const openConnections = await Promise.all(
    Array.from({ length: connections }, () => LoadConnection.open(hostname, Number(port))),
  );
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  let next = 0;
  const hasMore = () =>
    durationMs === undefined ? next < requests.length : performance.now() - startedAt < durationMs;
  const sendRequests = async (connection: LoadConnection) => {
    while (hasMore()) {
      const request = requests[next % requests.length];
      next += 1;
      if (request === undefined) return;
      const sentAt = performance.now();
      const status = await connection.send(request);
      times.push(performance.now() - sentAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 'failed') return;
    }
  };
  await Promise.all(openConnections.map(sendRequests));
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of openConnections) connection.close();
  return {
    rate: times.length / seconds,
    statuses,
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: quantile(times, 1),
  };
}

function serializeRequest(
  { method, path, headers = {}, body = '' }: LoadOptions['calls'][number],
  host: string,
): Buffer {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}
