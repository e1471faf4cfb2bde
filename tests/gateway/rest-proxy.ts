import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenOnFreePort } from '../listen.ts';

/** Whether the proxy sends a response to the gateway, or closes the connection instead. */
export type Delivery = 'delivered' | 'dropped';

/** Headers of a single connection or host, and those that would be wrong once `fetch` has decompressed the body. */
const neverForwardedHeaders = [
  'connection',
  'keep-alive',
  'host',
  'content-length',
  'content-encoding',
  'transfer-encoding',
];
/** Headers for versions, idempotency keys and ranges, which a plain host does not support. */
const optionalHeaders = [
  'etag',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'idempotency-key-supported',
  'range',
  'accept-ranges',
  'content-range',
];

/** A proxy between gateways and a REST service, where tests can delay and drop responses and remove headers. */
export class RestProxy {
  url = '';
  /** Whether to remove the optional headers, as if the host did not support them. */
  removesOptionalHeaders = false;
  /** Called with `METHOD endpoint` for each response. Decides whether it is delivered, and may delay it. */
  onResponse: (call: string) => Delivery | Promise<Delivery> = () => 'delivered';
  readonly #target: string;
  readonly #server = createServer((request, response) => {
    this.#forward(request, response).catch(() => response.destroy());
  });

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listenOnFreePort(this.#server)}`;
  }

  /** Restores the behaviour of a new proxy. */
  reset(): void {
    this.removesOptionalHeaders = false;
    this.onResponse = () => 'delivered';
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const call = `${method} ${/^\/([^/?]*)/.exec(url)?.[1]}`;
    const body = await buffer(request);
    const headers = this.#filterHeaders(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const upstream = await fetch(this.#target + url, { method, headers, ...(body.length > 0 && { body }) });
    const bytes = Buffer.from(await upstream.arrayBuffer());
    if ((await this.onResponse(call)) === 'dropped') request.socket.destroy();
    else response.writeHead(upstream.status, this.#filterHeaders([...upstream.headers])).end(bytes);
  }

  #filterHeaders(headers: [string, string][]): Record<string, string> {
    const removed = this.removesOptionalHeaders
      ? [...neverForwardedHeaders, ...optionalHeaders]
      : neverForwardedHeaders;
    return Object.fromEntries(headers.filter(([name]) => !removed.includes(name)));
  }
}
