import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer that takes longer counts as failed. */
const patience = 20_000;

/**
 * One kept-alive connection, one request at a time. Of an answer it reads the status and the length alone:
 * node:http would need more time for a request than the servers do, and then measure itself.
 */
export class LoadConnection {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #status = '';
  /** Bytes of the body that are still to come; undefined while the head is being read. */
  #missing: number | undefined;
  #answered: (status: string) => void = () => undefined;

  static async open(hostname: string, port: number): Promise<LoadConnection> {
    const socket = connect({ host: hostname, port, noDelay: true });
    await once(socket, 'connect');
    return new LoadConnection(socket);
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(patience, () => socket.destroy());
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#answered('failed'));
  }

  /** Gives the status of the answer, or `failed`. */
  send(request: Buffer): Promise<string> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (this.#socket.destroyed) resolve('failed');
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#missing === undefined) {
      this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = this.#head.toString('latin1', 0, end);
      this.#status = head.slice(9, 12);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined && this.#status !== '304') this.#socket.destroy();
      this.#missing = Number(length ?? 0) - (this.#head.length - end - 4);
      this.#head = Buffer.alloc(0);
    } else {
      this.#missing -= bytes.length;
    }
    if (this.#missing > 0) return;
    this.#missing = undefined;
    this.#answered(this.#status);
  }
}
