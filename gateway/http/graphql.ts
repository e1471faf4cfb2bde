import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { PartnerDirectory } from '../auth/partner-directory.ts';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { Config } from '../config.ts';
import type { GatewayContext, RequestInfo } from '../graphql/context.ts';
import { findDocumentViolation } from '../graphql/cost/document-limits.ts';
import { stringify } from '../graphql/execution/object-cache.ts';
import type { GraphqlRequest, PlanCache } from '../graphql/execution/plan-cache.ts';
import {
  createRejection,
  type OperationResponse,
  type OperationRunner,
} from '../graphql/operation-runner.ts';
import { traceOperation } from '../graphql/telemetry.ts';
import { cachedResponseCost } from '../quota/charge.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type ContentCoding, negotiateCoding } from './compression.ts';
import { createCachingHeaders, createVaryHeader, isNotModified } from './conditional-request.ts';
import { allowOrigins } from './cors.ts';
import { addRequestId, negotiateMediaType } from './errors.ts';
import { findEarlyResponse, getSearch, parseRequest, readBody, readDocument } from './graphql-request.ts';
import {
  createResponse,
  encodeResponse,
  type HeaderList,
  type HttpResponse,
  isCacheable,
  listHeaders,
  omitExtensions,
  sendEarlyResponse,
  sendResponse,
} from './graphql-response.ts';
import {
  createDisconnectSignal,
  getClientIp,
  getRateLimitNetwork,
  getShopOrigin,
  isCrossOrigin,
  type ProxySettings,
  readAcceptLanguage,
  readCredentials,
  readTraceHeaders,
  requestIdHeader,
} from './request-info.ts';
import {
  type CachedResponse,
  clientNameHeader,
  getRequestKey,
  type ResponseCache,
} from './response-cache.ts';

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
  partners: PartnerDirectory;
  /** The documents that the storefront's requests may execute. */
  storefrontDocuments: Config['storefrontDocuments'];
  /** Whether browsers that open the endpoint are redirected to the sandbox. */
  sandbox: boolean;
  /** Sent with each response. For an allowed origin, the CORS headers replace `Cross-Origin-Resource-Policy`. */
  securityHeaders: OutgoingHttpHeaders;
}

/** A request that got no early response, with the data that its execution needs. */
interface PreparedRequest {
  body: string;
  /** See `getRequestKey`. */
  key: string | null;
  coding: ContentCoding;
  context: GatewayContext;
  /** Headers of the response, whatever the result. */
  headers: HeaderList;
}

/**
 * GraphQL over HTTP at `/graphql`, for all clients. Repeated requests of visitors are served from the response
 * cache. The runner executes operations that have a plan, unless the method or the Accept header is not permitted.
 * Apollo Server processes all other requests and passes valid operations to the same runner. All errors have the form
 * of a GraphQL response.
 */
export class GraphqlEndpoint {
  readonly #options: GraphqlEndpointOptions;
  readonly #createCorsHeaders: ReturnType<typeof allowOrigins>;

  constructor(options: GraphqlEndpointOptions) {
    this.#options = options;
    this.#createCorsHeaders = allowOrigins(options.corsOrigins, (origin) =>
      options.partners.allowsOrigin(origin),
    );
  }

  /** Serves a request whose path is `/graphql` or below. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? await readBody(request) : { text: '' };
    if (body === 'aborted') return;
    const text = typeof body === 'string' ? null : body.text;
    const coding = negotiateCoding(request.headers['accept-encoding']);
    const corsHeaders = await this.#createCorsHeaders(request);
    const key = text === null ? null : getRequestKey(request, coding, corsHeaders, text);
    const cached = key === null || hasApiKey(request) ? undefined : this.#options.responseCache.get(key);
    if (cached !== undefined && (await this.#sendCached(cached, request, response))) return;

    const requestId = randomUUID();
    const { securityHeaders, proxy } = this.#options;
    const responseHeaders = {
      ...securityHeaders,
      ...corsHeaders,
      vary: createVaryHeader(request, corsHeaders.vary),
    };
    const origin = getShopOrigin(request, proxy);
    const earlyResponse = findEarlyResponse(request, origin, body, this.#options.sandbox);
    if (earlyResponse !== null) {
      const earlyHeaders = {
        ...responseHeaders,
        ...createCachingHeaders(request, null),
        ...earlyResponse.headers,
        [requestIdHeader]: requestId,
      };
      return sendEarlyResponse(response, earlyHeaders, earlyResponse);
    }
    const headers = listHeaders(responseHeaders);
    const context = this.#options.createContext({
      requestId,
      origin: origin ?? '',
      signal: createDisconnectSignal(response),
      clientNetwork: this.#getClientNetwork(request),
      acceptLanguage: readAcceptLanguage(request),
      ...readCredentials(request),
    });
    await this.#execute(request, response, { body: text ?? '', key, coding, context, headers });
  }

  /**
   * Sends a cached response. Returns false if the client's quota does not cover it: the request is then processed
   * further, and rejected.
   */
  async #sendCached(
    cached: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const { runner, tracing } = this.#options;
    const requestId = randomUUID();
    const { operationName: name } = cached;
    const operation = { requestId, network: this.#getClientNetwork(request), name };
    const charge = await tracing.traceOperation(
      readTraceHeaders(request.headers),
      () => runner.admitCached(operation),
      async (admitted) => admitted && { ...cachedOperation, name },
    );
    if (charge === null) return false;
    sendResponse(request, response, cached, requestId, charge);
    return true;
  }

  async #execute(
    request: IncomingMessage,
    response: ServerResponse,
    { body, key, coding, context, headers }: PreparedRequest,
  ): Promise<void> {
    const { responseCache, loader, tracing } = this.#options;
    const { version } = responseCache;
    const { stockVersion } = loader;
    const result = await traceOperation(tracing, context, readTraceHeaders(request.headers), () =>
      this.#run(request, { body, key }, context),
    );
    const cachingHeaders = createCachingHeaders(request, result.etag);
    const encoded = await encodeResponse(
      { ...result, headers: headers.concat(result.headers, listHeaders(cachingHeaders)) },
      coding,
    );
    const { name, stockShown } = context.outcome;
    const isStockCurrent = stockVersion === loader.stockVersion;
    if (key !== null && isCacheable(encoded.status, context.outcome) && isStockCurrent) {
      if (encoded.etag !== null) responseCache.setEtag(key, version, { etag: encoded.etag, stockShown });
      if (!hasApiKey(request))
        responseCache.set(key, version, { ...encoded, operationName: name, stockShown });
    }
    sendResponse(request, response, encoded, context.requestId, context.usage.chargeResult);
  }

  async #run(
    request: IncomingMessage,
    { body, key }: Pick<PreparedRequest, 'body' | 'key'>,
    context: GatewayContext,
  ): Promise<HttpResponse> {
    const { runner, plans, responseCache } = this.#options;
    const { method, url = '', headers } = request;
    const { accept } = headers;
    const mediaType = negotiateMediaType(accept);
    const complete = async (operationResponse: OperationResponse): Promise<HttpResponse> => {
      const { status, result } = await runner.complete(context, operationResponse, accept);
      const contentType = mediaType ?? 'application/json; charset=utf-8';
      const json = stringify(result);
      const serializeData = () => (result.extensions === undefined ? json : stringify({ data: result.data }));
      return createResponse(request, context, status, { 'content-type': contentType }, json, serializeData);
    };
    const rejection = await runner.admit(context, method === 'GET' ? url.length : body.length);
    if (rejection !== null) return complete(rejection);
    const etag = key === null ? null : responseCache.getEtag(key);
    if (isNotModified(request, etag)) {
      await runner.completeNotModified(context);
      return { status: 304, headers: [], body: Buffer.alloc(0), etag };
    }
    const parsed = parseRequest(request, body);
    if (parsed === null) return complete(invalidJson);
    const { graphqlRequest } = parsed;
    if (isFromStorefront(request) && !this.#allowsStorefront(graphqlRequest))
      return complete(untrustedDocument);
    const plan = graphqlRequest && plans.find(graphqlRequest);
    const isPlanned =
      plan !== undefined && mediaType !== null && (method === 'POST' || plan.type === 'query');
    if (!isPlanned) {
      const violation = findDocumentViolation(readDocument(request, parsed.body));
      return violation === null
        ? this.#runApolloServer(request, parsed.body, context)
        : complete(createRejection(400, 'QUERY_TOO_COMPLEX', violation));
    }
    const variables = graphqlRequest?.variables ?? {};
    return complete(await runner.execute(plan, variables, context, { isSerialized: true }));
  }

  /** Whether the storefront may send this request. */
  #allowsStorefront(request: GraphqlRequest | undefined): boolean {
    const { storefrontDocuments, plans } = this.#options;
    return storefrontDocuments === 'any' || (request !== undefined && plans.isTrusted(request));
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
    const { method = '', url } = request;
    // Apollo Server parses this header with a pattern that takes time proportional to the square of the number of
    // successive spaces.
    const contentType = headers.get('content-type');
    if (contentType !== undefined) headers.set('content-type', contentType.replaceAll(/\s+/g, ' '));
    // Apollo Server's CSRF prevention rejects GET requests without such a header. They can only read, so those that
    // are not cross-origin get it here.
    if (method === 'GET' && !isCrossOrigin(request)) headers.set('apollo-require-preflight', 'true');
    const response = await this.#options.server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers, search: getSearch(url), body },
      context: async () => context,
    });
    if (response.body.kind === 'chunked') throw new Error('Incremental delivery is not supported.');
    const { status = 200 } = response;
    const json = response.body.string;
    const lacksRequestId = status >= 400 && !json.includes(context.requestId);
    // The caching headers of all GET responses are those of `createCachingHeaders`.
    response.headers.delete('cache-control');
    // `encodeResponse` adds the length of the encoded body.
    response.headers.delete('content-length');
    return createResponse(
      request,
      context,
      status,
      Object.fromEntries(response.headers),
      lacksRequestId ? addRequestId(json, context.requestId) : json,
      () => omitExtensions(json),
    );
  }

  #getClientNetwork(request: IncomingMessage): string {
    return getRateLimitNetwork(getClientIp(request, this.#options.proxy.trustedProxies));
  }
}

const untrustedDocument = createRejection(
  400,
  'DOCUMENT_NOT_TRUSTED',
  'Requests of the storefront may only execute its own documents: send one of them, or leave out the apollographql-client-name header.',
);

/** Whether the client claims to be the storefront. The sandbox, which has the same origin, does not. */
function isFromStorefront({ headers }: IncomingMessage): boolean {
  return headers[clientNameHeader] === 'storefront';
}

/** Responses to partners report the operation's cost, so partners and visitors do not share cached responses. */
function hasApiKey({ headers }: IncomingMessage): boolean {
  return headers['x-api-key'] !== undefined;
}

/** What traces report about an operation whose response is in the cache. */
const cachedOperation = { type: 'query', client: 'visitor', cost: cachedResponseCost, hasServerError: false };

const invalidJson = createRejection(400, 'BAD_REQUEST', 'The body is not JSON.');
