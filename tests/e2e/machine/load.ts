import { createServer, request as sendRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listenOnFreePort } from '../../listen.ts';

/** The pause between two requests. Without it, the rendering of pages would slow down the tested upgrade. */
const pauseMs = 50;

/** A proxy in front of several gateways. If a request to a gateway fails, the proxy sends it to the next one. */
interface LoadBalancer {
  readonly url: string;
  close(): void;
}

export async function startLoadBalancer(gateways: readonly string[]): Promise<LoadBalancer> {
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    const firstGateway = requestCount;
    const forward = (attempt: number) => {
      const gateway = gateways[(firstGateway + attempt) % gateways.length] ?? '';
      // Opens a new connection for each request. A gateway that stops could close an idle connection just when it is
      // used again.
      const options = { method: 'GET', agent: false, headers: request.headers };
      sendRequest(`${gateway}${request.url}`, options, (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(response);
      })
        .on('error', () => (attempt + 1 < gateways.length ? forward(attempt + 1) : response.destroy()))
        .end();
    };
    forward(0);
  });
  return { url: `http://127.0.0.1:${await listenOnFreePort(server)}`, close: () => server.close() };
}

/** Requests pages one after another until `stop` is called, which returns the status or error of each request. */
export function requestContinuously(url: string, paths: readonly string[]): { stop(): Promise<unknown[]> } {
  const results: unknown[] = [];
  let isStopped = false;
  const run = async () => {
    for (let count = 0; !isStopped; count += 1) {
      // Each request states a different IP address, because the quota of a single one would not suffice.
      const clientIp = `198.51.${count >> 8}.${count & 255}`;
      const headers = { accept: 'text/html', 'x-forwarded-for': clientIp, 'x-forwarded-proto': 'https' };
      // Each URL is new, so that no response comes from a cache.
      const response = fetch(`${url}${paths[count % paths.length]}?visit=${count}`, { headers });
      results.push(
        await response.then(async (received) => (await received.text()) && received.status).catch(String),
      );
      await setTimeout(pauseMs);
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return results;
    },
  };
}
