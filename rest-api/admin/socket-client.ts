import { once } from 'node:events';
import http from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { HttpError } from '../http/errors.ts';
import type { ImportCommandOptions } from '../import/apply.ts';
import { ImportRejectedError, LargeWithdrawalError } from '../import/import-error.ts';
import type { ImportedProduct } from '../import/product-row.ts';
import type { ImportSummary } from '../import/summary.ts';
import { readLines } from '../read-lines.ts';
import type { CommandOutput } from './command.ts';
import {
  type CommandRequest,
  commandResponse,
  type ImportRequest,
  importResponse,
} from './socket-protocol.ts';

const productsPerChunk = 200;

/**
 * Runs a command in a running service.
 * @throws Error if no service is listening (`code` ENOENT or ECONNREFUSED) or if it stops during the command, HttpError
 * if the command fails.
 */
export async function requestCommand(socketPath: string, body: CommandRequest): Promise<CommandOutput> {
  const request = http.request({ socketPath, method: 'POST', path: '/command' });
  const responseEvent = once(request, 'response');
  request.end(JSON.stringify(body));
  const message = commandResponse.parse(JSON.parse(await text(await awaitResponse(responseEvent))));
  if (message.type === 'failed') throw new HttpError(400, message.message);
  return message.output;
}

/**
 * Imports products through a running service. Calls `onConnected` as soon as the service accepts the connection, so
 * that the caller can say why nothing happens yet: the service may first have to handle other requests.
 * @throws Error if no service is listening (`code` ENOENT or ECONNREFUSED) or if it stops during the import,
 * LargeWithdrawalError or ImportRejectedError if the import fails.
 */
export async function importOverSocket(
  socketPath: string,
  products: readonly ImportedProduct[],
  options: ImportCommandOptions,
  onConnected: () => void,
  onProgress: (done: number, total: number) => void,
): Promise<ImportSummary> {
  const request = http.request({ socketPath, method: 'POST', path: '/import' });
  request.once('socket', (socket) => socket.once('connect', onConnected));
  const responseEvent = once(request, 'response');
  const lines = generateRequestLines({ ...options, total: products.length }, products);
  pipeline(Readable.from(lines), request, () => {
    // A failure also rejects `responseEvent` or, if the response has begun, ends it early.
  });
  const response = await awaitResponse(responseEvent);
  for await (const line of readUntilClosed(response)) {
    const message = importResponse.parse(JSON.parse(line));
    if (message.type === 'done') return message.summary;
    if (message.type === 'failed') {
      throw message.needsConfirmation
        ? new LargeWithdrawalError(message.message)
        : new ImportRejectedError(message.message);
    }
    onProgress(message.done, message.total);
  }
  throw new Error('The connection to the service ended before it reported the result; run the import again.');
}

/** Reads the lines of a response. If the service is killed meanwhile, the lines end early, without an error. */
async function* readUntilClosed(response: http.IncomingMessage): AsyncGenerator<string> {
  try {
    yield* readLines(response);
  } catch (error) {
    if (response.complete) throw error;
  }
}

async function awaitResponse(responseEvent: Promise<unknown[]>): Promise<http.IncomingMessage> {
  const [response] = await responseEvent;
  if (!(response instanceof http.IncomingMessage)) throw new Error('The service did not respond.');
  return response;
}

function* generateRequestLines(
  request: ImportRequest,
  products: readonly ImportedProduct[],
): Generator<string> {
  yield `${JSON.stringify(request)}\n`;
  for (let start = 0; start < products.length; start += productsPerChunk) {
    const lines = products.slice(start, start + productsPerChunk).map((product) => JSON.stringify(product));
    yield `${lines.join('\n')}\n`;
  }
}
