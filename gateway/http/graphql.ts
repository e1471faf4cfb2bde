import { type ApolloServer, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { createContext, type GatewayContext, type GatewayServices } from '../graphql/context.ts';
import { traceOperation } from '../graphql/plugins/telemetry.ts';
import { chargeRequest, type Rejection } from '../quota/charge.ts';
import type { AnonymousQueryHandler } from './anonymous-query-handler.ts';
import { cacheableHeaders, getBufferedRequest } from './cached-graphql-handler.ts';
import { sendError, sendRejection, withRequestId } from './errors.ts';
import { describeUnsupportedBody, isJson, maxBodyBytes, readBody } from './request-body.ts';
import { isCrossOrigin, readRequestInfo, readTraceHeaders } from './request-info.ts';
import type { ResponseCache } from './response-cache.ts';

export interface GraphqlEndpointOptions {
  server: ApolloServer<GatewayContext>;
  services: GatewayServices;
  publicUrl: string | undefined;
  responseCache: ResponseCache;
  anonymousQueries: AnonymousQueryHandler;
  /** Called for each request that is rejected before it is parsed. */
  onRejected: (rejection: Rejection) => void;
}

/** GraphQL over HTTP at `/graphql`. All errors have the form of a GraphQL response. */
export function graphqlEndpoint(options: GraphqlEndpointOptions): RequestHandler {
  const router = Router();
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    if (isPageVisit(request)) response.redirect(303, '/sandbox');
    else next();
  });
  router.post('/', (request, response) => handlePost(options, request, response));
  router.use(async (request, response) => {
    if (request.path !== '/') {
      const message = `The GraphQL endpoint is '${request.baseUrl}', without a further path.`;
      sendError(response, 404, 'NOT_FOUND', message);
      return;
    }
    if (request.method !== 'GET') {
      response.set('allow', 'GET, POST');
      const message = `The method is ${request.method}: GraphQL requests must use GET or POST.`;
      sendError(response, 405, 'METHOD_NOT_ALLOWED', message);
      return;
    }
    const context = await admitRequest(options, request, response, request.url.length);
    if (context === null) return;
    const { status, headers, body } = await execute(options, request, context, undefined);
    await send(response, status, headers, body);
  });
  return router;
}

async function handlePost(
  options: GraphqlEndpointOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const buffered = getBufferedRequest(request);
  const read = buffered === undefined ? await readBody(request) : { text: buffered.body };
  if (read === 'too large') {
    // The rest of the body is not read, so the connection cannot serve another request.
    response.set('connection', 'close');
    sendError(response, 413, 'PAYLOAD_TOO_LARGE', `The body is longer than ${maxBodyBytes} bytes.`);
    return;
  }
  if (read === 'aborted') return;
  const unsupported = describeUnsupportedBody(request);
  if (unsupported !== null) {
    sendError(response, 415, 'UNSUPPORTED_MEDIA_TYPE', unsupported);
    return;
  }
  const context = await admitRequest(options, request, response, read.text.length);
  if (context === null) return;
  const parsed = isJson(request) ? parseJson(read.text) : { value: {} };
  if (parsed === null) {
    sendError(response, 400, 'BAD_REQUEST', 'The body is not JSON.');
    return;
  }
  const { responseCache, anonymousQueries } = options;
  const { version } = responseCache;
  const { status, headers, body } = await execute(options, request, context, parsed.value);
  const bytes = await send(response, status, headers, body);
  // The status matters too: Apollo Server may reject an executed operation, for example with 406.
  if (buffered !== undefined && status === 200 && context.outcome.isCacheable && bytes !== null) {
    const sentHeaders = cacheableHeaders(response.getHeaders());
    responseCache.set(buffered.cacheKey, version, { headers: sentHeaders, bytes });
    anonymousQueries.add(buffered.varyKey, buffered.body, context, sentHeaders);
  }
}

/** Creates the context of a request; null if the request has been rejected and a response sent. */
async function admitRequest(
  { services, publicUrl, onRejected }: GraphqlEndpointOptions,
  request: Request,
  response: Response,
  length: number,
): Promise<GatewayContext | null> {
  const context = createContext(services, readRequestInfo(request, response, publicUrl));
  const usage = getBufferedRequest(request)?.usage ?? null;
  if (usage !== null) context.usage = usage;
  const rejection = await chargeRequest(context, length);
  if (rejection === null) return context;
  onRejected(rejection);
  await sendRejection(rejection, context, response);
  return null;
}

async function execute(
  { server }: GraphqlEndpointOptions,
  request: Request,
  context: GatewayContext,
  requestBody: unknown,
) {
  const requestHeaders = new HeaderMap();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) requestHeaders.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // A GET request can only read, so it needs the CSRF prevention's header only if it may be cross-origin.
  if (request.method === 'GET' && !isCrossOrigin(request))
    requestHeaders.set('apollo-require-preflight', 'true');
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  const result = await traceOperation(context, readTraceHeaders(request.headers), () =>
    server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: request.method, headers: requestHeaders, search, body: requestBody },
      context: async () => context,
    }),
  );
  const { status = 200, headers, body } = result;
  const lacksRequestId =
    body.kind === 'complete' && status >= 400 && !body.string.includes(context.requestId);
  return {
    status,
    headers,
    body: lacksRequestId ? { ...body, string: withRequestId(body.string, context.requestId) } : body,
  };
}

/** Sends a response. Returns its body, or null for an incremental response. */
async function send(
  response: Response,
  status: number,
  headers: HeaderMap,
  body: HTTPGraphQLResponse['body'],
): Promise<Buffer | null> {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  if (body.kind === 'chunked') {
    for await (const part of body.asyncIterator) response.write(part);
    response.end();
    return null;
  }
  const bytes = Buffer.from(body.string);
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
  return bytes;
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Whether the endpoint was opened in a browser, without a query. */
function isPageVisit(request: Request): boolean {
  return request.query.query === undefined && request.accepts(['json', 'html']) === 'html';
}
