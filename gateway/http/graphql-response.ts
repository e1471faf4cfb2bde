import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { GatewayContext, OperationOutcome } from '../graphql/context.ts';
import { type ChargeResult, createRateLimitHeaders } from '../quota/quota.ts';
import { type ContentCoding, compressBody } from './compression.ts';
import { createEtag, isNotModified } from './conditional-request.ts';
import { sendError } from './errors.ts';
import type { EarlyResponse } from './graphql-request.ts';
import { requestIdHeader } from './request-info.ts';

/** Header fields as alternating names and values. Node.js writes them faster than the properties of an object. */
export type HeaderList = readonly string[];

/** An HTTP response whose body is not streamed. */
export interface HttpResponse {
  status: number;
  headers: HeaderList;
  body: Buffer;
  /** The validator of a GET response; null if clients must not cache the response. */
  etag: string | null;
}

export function listHeaders(headers: OutgoingHttpHeaders): string[] {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) list.push(name, String(value));
  return list;
}

/** Whether the response to an operation may be cached. */
export function isCacheable(
  status: number,
  { type, hasErrors, hasTransientUserError }: OperationOutcome,
): boolean {
  return status === 200 && type === 'query' && !hasErrors && !hasTransientUserError;
}

/**
 * Creates a response. Its validator is computed from its data.
 *
 * @param serializeData returns the response without extensions as JSON.
 */
export function createResponse(
  { method }: IncomingMessage,
  { outcome }: GatewayContext,
  status: number,
  headers: OutgoingHttpHeaders,
  json: string,
  serializeData: () => string,
): HttpResponse {
  const challengeHeaders = status === 401 && { 'www-authenticate': 'ApiKey realm="GraphQL"' };
  return {
    status,
    headers: listHeaders({ ...headers, ...challengeHeaders }),
    body: Buffer.from(json),
    etag: method === 'GET' && isCacheable(status, outcome) ? createEtag(serializeData()) : null,
  };
}

const responseSchema = z.looseObject({ data: z.unknown() });

/** Serializes only the data, so that a response has the same validator, whether or not Apollo Server produced it. */
export function omitExtensions(json: string): string {
  return JSON.stringify({ data: responseSchema.parse(JSON.parse(json)).data });
}

/** Compresses the body of a response with the negotiated coding, and adds the headers that describe the body. */
export async function encodeResponse(response: HttpResponse, coding: ContentCoding): Promise<HttpResponse> {
  const compressed = await compressBody(response.body, coding);
  const body = compressed ?? response.body;
  const headers =
    compressed === null ? response.headers : response.headers.concat('content-encoding', coding);
  return { ...response, headers: headers.concat('content-length', String(body.length)), body };
}

/** Sends a response, or status 304 if the client already has it, with the request's id and the remaining quotas. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, etag }: HttpResponse,
  requestId: string,
  charge: ChargeResult,
): void {
  const allHeaders = headers.concat(requestIdHeader, requestId, listHeaders(createRateLimitHeaders(charge)));
  if (!isNotModified(request, etag)) {
    response.writeHead(status, allHeaders);
    // Node.js sends a string in one piece with the head, which takes less CPU time than a buffer that is sent
    // separately. Latin-1 maps each byte to one character, so no byte changes.
    response.end(body.toString('latin1'), 'latin1');
    return;
  }
  response.writeHead(304, omitBodyHeaders(allHeaders));
  response.end();
}

const bodyHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding']);

function omitBodyHeaders(headers: HeaderList): string[] {
  const remaining: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (!bodyHeaders.has(name)) remaining.push(name, value);
  }
  return remaining;
}

export function sendEarlyResponse(
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  earlyResponse: EarlyResponse,
): void {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  if (earlyResponse.error === undefined) response.writeHead(earlyResponse.status).end();
  else sendError(response, earlyResponse.status, earlyResponse.error.code, earlyResponse.error.message);
}
