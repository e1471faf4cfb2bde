import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { Usage } from '../quota/charge.ts';
import type { AnonymousQueryHandler } from './anonymous-query-handler.ts';
import { bodyLimit } from './body.ts';
import { requestIdHeader } from './request-id.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

/** A request whose body was read before the app saw it. */
interface ReadRequest {
  /** All that a visitor's answer depends on beyond the body. */
  beginning: string;
  text: string;
  /** Both. */
  key: string;
  /** What the request was charged before the app saw it; null for nothing. */
  usage: Usage | null;
}

const readRequests = new WeakMap<IncomingMessage, ReadRequest>();

/** What was read of a request already; undefined for one that came past the kept answers. */
export function bufferedBodyOf(request: IncomingMessage): ReadRequest | undefined {
  return readRequests.get(request);
}

/** Where answers come from that need not be asked of the app. */
export interface CachedGraphqlOptions {
  answers: ResponseCache;
  questions: AnonymousQueryHandler;
  /** Whether the caller's budget has room for an answer that is given again; charges it. */
  admitRepeated: (request: IncomingMessage) => Promise<boolean>;
  /** Told of each answer that was given again. */
  onRepeated: () => void;
}

/**
 * Answers a visitor's question that was asked before from the bytes of its answer, found by the raw
 * body: it is neither parsed nor shown to the app. A query that is known, with variables that are
 * new, is answered without the app too. All others go on to it, with their body. Whoever says who
 * they are always does.
 */
export function cachedGraphqlHandler(known: CachedGraphqlOptions, app: RequestListener): RequestListener {
  return (request, response) => {
    const beginning = beginningOf(request);
    if (beginning === null) {
      app(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [only] = chunks;
      const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      const text = bytes.toString('utf8');
      const read = { beginning, text, key: beginning + text, usage: null };
      const kept = known.answers.get(read.key);
      const sending =
        kept === undefined
          ? answerNew(known, read, request, response, app)
          : answerAgain(known, kept, read, request, response, app);
      sending.catch(() => response.destroy());
    });
  };
}

async function answerAgain(
  { admitRepeated, onRepeated }: CachedGraphqlOptions,
  kept: CachedResponse,
  read: ReadRequest,
  request: IncomingMessage,
  response: ServerResponse,
  app: RequestListener,
): Promise<void> {
  if (await admitRepeated(request)) {
    onRepeated();
    send(response, kept, randomUUID());
    return;
  }
  readRequests.set(request, read);
  app(request, response);
}

async function answerNew(
  { answers, questions }: CachedGraphqlOptions,
  read: ReadRequest,
  request: IncomingMessage,
  response: ServerResponse,
  app: RequestListener,
): Promise<void> {
  const { version } = answers;
  // What breaks here breaks there too, where it is logged and told in GraphQL's form.
  const attempt = await questions
    .answer(request, read.beginning, read.text)
    .catch(() => ({ made: null, usage: null }));
  if (attempt.made === null) {
    readRequests.set(request, { ...read, usage: attempt.usage });
    app(request, response);
    return;
  }
  const { requestId, ...answer } = attempt.made;
  answers.keep(read.key, version, answer);
  send(response, answer, requestId);
}

function send(response: ServerResponse, { head, bytes }: CachedResponse, requestId: string): void {
  response.writeHead(200, [...head, requestIdHeader, requestId]);
  response.end(bytes);
}

/** The headers of an answer that are the same for all who ask the same, names and values in turn. */
export function cacheableHeaders(headers: OutgoingHttpHeaders): string[] {
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
function beginningOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'POST' || url !== '/graphql' || !json.has(headers['content-type'] ?? '')) return null;
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return null;
  if (headers['content-encoding'] !== undefined) return null;
  if (!(Number(headers['content-length']) <= bodyLimit)) return null;
  const { host = '', accept = '', origin = '' } = headers;
  return `${host}\n${accept}\n${origin}\n${headers['x-forwarded-proto'] ?? ''}\n`;
}
