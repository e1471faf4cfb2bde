import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { createContext, type GatewayContext, type GatewayServices } from '../graphql/context.ts';
import { listSizeEstimates } from '../graphql/cost/list-size-estimates.ts';
import { CompiledQueryCache } from '../graphql/execution/compiled-query-cache.ts';
import { observe } from '../graphql/plugins/telemetry.ts';
import { traced } from '../graphql/plugins/traced.ts';
import { admit, type Usage } from '../quota/charge.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import { clientIp } from './caller-address.ts';
import { rateLimitSubnet } from './network.ts';
import { traceHeadersOf } from './trace-headers.ts';

/** What of an answer is the same for all callers whose requests begin alike. */
interface KnownCaller {
  /** The shop's address as they see it. */
  origin: string;
  /** Names and values of the headers, but for the length. */
  head: readonly string[];
}

/** An answer that was made. */
interface MadeAnswer {
  requestId: string;
  head: readonly string[];
  bytes: Buffer;
}

/** What became of a question that was tried here. */
type Attempt =
  | { made: MadeAnswer }
  /** It has to go the whole way; `usage` says what it was charged already, null for nothing. */
  | { made: null; usage: Usage | null };

const notTried: Attempt = { made: null, usage: null };

/** A GraphQL request as nearly everybody sends it; any other is Apollo Server's to judge. */
const posted = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  // Apollo Client tells its version here. A query by its digest alone has no text to be known by.
  extensions: z.strictObject({ clientLibrary: z.unknown() }).partial().nullish(),
});
type Posted = z.output<typeof posted>;

/** So many kinds of callers are told apart; a caller can make up hosts. */
const mostCallers = 200;

/** Nothing but memory is asked here, which is done before anybody could hang up. */
const { signal } = new AbortController();

/**
 * Answers visitors' queries that are known, with variables that are new, without Express and without
 * Apollo Server. Both are learnt from an answer that went through them.
 */
export class AnonymousQueryHandler {
  readonly #queries = new CompiledQueryCache();
  readonly #callers = new Map<string, KnownCaller>();
  readonly #services: GatewayServices;
  readonly #metrics: GatewayMetrics;
  readonly #trustedProxies: number;

  constructor(services: GatewayServices, metrics: GatewayMetrics, trustedProxies: number) {
    this.#services = services;
    this.#metrics = metrics;
    this.#trustedProxies = trustedProxies;
  }

  /** Learns from a visitor's answer without errors. `beginning` is what the request begins with, see `ReadRequest`. */
  learn(beginning: string, text: string, { origin, answer }: GatewayContext, head: readonly string[]): void {
    const { operation, isRepeatable } = answer;
    const request = readPosted(text);
    if (!isRepeatable || operation === null || request === null) return;
    this.#queries.learn(request.query, operation);
    if (this.#callers.size >= mostCallers) this.#callers.clear();
    this.#callers.set(beginning, { origin, head: withoutLength(head) });
  }

  /** Answers a question of a visitor, unless it has to go the whole way. */
  async answer(request: IncomingMessage, beginning: string, text: string): Promise<Attempt> {
    const { loader } = this.#services;
    const caller = this.#callers.get(beginning);
    // An answer from a stale catalogue says so, and one before its first load asks the REST host.
    if (caller === undefined || loader.index === null || loader.staleness !== null) return notTried;
    const started = performance.now();
    const question = readPosted(text);
    if (question === null) return notTried;
    const { query: asked, operationName = null, variables } = question;
    const query = this.#queries.ready(asked, operationName, variables ?? {}, listSizeEstimates(loader.index));
    if (query === null) return notTried;
    const context = this.#contextOf(request, caller);
    if ((await admit(context, text.length)) !== null) return notTried;
    const data = await traced(context, traceHeadersOf(request.headers), () => query.run(context));
    if (data === null) return { made: null, usage: context.usage };
    this.#metrics.knownQueries.inc();
    const bytes = Buffer.from(`{"data":${data}}`);
    await observe(context, started, this.#services.logger, this.#metrics);
    const head = [...caller.head, 'content-length', String(bytes.length)];
    return { made: { requestId: context.requestId, head, bytes } };
  }

  #contextOf(request: IncomingMessage, { origin }: KnownCaller): GatewayContext {
    return createContext(this.#services, {
      requestId: crypto.randomUUID(),
      origin,
      signal,
      clientAddress: rateLimitSubnet(clientIp(request, this.#trustedProxies)),
      apiKey: null,
      token: null,
    });
  }
}

function readPosted(text: string): Posted | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const read = posted.safeParse(body);
  return read.success ? read.data : null;
}

function withoutLength(head: readonly string[]): string[] {
  const place = head.indexOf('content-length');
  return place === -1 ? [...head] : [...head.slice(0, place), ...head.slice(place + 2)];
}
