import { readFileSync } from 'node:fs';
import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer } from 'node:https';
import { createCertificate } from '#tests/certificate.ts';
import { listenOnFreePort } from '../../listen.ts';

/** A proxy that terminates TLS in front of the shop, as in production. */
interface TlsProxy {
  url: string;
  close(): void;
}

/** Header fields about the HTTP/1.1 connection itself. HTTP/2 forbids them (RFC 9113, 8.2.2). */
const connectionFields = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
]);

/** Starts a proxy in front of the shop, either for HTTP/2 or for HTTP/1.1. `folder` receives its certificate. */
export async function startTlsProxy(
  shopUrl: string,
  version: 'HTTP/2' | 'HTTP/1.1',
  folder: string,
): Promise<TlsProxy> {
  const files = createCertificate(folder);
  const options = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };
  const agent = new Agent({ keepAlive: true });
  const forward = (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) => {
    const { method, url } = request;
    const upstreamRequest = sendRequest(
      new URL(url ?? '/', shopUrl),
      { method, headers: toForwardedFields(request), agent },
      (upstreamResponse) => {
        const fields = Object.entries(upstreamResponse.headers).filter(
          ([name]) => !connectionFields.has(name),
        );
        response.statusCode = upstreamResponse.statusCode ?? 502;
        for (const [name, value] of fields) if (value !== undefined) response.setHeader(name, value);
        upstreamResponse.pipe(response);
      },
    );
    upstreamRequest.on('error', () => response.destroy());
    response.on('close', () => upstreamRequest.destroy());
    request.pipe(upstreamRequest);
  };
  const server = version === 'HTTP/2' ? createSecureServer(options, forward) : createServer(options, forward);
  return {
    url: `https://127.0.0.1:${await listenOnFreePort(server)}`,
    close: () => {
      agent.destroy();
      server.close();
    },
  };
}

/** The fields of a request as a proxy forwards them, without HTTP/2's pseudo-header fields, which start with `:`. */
function toForwardedFields({ headers, socket }: IncomingMessage | Http2ServerRequest): OutgoingHttpHeaders {
  const fields = Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && !connectionFields.has(name),
  );
  return {
    ...Object.fromEntries(fields),
    host: String(headers[':authority'] ?? headers.host),
    'x-forwarded-proto': 'https',
    'x-forwarded-for': socket.remoteAddress,
  };
}
