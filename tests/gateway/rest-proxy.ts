import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

/** What is to become of an answer on its way back. */
export type Fate = 'arrives' | 'is lost';

/** Headers of a single connection, and those that no longer hold for a body that was unpacked. */
const ownHeaders = ['connection', 'host', 'content-length', 'content-encoding', 'transfer-encoding'];
/** What our REST service offers beyond requirements.md 7, and a plain host does not. */
const extras = ['etag', 'if-match', 'if-none-match', 'idempotency-key', 'idempotency-key-supported', 'range'];

/** The way between gateways and a REST service, on which tests hold calls up and lose answers. */
export class RestProxy {
  url = '';
  /** Whether the service behind seems to know nothing but requirements.md 7: no versions, no keys. */
  plain = false;
  /** Told of each call, as `METHOD endpoint`, that was answered; says what becomes of the answer, and when. */
  onAnswer: (call: string) => Fate | Promise<Fate> = () => 'arrives';
  readonly #target: string;
  readonly #server = createServer((request, response) => {
    this.#forward(request, response).catch(() => response.destroy());
  });

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Lets everything pass again. */
  reset(): void {
    this.plain = false;
    this.onAnswer = () => 'arrives';
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const call = `${method} ${/^\/([^/?]*)/.exec(url)?.[1]}`;
    const body = await buffer(request);
    const headers = this.#passed(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const answer = await fetch(this.#target + url, { method, headers, ...(body.length > 0 && { body }) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if ((await this.onAnswer(call)) === 'is lost') request.socket.destroy();
    else response.writeHead(answer.status, this.#passed([...answer.headers])).end(bytes);
  }

  #passed(headers: [string, string][]): Record<string, string> {
    const left = this.plain ? [...ownHeaders, ...extras] : ownHeaders;
    return Object.fromEntries(headers.filter(([name]) => !left.includes(name)));
  }
}
