import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { CostUsage } from '../quota/charge.ts';
import type { AnonymousQueryHandler } from './anonymous-query-handler.ts';
import { maxBodyBytes } from './request-body.ts';
import { requestIdHeader } from './request-info.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';

/** A request whose body has been read before Express receives it. */
interface BufferedRequest {
  /** The headers that a visitor's response depends on. */
  varyKey: string;
  body: string;
  /** Vary key and body together. */
  cacheKey: string;
  /** The request's charge so far; null if it has not been charged. */
  usage: CostUsage | null;
}

const bufferedRequests = new WeakMap<IncomingMessage, BufferedRequest>();

/** The body of a request that `cachedGraphqlHandler` has read; undefined if it passed the request on unread. */
export function getBufferedRequest(request: IncomingMessage): BufferedRequest | undefined {
  return bufferedRequests.get(request);
}

export interface CachedGraphqlOptions {
  responseCache: ResponseCache;
  anonymousQueries: AnonymousQueryHandler;
  /** Charges a cached response. False if the client's quota does not cover it. */
  chargeCachedResponse: (request: IncomingMessage) => Promise<boolean>;
  onCacheHit: () => void;
}

/**
 * Serves anonymous POST requests to `/graphql` without Express where possible: from the response
 * cache, by raw body, or else by a compiled query. All other requests go on to the app, with the body
 * that has been read. Requests with credentials always do.
 */
export function cachedGraphqlHandler(options: CachedGraphqlOptions, app: RequestListener): RequestListener {
  return (request, response) => {
    const varyKey = createVaryKey(request);
    if (varyKey === null) {
      app(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [firstChunk] = chunks;
      const bytes = chunks.length === 1 && firstChunk !== undefined ? firstChunk : Buffer.concat(chunks);
      const body = bytes.toString('utf8');
      const buffered = { varyKey, body, cacheKey: varyKey + body, usage: null };
      const cached = options.responseCache.get(buffered.cacheKey);
      const sent =
        cached === undefined
          ? executeAnonymously(options, buffered, request, response, app)
          : sendCached(options, cached, buffered, request, response, app);
      sent.catch(() => response.destroy());
    });
  };
}

async function sendCached(
  { chargeCachedResponse, onCacheHit }: CachedGraphqlOptions,
  cached: CachedResponse,
  buffered: BufferedRequest,
  request: IncomingMessage,
  response: ServerResponse,
  app: RequestListener,
): Promise<void> {
  if (await chargeCachedResponse(request)) {
    onCacheHit();
    send(response, cached, randomUUID());
    return;
  }
  bufferedRequests.set(request, buffered);
  app(request, response);
}

async function executeAnonymously(
  { responseCache, anonymousQueries }: CachedGraphqlOptions,
  buffered: BufferedRequest,
  request: IncomingMessage,
  response: ServerResponse,
  app: RequestListener,
): Promise<void> {
  const { version } = responseCache;
  // An unexpected failure occurs again in the app, which logs it and responds with a GraphQL error.
  const attempt = await anonymousQueries
    .execute(request, buffered.varyKey, buffered.body)
    .catch(() => ({ response: null, usage: null }));
  if (attempt.response === null) {
    bufferedRequests.set(request, { ...buffered, usage: attempt.usage });
    app(request, response);
    return;
  }
  const { requestId, ...cacheable } = attempt.response;
  responseCache.set(buffered.cacheKey, version, cacheable);
  send(response, cacheable, requestId);
}

function send(response: ServerResponse, { headers, bytes }: CachedResponse, requestId: string): void {
  response.writeHead(200, [...headers, requestIdHeader, requestId]);
  response.end(bytes);
}

/** The headers of a response without the request id, names and values alternating. */
export function cacheableHeaders(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === requestIdHeader ? [] : [name, String(value)],
  );
}

/** The usual spellings of the JSON content type. The app handles all others. */
const jsonContentTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/json; charset=utf-8',
]);

/** The headers that a visitor's response depends on; null for a request with credentials, or one that only the app handles. */
function createVaryKey({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'POST' || url !== '/graphql') return null;
  if (!jsonContentTypes.has(headers['content-type'] ?? '')) return null;
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return null;
  if (headers['content-encoding'] !== undefined) return null;
  if (!(Number(headers['content-length']) <= maxBodyBytes)) return null;
  const { host = '', accept = '', origin = '' } = headers;
  return `${host}\n${accept}\n${origin}\n${headers['x-forwarded-proto'] ?? ''}\n`;
}
