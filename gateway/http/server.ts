import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Config, ConfigError } from '../config.ts';

/** How long callers may take. Times in milliseconds. */
export interface ServerTimeouts {
  /** To send a request's headers. */
  headersTimeout: number;
  /** To send a whole request; then the answer is 408. Sending the answer may take longer. */
  requestTimeout: number;
  /**
   * A connection may be idle between two requests. Load balancers keep theirs for 60 seconds; one that the
   * gateway closed sooner would be reused all the same now and then, and answered with 502.
   */
  keepAliveTimeout: number;
  /** Between two looks at who takes too long. */
  connectionsCheckingInterval: number;
  /** To take the answers that are on their way at shutdown. */
  drainTime: number;
}

/** Requests are short: what is slower than this only holds a connection that others want. */
const doorTimes: ServerTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  drainTime: 10_000,
};

/** Where requests come in, over HTTP. */
export class HttpServer {
  readonly #http;
  readonly #drainTime: number;
  readonly #connections = new Set<Socket>();

  constructor(app: RequestListener, { drainTime, ...times }: ServerTimeouts = doorTimes) {
    this.#drainTime = drainTime;
    this.#http = createServer(times, (request, response) => {
      if (namesOneHost(request)) app(request, response);
      // As Node.js answers a request that names none.
      else response.writeHead(400, { connection: 'close' }).end();
    });
    this.#http.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** Starts to listen; gives the port, which is a free one for 0. @throws {ConfigError} when it cannot be had. */
  open(port: number, host?: string): Promise<number> {
    return listen(this.#http, port, host);
  }

  /** Answers what has begun and takes nothing new. */
  async close(): Promise<void> {
    const http = this.#http;
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    // Browsers open some ahead of any request; Node takes those for busy.
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    // Connections that are kept alive hold the server open, each from the moment its answer is through.
    const idle = setInterval(() => http.closeIdleConnections(), 50);
    const late = setTimeout(() => http.closeAllConnections(), this.#drainTime);
    await ended;
    clearInterval(idle);
    clearTimeout(late);
  }
}

/**
 * RFC 9112, 3.2: a request with several Host headers has to be refused. Node.js takes the first; a cache in
 * front that takes the last would keep a page of one host under another.
 */
function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values stand in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}

/**
 * Opens a port for a moment, to learn before anything slow begins whether it can be had.
 * @throws {ConfigError} when it cannot.
 */
export async function assertPortAvailable({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}

function listen(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = refusals.get(error.code ?? '');
      const refused = why === undefined ? undefined : new ConfigError(why(port, host));
      reject(refused ?? error);
    });
    server.listen({ port, host }, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

type Refusal = (port: number, host: string | undefined) => string;
const portIs =
  (what: string): Refusal =>
  (port) =>
    `PORT is '${port}': it ${what}; choose a free one, for example ${port + 1}.`;
const unknownHost: Refusal = (_, host) =>
  `HOST is '${host}': it must be an address of this machine such as 127.0.0.1.`;
const refusals: ReadonlyMap<string, Refusal> = new Map([
  ['EADDRINUSE', portIs('is taken by another program')],
  ['EACCES', portIs('may not be opened by this user')],
  ['EADDRNOTAVAIL', unknownHost],
  ['ENOTFOUND', unknownHost],
  ['EAI_AGAIN', unknownHost],
]);
