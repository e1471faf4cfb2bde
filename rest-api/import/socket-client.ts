import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import type { ImportSummary } from './apply.ts';
import type { ImportedProduct } from './product-row.ts';
import { type ImportRequest, importResponse } from './socket-protocol.ts';

const productsPerChunk = 200;

/**
 * Lets a running service do an import.
 * @throws Error if no service is listening (`code` ENOENT or ECONNREFUSED) or if the import fails.
 */
export async function importOverSocket(
  socketPath: string,
  products: readonly ImportedProduct[],
  withdrawal: Pick<ImportRequest, 'replace' | 'withdrawMost'>,
  onProgress: (done: number, total: number) => void,
): Promise<ImportSummary> {
  const request = http.request({ socketPath, method: 'POST', path: '/' });
  const responded = once(request, 'response');
  pipeline(Readable.from(requestLines({ ...withdrawal, total: products.length }, products)), request, () => {
    // A failure also rejects `responded`.
  });
  const [response]: unknown[] = await responded;
  if (!(response instanceof http.IncomingMessage)) throw new Error('The service did not respond.');
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
    const message = importResponse.parse(JSON.parse(line));
    if (message.type === 'done') return message.summary;
    if (message.type === 'failed') throw new Error(message.message);
    onProgress(message.done, message.total);
  }
  throw new Error('The service stopped before the import was complete; run the import again.');
}

function* requestLines(request: ImportRequest, products: readonly ImportedProduct[]): Generator<string> {
  yield `${JSON.stringify(request)}\n`;
  for (let start = 0; start < products.length; start += productsPerChunk) {
    const lines = products.slice(start, start + productsPerChunk).map((product) => JSON.stringify(product));
    yield `${lines.join('\n')}\n`;
  }
}
