import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { ErrorCode } from '../domain/error-codes.ts';
import { tryParseJson } from '../domain/json.ts';
import type { GraphqlRequest } from '../graphql/execution/plan-cache.ts';
import { getMediaType } from '../rest/http-pool.ts';
import { isPreflight } from './cors.ts';
import { invalidHostMessage, isCrossOrigin } from './request-info.ts';

/** Limit for the body of a GraphQL request. */
const maxBodyBytes = 100_000;

/** The text of a request's body, or why it has none. */
export type RequestBody = { text: string } | 'too large' | 'invalid UTF-8';

/** Reads a request's body up to the limit. The result is `aborted` if the client disconnects meanwhile. */
export function readBody(request: IncomingMessage): Promise<RequestBody | 'aborted'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      resolve('too large');
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve('too large');
    });
    request.on('end', () => {
      const [body = Buffer.alloc(0)] = chunks.length > 1 ? [Buffer.concat(chunks)] : chunks;
      // Decoding would silently turn invalid bytes into replacement characters.
      resolve(isUtf8(body) ? { text: body.toString().replace(byteOrderMark, '') } : 'invalid UTF-8');
    });
    // Node.js also emits 'close' after an error.
    request.on('close', () => resolve('aborted'));
  });
}

/** Some clients send a byte order mark, although RFC 8259 (8.1) forbids one before JSON. */
const byteOrderMark = /^\uFEFF/;

/**
 * Message for a body whose encoding or type is not supported; null for a supported one. Pages of other sites can send
 * the types of HTML forms without a preflight, so rejecting these types also prevents CSRF.
 */
function describeUnsupportedBody({ headers }: IncomingMessage): string | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return `The body has the content encoding '${encoding}': it must be sent without one.`;
  const isJson = /^application\/(?:json|[\w.-]+\+json)$/.test(getMediaType(headers));
  const type = headers['content-type'] ?? '';
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (isJson && /^(utf-?8|us-ascii)$/i.test(charset)) return null;
  return `The body's type is '${type}': it must be application/json in UTF-8.`;
}

/** A response that is sent before the GraphQL request is parsed: an error, a preflight response or a redirect. */
export interface EarlyResponse {
  status: number;
  /** A GraphQL error; absent if the response has no body. */
  error?: { code: ErrorCode; message: string };
  headers?: Record<string, string>;
}

/**
 * Returns the early response to a request, or null if the request may contain a GraphQL operation.
 *
 * @param origin the result of `getShopOrigin`.
 */
export function findEarlyResponse(
  request: IncomingMessage,
  origin: string | null,
  body: RequestBody,
  hasSandbox: boolean,
): EarlyResponse | null {
  const { method = '', url = '' } = request;
  const search = getSearch(url);
  const path = url.slice(0, url.length - search.length);
  if (isPreflight(request)) return { status: 204 };
  if (origin === null) return createErrorResponse(400, 'BAD_REQUEST', invalidHostMessage);
  // The rest of the body is not read, so the connection cannot serve another request.
  if (body === 'too large')
    return createErrorResponse(413, 'PAYLOAD_TOO_LARGE', tooLargeMessage, { connection: 'close' });
  if (!/^\/graphql\/?$/i.test(path)) {
    return createErrorResponse(
      404,
      'NOT_FOUND',
      "The GraphQL endpoint is '/graphql', without a further path.",
    );
  }
  if (method !== 'GET' && method !== 'POST') {
    const message = `The method is ${method}: GraphQL requests must use GET or POST.`;
    return createErrorResponse(405, 'METHOD_NOT_ALLOWED', message, { allow: 'GET, POST' });
  }
  if (method === 'GET') {
    if (!isUtf8Encoded(search))
      return createErrorResponse(400, 'BAD_REQUEST', 'The query string is not valid UTF-8.');
    return hasSandbox && isPageVisit(request, search) ? { status: 303, headers: sandboxHeaders } : null;
  }
  const unsupported = describeUnsupportedBody(request);
  if (unsupported !== null) return createErrorResponse(415, 'UNSUPPORTED_MEDIA_TYPE', unsupported);
  return body === 'invalid UTF-8'
    ? createErrorResponse(400, 'BAD_REQUEST', 'The body is not valid UTF-8.')
    : null;
}

/** Whether the percent-encoded bytes of a query string are UTF-8. `URLSearchParams` replaces bytes that are not. */
function isUtf8Encoded(search: string): boolean {
  try {
    // `URLSearchParams` reads a percent sign that encodes no byte as itself.
    decodeURIComponent(search.replace(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

const tooLargeMessage = `The body is longer than ${maxBodyBytes} bytes.`;
const sandboxHeaders = { location: '/sandbox' };

function createErrorResponse(status: number, code: ErrorCode, message: string, headers = {}): EarlyResponse {
  return { status, error: { code, message }, headers };
}

/** Whether the endpoint was opened in a browser, without a query. */
function isPageVisit({ headers }: IncomingMessage, search: string): boolean {
  if (new URLSearchParams(search).has('query')) return false;
  return new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html';
}

/** The usual form of a GraphQL request. Apollo Server handles all others. */
const graphqlRequestSchema = z.object({
  query: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

export interface ParsedRequest {
  /** The body as Apollo Server receives it. */
  body: unknown;
  /**
   * Undefined if Apollo Server must check the request: because its form is unusual, or because it is a GET request that
   * has a Content-Type or that a page of another origin may have caused.
   */
  graphqlRequest: GraphqlRequest | undefined;
}

/** Parses a GraphQL request; null if its body is not valid JSON. */
export function parseRequest(request: IncomingMessage, body: string): ParsedRequest | null {
  if (request.method === 'GET') {
    const canSkipCsrfCheck = request.headers['content-type'] === undefined && !isCrossOrigin(request);
    return { body: undefined, graphqlRequest: canSkipCsrfCheck ? parseSearch(request.url) : undefined };
  }
  const parsed = tryParseJson(body);
  if (parsed === undefined) return null;
  return { body: parsed, graphqlRequest: graphqlRequestSchema.safeParse(parsed).data };
}

/** Parses the GraphQL request in a URL, without a check for CSRF; undefined if its form is unusual. */
export function parseSearch(url: string | undefined): GraphqlRequest | undefined {
  return graphqlRequestSchema.safeParse(readSearch(url)).data;
}

/** The text of the document in a request, even if the rest of the request is invalid; empty if there is none. */
export function readDocument({ method, url }: IncomingMessage, body: unknown): string {
  if (method === 'GET') return new URLSearchParams(getSearch(url)).get('query') ?? '';
  return z.object({ query: z.string() }).safeParse(body).data?.query ?? '';
}

/** The query string of a URL from its first question mark on; empty if it has none. */
export function getSearch(url = ''): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}

/** The parameters of a GET request; null if one is repeated or has invalid JSON: Apollo Server then checks them. */
function readSearch(url: string | undefined): unknown {
  const parameters = new URLSearchParams(getSearch(url));
  if (new Set(parameters.keys()).size < parameters.size) return null;
  const {
    variables: variablesText = 'null',
    extensions: extensionsText = 'null',
    ...texts
  } = Object.fromEntries(parameters);
  const variables = tryParseJson(variablesText);
  const extensions = tryParseJson(extensionsText);
  if (variables === undefined || extensions === undefined) return null;
  return { ...texts, variables, extensions };
}
