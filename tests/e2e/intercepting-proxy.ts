import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listenOnFreePort } from '../listen.ts';

interface StubResponse {
  status: number;
  /** Sent as JSON. */
  body?: unknown;
}

/** An HTTP proxy that forwards requests, unless a test stubs them, holds them back or disconnects the proxy. */
export interface InterceptingProxy {
  /** `http://127.0.0.1:…` */
  url: string;
  /** Responds to requests for matching paths itself instead of forwarding them. */
  stub(path: RegExp, response: StubResponse): void;
  /** Removes the stub with the same pattern. */
  restore(path: RegExp): void;
  /** Delays requests for matching paths until the returned function is called. */
  hold(path: RegExp): () => void;
  /** Drops all connections, as if there were no network, until the returned function is called. */
  disconnect(): () => void;
  /** The number of requests received so far for matching paths. */
  countRequests(path: RegExp): number;
  close(): Promise<void>;
}

/** Starts a proxy in front of the server at `target`, on a free port. */
export async function startInterceptingProxy(target: string): Promise<InterceptingProxy> {
  const stubs = new Map<string, { path: RegExp; response: StubResponse }>();
  const holds: Array<{ path: RegExp; released: Promise<void> }> = [];
  const requestedPaths: string[] = [];
  let isConnected = true;
  const server = createServer((incoming, outgoing) => {
    if (!isConnected) return void incoming.socket.destroy();
    const path = incoming.url ?? '';
    requestedPaths.push(path);
    const delays = holds.filter((hold) => hold.path.test(path)).map(({ released }) => released);
    void Promise.all(delays).then(() => {
      const stub = [...stubs.values()].find((candidate) => candidate.path.test(path));
      if (stub === undefined) forward(target, incoming, outgoing);
      else sendStub(stub.response, outgoing);
    });
  });
  return {
    url: `http://127.0.0.1:${await listenOnFreePort(server)}`,
    stub: (path, response) => void stubs.set(path.source, { path, response }),
    restore: (path) => void stubs.delete(path.source),
    hold(path) {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      holds.push({ path, released });
      return resolve;
    },
    disconnect() {
      isConnected = false;
      server.closeAllConnections();
      return () => {
        isConnected = true;
      };
    },
    countRequests: (path) => requestedPaths.filter((requested) => path.test(requested)).length,
    close: () => closeServer(server),
  };
}

/** Forwards a request with its Host header, so the shop uses the proxy's origin in the URLs it generates. */
function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const forwarded = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: incoming.headers,
    // Opens a new connection, because the target may close an idle one just when it is used again.
    agent: false,
  });
  forwarded.on('response', (response) => {
    // These describe the connection to the target. The proxy closes its own idle connections much earlier than the
    // shop, which a client must know: otherwise it could use one just when it is closed.
    delete response.headers.connection;
    delete response.headers['keep-alive'];
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

function sendStub({ status, body }: StubResponse, outgoing: ServerResponse): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  outgoing.end(body === undefined ? '' : JSON.stringify(body));
}
