import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isAffected, type StockChange, type StockShown } from '../catalogue/sync/stock-overlay.ts';
import type { ContentCoding } from './compression.ts';
import type { HttpResponse } from './graphql-response.ts';

/** An encoded response to a visitor's query, with status 200. */
export interface CachedResponse extends HttpResponse {
  /** The operation's name, for logs. */
  operationName: string | null;
  /** Undefined if the stock that the response shows is unknown. */
  stockShown: StockShown | undefined;
}

/** The validator of a response to a GET request of a visitor or a partner. */
interface CachedEtag {
  etag: string;
  /** As in `CachedResponse`. */
  stockShown: StockShown | undefined;
}

const maxCacheBytes = 64 * 1024 * 1024;
const maxResponseBytes = 512 * 1024;
/** Memory for the keys of requests that have occurred at least once. */
const maxFirstRequestCacheBytes = 4 * 1024 * 1024;
/** Memory for the keys of requests with a known validator. */
const maxEtagCacheBytes = 4 * 1024 * 1024;

/**
 * Least-recently-used cache of responses to visitors' queries. The keys are built from the request before it is parsed.
 * A response is stored when its request occurs for the second time, so that requests that are never repeated do not
 * evict others. A new version of the data removes all responses. The cache also contains the validators of responses,
 * so that a response is not sent again to a client that has it.
 */
export class ResponseCache {
  readonly #getCurrentVersion: () => string;
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    maxEntrySize: maxResponseBytes,
    // JavaScript strings take up to two bytes per character.
    sizeCalculation: ({ headers, body }, key) => body.length + (key.length + headers.join().length) * 2,
  });
  readonly #firstRequests = new LRUCache<string, true>({
    maxSize: maxFirstRequestCacheBytes,
    sizeCalculation: (_, key) => key.length * 2,
  });
  readonly #etags = new LRUCache<string, CachedEtag>({
    maxSize: maxEtagCacheBytes,
    sizeCalculation: (_, key) => key.length * 2,
  });
  #version = '';

  /** @param getCurrentVersion version of the data that responses are made from; empty until it is loaded. */
  constructor(getCurrentVersion: () => string) {
    this.#getCurrentVersion = getCurrentVersion;
  }

  get version(): string {
    return this.#getCurrentVersion();
  }

  get(key: string): CachedResponse | undefined {
    this.#clearIfOutdated();
    return this.#responses.get(key);
  }

  /**
   * Stores the response to a repeated request.
   *
   * @param version the version when the execution began. Nothing is stored if it has changed since.
   */
  set(key: string, version: string, response: CachedResponse): void {
    this.#clearIfOutdated();
    if (version === '' || version !== this.#version) return;
    // Unlike `has`, `get` marks the key as recently used, so the keys of popular requests are not evicted.
    if (this.#firstRequests.get(key)) this.#responses.set(key, response);
    else this.#firstRequests.set(key, true);
  }

  /** The validator of the current response to a request; null if it is not known. */
  getEtag(key: string): string | null {
    this.#clearIfOutdated();
    return this.#etags.get(key)?.etag ?? null;
  }

  /** Stores a validator, even for a first request. For `version`, see `set`. */
  setEtag(key: string, version: string, cached: CachedEtag): void {
    this.#clearIfOutdated();
    if (version !== '' && version === this.#version) this.#etags.set(key, cached);
  }

  /** Removes the responses that show changed stock, or may show it, and their validators. */
  removeAffected(change: StockChange): void {
    for (const entries of [this.#responses, this.#etags]) {
      for (const [key, { stockShown }] of entries.entries())
        if (isAffected(stockShown, change)) entries.delete(key);
    }
  }

  #clearIfOutdated(): void {
    const version = this.#getCurrentVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#responses.clear();
    this.#etags.clear();
  }
}

/** The header with the name of a client, as Apollo Client sends it. */
export const clientNameHeader = 'apollographql-client-name';
/** Headers that the response to a visitor depends on. */
const varyHeaders = [
  'host',
  'accept',
  'origin',
  'x-forwarded-proto',
  'content-type',
  clientNameHeader,
] as const;
/** Headers of visitors by which the CSRF prevention accepts or rejects GET requests. */
const varyHeadersOfGet = ['sec-fetch-site', 'apollo-require-preflight', 'x-apollo-operation-name'] as const;

/**
 * The key of a request in the response cache; null for a request with an Authorization header or an encoded body. It
 * contains the allowed origin, because adding or revoking a partner's key changes which origins are allowed.
 */
export function getRequestKey(
  { method, url, headers }: IncomingMessage,
  coding: ContentCoding,
  { 'access-control-allow-origin': allowedOrigin = '' }: Record<string, string>,
  body: string,
): string | null {
  if (headers.authorization !== undefined || headers['content-encoding'] !== undefined) return null;
  let key = `${method} ${url}\n${coding}\n${allowedOrigin}`;
  for (const name of varyHeaders) key += `\n${headers[name] ?? ''}`;
  if (method === 'GET') for (const name of varyHeadersOfGet) key += `\n${headers[name] ?? ''}`;
  return `${key}\n${body}`;
}
