import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Config, ConfigError } from '../config.ts';

/** Timeouts in milliseconds. Apart from `sendTimeout` and `drainTimeout`, they are options of `http.createServer`. */
export interface ServerTimeouts {
  /** For a client to send the headers of a request. */
  headersTimeout: number;
  /** For a client to send a whole request, before it gets status 408. Responses may take longer. */
  requestTimeout: number;
  /**
   * For a client to receive the next part of a response that is being sent. A slow client is not disconnected while it
   * makes progress, nor while it waits for the gateway.
   */
  sendTimeout: number;
  /**
   * For an idle connection. Must exceed the idle timeout of load balancers, commonly 60 seconds: if the
   * gateway closes first, a balancer may still send a request on the connection and respond with 502.
   */
  keepAliveTimeout: number;
  /** Between two checks of `headersTimeout` and `requestTimeout`. */
  connectionsCheckingInterval: number;
  /** For clients to receive their responses at shutdown. */
  drainTimeout: number;
}

/** Requests are short, so a client that sends one slowly is disconnected to free the connection. */
const defaultTimeouts: ServerTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // As in nginx.
  sendTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  drainTimeout: 10_000,
};

/** The HTTP server of the gateway, with a graceful shutdown. */
export class HttpServer {
  readonly #http;
  readonly #drainTimeout: number;
  readonly #connections = new Set<Socket>();

  constructor(
    app: RequestListener,
    { sendTimeout, drainTimeout, ...timeouts }: ServerTimeouts = defaultTimeouts,
  ) {
    this.#drainTimeout = drainTimeout;
    this.#http = createServer(timeouts, (request, response) => {
      response.on('timeout', disconnectStalledClient);
      if (hasSeveralHosts(request)) {
        // The same response as that of Node.js to a request without a Host header.
        response.writeHead(400, { connection: 'close' }).end();
        return;
      }
      convertAbsoluteTarget(request);
      app(request, response);
    });
    this.#http.setTimeout(sendTimeout);
    this.#http.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /**
   * Starts listening. Returns the port, a free one if `port` is 0.
   *
   * @throws {ConfigError} if the port or the host is not available.
   */
  listen(port: number, host?: string): Promise<number> {
    return listen(this.#http, port, host);
  }

  /** Stops accepting connections and waits until the running requests have been served, at most for `drainTimeout`. */
  async close(): Promise<void> {
    const http = this.#http;
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    const closeUnused = setInterval(() => {
      // A keep-alive connection becomes idle after its last response and would keep the server open.
      http.closeIdleConnections();
      // Browsers open connections ahead of any request. Node.js does not count those as idle. Immediates run after
      // sockets have been read, so a request that has arrived is served.
      setImmediate(() => {
        for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
      });
    }, 50);
    const closeAll = setTimeout(() => http.closeAllConnections(), this.#drainTimeout);
    await ended;
    clearInterval(closeUnused);
    clearTimeout(closeAll);
  }
}

/**
 * Disconnects a client that has not received anything for `sendTimeout` although there is data to send. Otherwise,
 * such clients could fill the memory with responses.
 */
function disconnectStalledClient(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/**
 * RFC 9112, 3.2 requires that requests with several Host headers are rejected. Node.js uses the first
 * one. A cache in front that uses the last one would store a page under the wrong host.
 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hostCount = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hostCount += 1;
  }
  return hostCount > 1;
}

/**
 * Converts a request target in absolute form, which servers must accept, to a path. Its host replaces the Host header
 * (RFC 9112, 3.2.2).
 */
function convertAbsoluteTarget(request: IncomingMessage): void {
  const match = /^https?:\/\/([^/?@]+)\/?/i.exec(request.url ?? '');
  if (match === null) return;
  request.url = `/${match.input.slice(match[0].length)}`;
  request.headers.host = match[1];
}

/**
 * Checks that the port can be opened, before anything slow begins.
 * @throws {ConfigError} if it cannot.
 */
export async function assertPortAvailable({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const describe = listenErrors.get(error.code ?? '');
      reject(describe === undefined ? error : new ConfigError(describe(port, host)));
    });
    server.listen({ port, host }, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

type DescribeError = (port: number, host: string | undefined) => string;
const portUnavailable =
  (reason: string): DescribeError =>
  (port) =>
    `PORT is '${port}': ${reason}. Choose another port, or 0 for any free port.`;
const unknownHost: DescribeError = (_, host) =>
  `HOST is '${host}': it must be an IP address or host name of this machine, such as 127.0.0.1.`;
/** Messages for errors of `listen`, by code. */
const listenErrors: ReadonlyMap<string, DescribeError> = new Map([
  ['EADDRINUSE', portUnavailable('another program uses this port')],
  ['EACCES', portUnavailable('this user may not open it')],
  ['EADDRNOTAVAIL', unknownHost],
  ['ENOTFOUND', unknownHost],
  ['EAI_AGAIN', unknownHost],
]);
