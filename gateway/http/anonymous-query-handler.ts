import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { createContext, type GatewayContext, type GatewayServices } from '../graphql/context.ts';
import { estimateListSizes } from '../graphql/cost/list-size-estimates.ts';
import { CompiledQueryCache } from '../graphql/execution/compiled-query-cache.ts';
import { recordOperation, traceOperation } from '../graphql/plugins/telemetry.ts';
import { type CostUsage, chargeRequest } from '../quota/charge.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { clientIp, rateLimitSubnet, readTraceHeaders } from './request-info.ts';
import type { CachedResponse } from './response-cache.ts';

/** What all responses to requests with the same vary key have in common. */
interface CallerProfile {
  /** The shop's origin as these callers see it. */
  origin: string;
  /** Header names and values, alternating, without the content length. */
  headers: readonly string[];
}

interface AnonymousResponse extends CachedResponse {
  requestId: string;
}

/** The result of trying to serve a request without Apollo Server. */
type Attempt =
  | { response: AnonymousResponse }
  /** Apollo Server has to serve the request; `usage` is its charge so far, null if it has not been charged. */
  | { response: null; usage: CostUsage | null };

const notAttempted: Attempt = { response: null, usage: null };

/** The usual form of a GraphQL request. Apollo Server handles all others. */
const graphqlRequestSchema = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  // Apollo Client sends its version. Persisted queries, which lack the query text, are not supported here.
  extensions: z.strictObject({ clientLibrary: z.unknown() }).partial().nullish(),
});
type GraphqlRequest = z.output<typeof graphqlRequestSchema>;

/** Bounds memory: clients can send any number of different headers. */
const maxCallerProfiles = 200;

/** Never aborted: compiled queries read memory only and end before a client could disconnect. */
const { signal } = new AbortController();

/**
 * Executes visitors' queries that have been compiled, with new variables, without Express and Apollo
 * Server. Queries and response headers are taken from earlier responses of Apollo Server.
 */
export class AnonymousQueryHandler {
  readonly #queries = new CompiledQueryCache();
  readonly #callerProfiles = new Map<string, CallerProfile>();
  readonly #services: GatewayServices;
  readonly #metrics: GatewayMetrics;
  readonly #trustedProxies: number;

  constructor(services: GatewayServices, metrics: GatewayMetrics, trustedProxies: number) {
    this.#services = services;
    this.#metrics = metrics;
    this.#trustedProxies = trustedProxies;
  }

  /** Compiles the query of a request that Apollo Server has served without errors. */
  add(varyKey: string, body: string, { origin, outcome }: GatewayContext, headers: readonly string[]): void {
    const request = parseGraphqlRequest(body);
    if (!outcome.isCacheable || outcome.parsed === null || request === null) return;
    this.#queries.add(request.query, outcome.parsed);
    if (this.#callerProfiles.size >= maxCallerProfiles) this.#callerProfiles.clear();
    this.#callerProfiles.set(varyKey, { origin, headers: withoutContentLength(headers) });
  }

  /** Executes a visitor's query, unless only Apollo Server can serve the request. */
  async execute(request: IncomingMessage, varyKey: string, body: string): Promise<Attempt> {
    const { loader, logger } = this.#services;
    const profile = this.#callerProfiles.get(varyKey);
    // Responses from a stale catalogue say so, and before the first load resolvers call the REST host.
    if (profile === undefined || loader.index === null || loader.staleness !== null) return notAttempted;
    const startedAt = performance.now();
    const graphqlRequest = parseGraphqlRequest(body);
    if (graphqlRequest === null) return notAttempted;
    const { query, operationName = null, variables } = graphqlRequest;
    const listSizes = estimateListSizes(loader.index);
    const executable = this.#queries.prepare(query, operationName, variables ?? {}, listSizes);
    if (executable === null) return notAttempted;
    const context = this.#createContext(request, profile);
    if ((await chargeRequest(context, body.length)) !== null) return notAttempted;
    const traceHeaders = readTraceHeaders(request.headers);
    const data = await traceOperation(context, traceHeaders, () => executable.execute(context));
    if (data === null) return { response: null, usage: context.usage };
    this.#metrics.compiledQueryResponses.inc();
    const bytes = Buffer.from(`{"data":${data}}`);
    await recordOperation(context, startedAt, logger, this.#metrics);
    const headers = [...profile.headers, 'content-length', String(bytes.length)];
    return { response: { requestId: context.requestId, headers, bytes } };
  }

  #createContext(request: IncomingMessage, { origin }: CallerProfile): GatewayContext {
    return createContext(this.#services, {
      requestId: crypto.randomUUID(),
      origin,
      signal,
      clientSubnet: rateLimitSubnet(clientIp(request, this.#trustedProxies)),
      apiKey: null,
      token: null,
    });
  }
}

function parseGraphqlRequest(body: string): GraphqlRequest | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const result = graphqlRequestSchema.safeParse(json);
  return result.success ? result.data : null;
}

function withoutContentLength(headers: readonly string[]): string[] {
  const index = headers.indexOf('content-length');
  return index === -1 ? [...headers] : [...headers.slice(0, index), ...headers.slice(index + 2)];
}
