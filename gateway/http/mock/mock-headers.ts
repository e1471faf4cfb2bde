import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, errorCodes } from '../../domain/error-codes.ts';
import { isPreflight } from '../cors.ts';
import { parseRequest, parseSearch, readBody } from '../graphql-request.ts';
import { requestIdHeader } from '../request-info.ts';
import { executeWithError, executeWithUserError, type MockResult, userErrorCodes } from './mock-result.ts';

const latencyHeader = 'x-mock-latency';
const errorHeader = 'x-mock-error';
const userErrorHeader = 'x-mock-user-error';

const maxLatencyMs = 60_000;
/** The `Retry-After` of `RATE_LIMITED`. Short, so that a client that waits continues soon. */
const retryAfterSeconds = 1;

/**
 * Wraps a gateway's listener to support request headers for client developers: `X-Mock-Latency` delays the response by
 * the given number of milliseconds, `X-Mock-Error` makes the request fail with the given code of `errorCodes`, and
 * `X-Mock-User-Error` with the given code of `userErrors`. Other requests are served as usual, except that all
 * preflights succeed.
 */
export function wrapWithMockHeaders(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (isPreflight(request)) {
      allowAllHeaders(request, response);
      return;
    }
    respond(request, response, listener).catch(() => response.destroy());
  };
}

/** Lets pages of other origins send all headers, including those of the mock. */
function allowAllHeaders({ headers }: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    })
    .end();
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  listener: RequestListener,
): Promise<void> {
  const latencyMs = readHeader(request, latencyHeader) ?? '0';
  const error = readHeader(request, errorHeader);
  const userError = readHeader(request, userErrorHeader);
  if (!/^\d{1,5}$/.test(latencyMs) || Number(latencyMs) > maxLatencyMs) {
    const range = `a whole number of milliseconds from 0 to ${maxLatencyMs}`;
    return send(response, createBadRequestResponse(`X-Mock-Latency is '${latencyMs}': it must be ${range}.`));
  }
  if (latencyMs !== '0') await delay(Number(latencyMs));
  if (error !== undefined) send(response, await createErrorResponse(request, error));
  else if (userError !== undefined) send(response, await createUserErrorResponse(request, userError));
  else listener(request, response);
}

/** The value of a header; undefined if it is absent or blank. */
function readHeader({ headers }: IncomingMessage, name: string): string | undefined {
  return String(headers[name] ?? '').trim() || undefined;
}

interface MockResponse {
  status: number;
  code?: ErrorCode;
  result: MockResult;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

async function createErrorResponse(request: IncomingMessage, code: string): Promise<MockResponse> {
  if (!isErrorCode(code))
    return createBadRequestResponse(describeUnknownCode('X-Mock-Error', code, Object.keys(errorCodes)));
  const { status, meaning } = errorCodes[code];
  const extensions = { code, ...(code === 'RATE_LIMITED' && { retryAfterSeconds }) };
  // Errors with status 200 concern fields, so the response also has data. Those of persisted queries are an exception:
  // without the text of a document, no operation is executed.
  if (status !== 200 || code.startsWith('PERSISTED_QUERY'))
    return { status, code, result: { errors: [{ message: meaning, extensions }] } };
  const operation = await readOperation(request);
  const result = operation && (await executeWithError(operation, meaning, extensions));
  return result === null ? createBadRequestResponse(missingOperationMessage) : { status, code, result };
}

async function createUserErrorResponse(request: IncomingMessage, code: string): Promise<MockResponse> {
  if (!userErrorCodes.includes(code))
    return createBadRequestResponse(describeUnknownCode('X-Mock-User-Error', code, userErrorCodes));
  const operation = await readOperation(request);
  const result = operation && (await executeWithUserError(operation, code));
  if (result === null) return createBadRequestResponse(missingOperationMessage);
  if (result === 'not applicable')
    return createBadRequestResponse(
      `X-Mock-User-Error is '${code}': no root field of this operation reports this code.`,
    );
  return { status: 200, result };
}

const missingOperationMessage =
  'The request must contain the text of a valid operation, with valid variables.';

async function readOperation(request: IncomingMessage) {
  // No check for CSRF: a mocked operation neither reads nor changes data of the shop.
  if (request.method === 'GET') return parseSearch(request.url) ?? null;
  const body = await readBody(request);
  if (typeof body === 'string') return null;
  return parseRequest(request, body.text)?.graphqlRequest ?? null;
}

function describeUnknownCode(header: string, value: string, codes: readonly string[]): string {
  return `${header} is '${value}': it must be one of ${codes.join(', ')}.`;
}

function createBadRequestResponse(message: string): MockResponse {
  const code = 'BAD_REQUEST';
  return { status: 400, code, result: { errors: [{ message, extensions: { code } }] } };
}

function send(response: ServerResponse, { status, code, result }: MockResponse): void {
  const requestId = randomUUID();
  const errors = result.errors?.map((error) => ({
    ...error,
    extensions: { ...error.extensions, requestId },
  }));
  if (code === 'RATE_LIMITED') response.setHeader('retry-after', retryAfterSeconds);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': `${requestIdHeader}, retry-after`,
      [requestIdHeader]: requestId,
    })
    .end(JSON.stringify({ errors, data: result.data }));
}
