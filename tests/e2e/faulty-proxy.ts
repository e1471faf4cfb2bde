import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What stands in the place of an answer: a status with a body, and perhaps only after something. */
export interface Fault {
  status: number;
  body?: unknown;
}

/** A server that passes requests on, but for those it was told to answer otherwise. */
export interface FaultyProxy {
  /** `http://127.0.0.1:…` */
  url: string;
  /** Answers requests whose path matches with a fault from now on; null: passes them on again. */
  fail(path: RegExp, fault: Fault | null): void;
  /** Keeps requests whose path matches waiting until the given function is called. */
  hold(path: RegExp): () => void;
  /** How many requests came whose path matches. */
  asked(path: RegExp): number;
  close(): Promise<void>;
}

/** Starts a proxy in front of the server at `target`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults = new Map<string, { path: RegExp; fault: Fault }>();
  const held: Array<{ path: RegExp; released: Promise<void> }> = [];
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    paths.push(path);
    const waits = held.filter((one) => one.path.test(path)).map(({ released }) => released);
    void Promise.all(waits).then(() => {
      const found = [...faults.values()].find((one) => one.path.test(path));
      if (found === undefined) passOn(target, incoming, outgoing);
      else answer(found.fault, outgoing);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    fail(path, fault) {
      if (fault === null) faults.delete(path.source);
      else faults.set(path.source, { path, fault });
    },
    hold(path) {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      held.push({ path, released });
      return resolve;
    },
    asked: (path) => paths.filter((one) => path.test(one)).length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** With the Host header as it came: the shop behind takes the proxy's address for its own. */
function passOn(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const passed = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: incoming.headers,
  });
  passed.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

function answer({ status, body }: Fault, outgoing: ServerResponse): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}
