import { once } from 'node:events';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import type { ImportSummary } from './apply.ts';
import { answer as answerShape, type ImportRequest } from './door-messages.ts';
import type { ImportedProduct } from './product-row.ts';

/**
 * Hands an import to the service that listens at the address.
 * @throws Error when nobody listens (`code` ENOENT or ECONNREFUSED) or the service refuses.
 */
export async function importThroughDoor(
  address: string,
  products: readonly ImportedProduct[],
  withdrawal: Pick<ImportRequest, 'replace' | 'withdrawMost'>,
  onProgress: (done: number, total: number) => void,
): Promise<ImportSummary> {
  const request = http.request({ socketPath: address, method: 'POST', path: '/' });
  const answered = once(request, 'response');
  pipeline(Readable.from(linesOf({ ...withdrawal, total: products.length }, products)), request, () => {
    // A failure shows in `answered` too.
  });
  const [response]: unknown[] = await answered;
  if (!(response instanceof http.IncomingMessage)) throw new Error('The service gave no answer.');
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
    const answer = answerShape.parse(JSON.parse(line));
    if (answer.type === 'done') return answer.summary;
    if (answer.type === 'failed') throw new Error(answer.message);
    onProgress(answer.done, answer.total);
  }
  throw new Error('The service went away before it answered; run the import again.');
}

function* linesOf(request: ImportRequest, products: readonly ImportedProduct[]): Generator<string> {
  yield `${JSON.stringify(request)}\n`;
  const linesAtOnce = 200;
  for (let start = 0; start < products.length; start += linesAtOnce) {
    const lines = products.slice(start, start + linesAtOnce).map((product) => JSON.stringify(product));
    yield `${lines.join('\n')}\n`;
  }
}
