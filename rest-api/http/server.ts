import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Config, SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';

/** After this time, a shutdown closes the connections of requests that are still running. */
const shutdownGraceMs = 10_000;

/** How long a client may take to receive the next part of a response. */
const sendTimeoutMs = 60_000;

/** A server that accepts connections before its request listener is set, and shuts down gracefully. */
export interface ListeningServer {
  readonly url: string;
  /** Replaces the request listener. Until the first call, every response has status 503. */
  setListener(listener: http.RequestListener): void;
  /** Stops accepting connections. Resolves when the last response is sent, at the latest after `shutdownGraceMs`. */
  close(): Promise<void>;
}

/**
 * Binds the configured host and port.
 * @throws SettingError if the port is in use or not permitted, the host is not an address of this machine, or Node.js
 *   rejects the TLS certificate or key.
 */
export async function listen(config: Config): Promise<ListeningServer> {
  let currentListener: http.RequestListener = respondUnavailable;
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // By default Node.js checks for timed-out requests only every 30 s.
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 65_000,
  };
  const listener: http.RequestListener = (request, response) => {
    response.on('timeout', disconnectStalledClient);
    currentListener(request, response);
  };
  const server =
    config.tls === undefined
      ? http.createServer(limits, listener)
      : createSecureServer(config.tls, limits, listener);
  server.setTimeout(sendTimeoutMs);
  server.on('clientError', rejectUnparsedRequest);
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw toSettingError(error, config);
  }
  return {
    url: formatUrl(server, config),
    setListener: (newListener) => {
      currentListener = newListener;
    },
    close: () => closeGracefully(server),
  };
}

function createSecureServer(
  { certificate, key }: NonNullable<Config['tls']>,
  limits: http.ServerOptions,
  listener: http.RequestListener,
): https.Server {
  try {
    return https.createServer({ ...limits, cert: certificate, key, minVersion: 'TLSv1.2' }, listener);
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new SettingError(
      'TLS_CERT, TLS_KEY',
      '(files)',
      `the certificate and the key do not match, or one of them is invalid (${reason})`,
    );
  }
}

const respondUnavailable: http.RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
  response.end(JSON.stringify({ message: 'The service is starting' }));
};

/**
 * Disconnects a client that has not received anything for `sendTimeoutMs` although there is data to send. Otherwise,
 * such clients could use up the memory and the connections.
 */
function disconnectStalledClient(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

const parseErrorStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds in the service's error format to requests that Node.js could not parse, or that did not arrive in time. */
function rejectUnparsedRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = parseErrorStatus[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ message: `The request was rejected: ${status.slice(4)}` });
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function toSettingError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new SettingError(
      'REST_API_PORT',
      String(port),
      `another process is listening on ${host}:${port}; stop it or use a free port (0 selects any)`,
    );
  }
  if (code === 'EACCES') {
    return new SettingError('REST_API_PORT', String(port), 'permission denied; use a port above 1023');
  }
  if (code === 'EINVAL') {
    return new SettingError(
      'REST_API_HOST',
      host,
      'a link-local address needs a network interface, which a URL cannot contain; use 127.0.0.1',
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new SettingError('REST_API_HOST', host, 'this machine has no such address; use 127.0.0.1');
  }
  return error;
}

/** Returns the server's URL, with the configured host, or the loopback address if it listens on all addresses. */
function formatUrl(server: http.Server, config: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const listensOnAll = config.host === '0.0.0.0' || config.host === '::';
  const host = listensOnAll ? '127.0.0.1' : config.host;
  return `${config.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function closeGracefully(server: http.Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection whose last response is sent after `close` would stay open, waiting for another request.
  const closeIdleTimer = setInterval(() => server.closeIdleConnections(), 50);
  const closeAllTimer = setTimeout(() => server.closeAllConnections(), shutdownGraceMs);
  await closed;
  clearInterval(closeIdleTimer);
  clearTimeout(closeAllTimer);
}
