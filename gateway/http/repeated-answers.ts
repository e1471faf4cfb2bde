import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';
import type { AnswerCache } from './answer-cache.ts';
import { bodyLimit } from './body.ts';
import { requestIdHeader } from './request-id.ts';

/** A request whose body was read before the app saw it. */
interface ReadRequest {
  text: string;
  /** All that a visitor's answer depends on. */
  key: string;
}

const readRequests = new WeakMap<IncomingMessage, ReadRequest>();

/** What was read of a request already; undefined for one that came past the kept answers. */
export function readAlready(request: IncomingMessage): ReadRequest | undefined {
  return readRequests.get(request);
}

/**
 * Answers a visitor's question that was asked before from the bytes of its answer, found by the raw
 * body: it is neither parsed nor shown to the app. All others go on to the app, with their body.
 * Whoever says who they are always does.
 */
export function answeringRepeated(
  answers: AnswerCache,
  onRepeated: () => void,
  app: RequestListener,
): RequestListener {
  return (request, response) => {
    const head = repeatableHead(request);
    if (head === null) {
      app(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [only] = chunks;
      const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      const text = bytes.toString('utf8');
      const key = head + text;
      const kept = answers.get(key);
      if (kept === undefined) {
        readRequests.set(request, { text, key });
        app(request, response);
        return;
      }
      onRepeated();
      response.writeHead(200, [...kept.head, requestIdHeader, randomUUID()]);
      response.end(kept.bytes);
    });
  };
}

/** The headers of an answer that are the same for all who ask the same, names and values in turn. */
export function repeatableHeaders(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === requestIdHeader ? [] : [name, String(value)],
  );
}

/** The forms of the header in which nearly everybody sends JSON; any other is the app's to judge. */
const json: ReadonlySet<string> = new Set(['application/json', 'application/json; charset=utf-8']);

/**
 * What, beyond the body, a visitor's answer depends on; null for a request that cannot be a repeated
 * question, or that says who asks.
 */
function repeatableHead({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'POST' || url !== '/graphql' || !json.has(headers['content-type'] ?? '')) return null;
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return null;
  if (!(Number(headers['content-length']) <= bodyLimit)) return null;
  const { host = '', accept = '', origin = '' } = headers;
  return `${host}\n${accept}\n${origin}\n${headers['x-forwarded-proto'] ?? ''}\n`;
}
