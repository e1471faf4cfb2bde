import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A request counts as failed if no data arrives for this long. */
const responseTimeoutMs = 20_000;

/**
 * A keep-alive connection for one request at a time. It parses only the status and the length of a response: the
 * client of node:http needs more time per request than the servers and would be the bottleneck.
 */
export class LoadConnection {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #status = '';
  /** Bytes of the body that have not arrived yet; undefined while the head is being read. */
  #remainingBytes: number | undefined;
  #onResponse: (status: string) => void = () => undefined;

  static async open(hostname: string, port: number): Promise<LoadConnection> {
    const socket = connect({ host: hostname, port, noDelay: true });
    await once(socket, 'connect');
    return new LoadConnection(socket);
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(responseTimeoutMs, () => socket.destroy());
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#onResponse('failed'));
  }

  /** Sends a request and returns the status of the response, or `failed`. */
  send(request: Buffer): Promise<string> {
    return new Promise((resolve) => {
      this.#onResponse = resolve;
      if (this.#socket.destroyed) resolve('failed');
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#remainingBytes === undefined) {
      this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = this.#head.toString('latin1', 0, end);
      this.#status = head.slice(9, 12);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      // The end of a response without a length is unknown, so the response and the connection count as failed.
      if (length === undefined && this.#status !== '304') {
        this.#socket.destroy();
        return;
      }
      this.#remainingBytes = Number(length ?? 0) - (this.#head.length - end - 4);
      this.#head = Buffer.alloc(0);
    } else {
      this.#remainingBytes -= bytes.length;
    }
    if (this.#remainingBytes > 0) return;
    this.#remainingBytes = undefined;
    this.#onResponse(this.#status);
  }
}
