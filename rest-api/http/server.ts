import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Config, SettingError } from '../config.ts';

/** How long requests that still run may take after the service was told to stop. */
const graceMilliseconds = 10_000;

/** A listening server that can change what it answers and can finish what runs. */
export interface ListeningServer {
  readonly url: string;
  answerWith(listener: http.RequestListener): void;
  /** Takes no new connections and ends when the last answer is out. */
  close(): Promise<void>;
}

/**
 * Takes the port of the settings; until there is an application the answer is 503.
 * @throws SettingError when the port or the address cannot be taken.
 */
export async function listen(config: Config): Promise<ListeningServer> {
  let listener: http.RequestListener = answerStarting;
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Without it Node.js looks only every 30 s whether a request takes too long.
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 65_000,
  };
  const answer: http.RequestListener = (request, response) => listener(request, response);
  const server =
    config.tls === undefined
      ? http.createServer(limits, answer)
      : createSecureServer(config.tls, limits, answer);
  server.on('clientError', answerUnreadable);
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw whyNotListening(error, config);
  }
  return {
    url: urlOf(server, config),
    answerWith: (application) => {
      listener = application;
    },
    close: () => closeGently(server),
  };
}

function createSecureServer(
  { certificate, key }: NonNullable<Config['tls']>,
  limits: http.ServerOptions,
  answer: http.RequestListener,
): https.Server {
  try {
    return https.createServer({ ...limits, cert: certificate, key, minVersion: 'TLSv1.2' }, answer);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(
      'TLS_CERT, TLS_KEY',
      '(files)',
      `they do not make a certificate with its key (${reason})`,
    );
  }
}

const answerStarting: http.RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
  response.end(JSON.stringify({ message: 'The service is starting' }));
};

const unreadable: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What Node.js refuses before there is a request gets an answer of the same shape as any other refusal. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ message: `The request cannot be read (${status.slice(4)})` });
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function whyNotListening(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new SettingError(
      'REST_API_PORT',
      String(port),
      `another process listens on ${host}:${port}; stop it or give a free port (0 takes any)`,
    );
  }
  if (code === 'EACCES') {
    return new SettingError('REST_API_PORT', String(port), 'this user may not take it; give one above 1023');
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new SettingError('REST_API_HOST', host, 'this machine has no such address; give 127.0.0.1');
  }
  return error;
}

/** The address to call; a server on all addresses is called at the loopback one. */
function urlOf(server: http.Server, config: Config): string {
  const bound = server.address();
  const { port } =
    typeof bound === 'object' && bound !== null
      ? bound
      : ({ port: config.port } satisfies Pick<AddressInfo, 'port'>);
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = everywhere ? '127.0.0.1' : config.host;
  return `${config.tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function closeGently(server: http.Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection whose last answer went out after `close` would be kept open for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  await closed;
  clearInterval(sweep);
  clearTimeout(grace);
}
