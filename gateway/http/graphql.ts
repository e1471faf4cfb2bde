import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { GatewayContext, RequestInfo } from '../graphql/context.ts';
import { stringify } from '../graphql/execution/fragment-cache.ts';
import type { OperationPlan } from '../graphql/execution/operation-plan.ts';
import type { PlanCache } from '../graphql/execution/plan-cache.ts';
import {
  type OperationResponse,
  type OperationRunner,
  respondWithError,
} from '../graphql/operation-runner.ts';
import { traceOperation } from '../graphql/telemetry.ts';
import { rateLimitHeaders } from '../quota/quota.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { allowOrigins } from './cors.ts';
import { negotiateMediaType, sendError, withRequestId } from './errors.ts';
import { describeUnsupportedBody, isJson, maxBodyBytes, readBody } from './request-body.ts';
import {
  clientIp,
  disconnectSignal,
  getRequestId,
  isCrossOrigin,
  type ProxySettings,
  rateLimitSubnet,
  readCredentials,
  readTraceHeaders,
  requestIdHeader,
  shopOrigin,
} from './request-info.ts';
import { type CachedResponse, type ResponseCache, responseCacheKey } from './response-cache.ts';

export interface GraphqlEndpointOptions {
  server: ApolloServer<GatewayContext>;
  runner: OperationRunner;
  plans: PlanCache;
  loader: CatalogueLoader;
  tracing: Tracing;
  createContext: (request: RequestInfo) => GatewayContext;
  responseCache: ResponseCache;
  proxy: ProxySettings;
  corsOrigins: readonly string[];
  /** Sent with each response. */
  securityHeaders: readonly (readonly [name: string, value: string | string[]])[];
}

/** An HTTP response with a whole body. */
interface HttpResponse {
  status: number;
  headers: Iterable<readonly [name: string, value: string]>;
  body: string;
}

/** The usual form of a GraphQL request. Apollo Server handles all others. */
const graphqlRequestSchema = z.object({
  query: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * GraphQL over HTTP at `/graphql`, for all callers. It serves repeated requests of visitors from the
 * response cache, and operations that have a plan by the runner. Apollo Server processes the others and
 * hands them over to the same runner. All errors have the form of a GraphQL response.
 */
export class GraphqlEndpoint {
  readonly #options: GraphqlEndpointOptions;
  readonly #allowOrigins: ReturnType<typeof allowOrigins>;

  constructor(options: GraphqlEndpointOptions) {
    this.#options = options;
    this.#allowOrigins = allowOrigins(options.corsOrigins);
  }

  /** Serves a request whose path is `/graphql` or below. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = request.method === 'POST' ? await readBody(request) : { text: '' };
    if (read === 'aborted') return;
    const body = read === 'too large' ? null : read.text;
    const cacheKey = body === null ? null : responseCacheKey(request, body);
    const cached = cacheKey === null ? undefined : this.#options.responseCache.get(cacheKey);
    if (cached !== undefined && (await this.#sendCached(cached, request, response))) return;

    response.setHeader(requestIdHeader, randomUUID());
    for (const [name, value] of this.#options.securityHeaders) response.setHeader(name, value);
    if (this.#allowOrigins(request, response)) return;
    const origin = shopOrigin(request, this.#options.proxy);
    if (origin === null) {
      sendError(response, 400, 'BAD_REQUEST', 'The request has no valid host, or its protocol is not HTTP.');
    } else if (body === null) {
      // The rest of the body is not read, so the connection cannot serve another request.
      response.setHeader('connection', 'close');
      sendError(response, 413, 'PAYLOAD_TOO_LARGE', `The body is longer than ${maxBodyBytes} bytes.`);
    } else if (!refuseRequest(request, response)) {
      const context = this.#createContext(
        request,
        getRequestId(response),
        origin,
        disconnectSignal(response),
      );
      await this.#execute(request, response, { body, cacheKey, context });
    }
  }

  /** Sends a cached response. False if the client's quota does not cover it: the usual way then rejects the request. */
  async #sendCached(
    { headers, body, operationName }: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const { runner, tracing } = this.#options;
    const requestId = randomUUID();
    const context = this.#createContext(request, requestId, '', neverAborted);
    const isAdmitted = await traceOperation(tracing, context, readTraceHeaders(request.headers), () =>
      runner.admitCached(context, operationName),
    );
    if (isAdmitted) {
      response.writeHead(200, {
        ...headers,
        ...rateLimitHeaders(context.usage.charge),
        [requestIdHeader]: requestId,
      });
      response.end(body);
    }
    return isAdmitted;
  }

  async #execute(
    request: IncomingMessage,
    response: ServerResponse,
    { body, cacheKey, context }: { body: string; cacheKey: string | null; context: GatewayContext },
  ): Promise<void> {
    const { responseCache, loader, tracing } = this.#options;
    const { version } = responseCache;
    const { stockVersion } = loader;
    const result = await traceOperation(tracing, context, readTraceHeaders(request.headers), () =>
      this.#run(request, body, context),
    );
    const bytes = Buffer.from(result.body);
    response.statusCode = result.status;
    for (const [name, value] of result.headers) response.setHeader(name, value);
    response.setHeader('content-length', bytes.length);
    const { type, name, hasErrors, stockShown } = context.outcome;
    const isCurrent = stockVersion === loader.stockVersion;
    if (cacheKey !== null && result.status === 200 && type === 'query' && !hasErrors && isCurrent) {
      const { [requestIdHeader]: _, ...headers } = response.getHeaders();
      responseCache.set(cacheKey, version, { headers, body: bytes, operationName: name, stockShown });
    }
    if (result.status === 401) response.setHeader('www-authenticate', 'ApiKey realm="GraphQL"');
    for (const [name, value] of Object.entries(rateLimitHeaders(context.usage.charge)))
      response.setHeader(name, value);
    response.end(bytes);
  }

  async #run(request: IncomingMessage, body: string, context: GatewayContext): Promise<HttpResponse> {
    const { runner, plans } = this.#options;
    const { method, url = '', headers } = request;
    const { accept } = headers;
    const mediaType = negotiateMediaType(accept);
    const respond = ({ status, result }: OperationResponse): HttpResponse => ({
      status,
      headers: [['content-type', mediaType ?? 'application/json; charset=utf-8']],
      body: stringify(result),
    });
    const rejection = await runner.admit(context, method === 'GET' ? url.length : body.length);
    if (rejection !== null) return respond(await runner.complete(context, rejection, accept));
    const requestBody =
      method === 'GET' ? readSearch(url) : isJson(request) ? parseJson(body) : { value: {} };
    if (requestBody === null)
      return respond(
        await runner.complete(context, respondWithError(400, 'BAD_REQUEST', 'The body is not JSON.'), accept),
      );
    const graphqlRequest = graphqlRequestSchema.safeParse(requestBody.value).data;
    const plan = graphqlRequest === undefined ? undefined : plans.find(graphqlRequest);
    const isPlanned =
      plan !== undefined && mediaType !== null && (method === 'POST' || isPlainGet(request, plan));
    if (!isPlanned) return this.#runApolloServer(request, requestBody.value, context);
    const variables = graphqlRequest?.variables ?? {};
    const executed = await runner.execute(plan, variables, context, { isSerialized: true });
    return respond(await runner.complete(context, executed, accept));
  }

  async #runApolloServer(
    request: IncomingMessage,
    body: unknown,
    context: GatewayContext,
  ): Promise<HttpResponse> {
    const headers = new HeaderMap();
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const { method = '', url = '' } = request;
    // A GET request can only read, so it needs the CSRF prevention's header only if it may be cross-origin.
    if (method === 'GET' && !isCrossOrigin(request)) headers.set('apollo-require-preflight', 'true');
    const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const response = await this.#options.server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers, search, body },
      context: async () => context,
    });
    if (response.body.kind === 'chunked') throw new Error('Incremental delivery is not supported.');
    const { status = 200 } = response;
    const json = response.body.string;
    const lacksRequestId = status >= 400 && !json.includes(context.requestId);
    return {
      status,
      headers: response.headers,
      body: lacksRequestId ? withRequestId(json, context.requestId) : json,
    };
  }

  #createContext(
    request: IncomingMessage,
    requestId: string,
    origin: string,
    signal: AbortSignal,
  ): GatewayContext {
    const { createContext, proxy } = this.#options;
    return createContext({
      requestId,
      origin,
      signal,
      clientSubnet: rateLimitSubnet(clientIp(request, proxy.trustedProxies)),
      ...readCredentials(request),
    });
  }
}

/** The signal of requests that are served without waiting for anything. */
const neverAborted = new AbortController().signal;

/** Responds to requests that are no GraphQL requests. Returns false for all others. */
function refuseRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request;
  const [path = '', search] = url.split('?', 2);
  const unsupported = method === 'POST' ? describeUnsupportedBody(request) : null;
  if (!/^\/graphql\/?$/i.test(path)) {
    const message = "The GraphQL endpoint is '/graphql', without a further path.";
    sendError(response, 404, 'NOT_FOUND', message);
  } else if (method !== 'GET' && method !== 'POST') {
    response.setHeader('allow', 'GET, POST');
    const message = `The method is ${method}: GraphQL requests must use GET or POST.`;
    sendError(response, 405, 'METHOD_NOT_ALLOWED', message);
  } else if (unsupported !== null) {
    sendError(response, 415, 'UNSUPPORTED_MEDIA_TYPE', unsupported);
  } else if (method === 'GET' && isPageVisit(request, search)) {
    response.writeHead(303, { location: '/sandbox', vary: 'Accept' }).end();
  } else {
    if (method === 'GET') response.appendHeader('vary', 'Accept');
    return false;
  }
  return true;
}

/** Whether the endpoint was opened in a browser, without a query. */
function isPageVisit({ headers }: IncomingMessage, search = ''): boolean {
  if (new URLSearchParams(search).has('query')) return false;
  return (
    new Negotiator({ headers: { accept: headers.accept ?? '*/*' } }).mediaType([
      'application/json',
      'text/html',
    ]) === 'text/html'
  );
}

/** Whether the gateway can execute the plan for a GET request without the checks of Apollo Server. */
function isPlainGet(request: IncomingMessage, { type }: OperationPlan): boolean {
  return type === 'query' && request.headers['content-type'] === undefined && !isCrossOrigin(request);
}

/** The parameters of a GET request. Apollo Server reports repeated ones and invalid JSON. */
function readSearch(url: string): { value: unknown } {
  const parameters = new URLSearchParams(url.split('?', 2)[1]);
  const isRepeated = new Set(parameters.keys()).size < [...parameters.keys()].length;
  if (isRepeated) return { value: null };
  const { variables, extensions, ...texts } = Object.fromEntries(parameters);
  const parsed = { ...texts, ...readJson('variables', variables), ...readJson('extensions', extensions) };
  return { value: parsed };
}

function readJson(name: string, text: string | undefined): Record<string, unknown> {
  return text === undefined ? {} : { [name]: (parseJson(text) ?? { value: text }).value };
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
