import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import { closeServer, listenOnFreePort } from '../listen.ts';

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  status: z.object({ code: z.number() }),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
export type Span = z.output<typeof spanSchema>;
/** The parts of OTLP in JSON that the tests read. */
const exportSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});

/** A fake collector for OTLP over HTTP. */
interface TraceCollector {
  readonly url: string;
  /** The bodies of the exports that it has received in the current test. */
  readonly bodies: readonly string[];
  /** Responds to each request. A test replaces this function to make the collector fail. */
  respond: (response: ServerResponse) => void;
  readSpans(): Span[];
}

/** Starts a new collector for each test of a file. */
export function setUpTraceCollector(): TraceCollector {
  let url = '';
  let bodies: string[] = [];
  const collector: TraceCollector = {
    get url() {
      return url;
    },
    get bodies() {
      return bodies;
    },
    respond: () => {},
    readSpans: () =>
      bodies.flatMap((body) =>
        exportSchema
          .parse(JSON.parse(body))
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      ),
  };
  let server: ReturnType<typeof createServer>;
  beforeEach(async () => {
    bodies = [];
    collector.respond = (response) => response.setHeader('content-type', 'application/json').end('{}');
    server = createServer(async (request, response) => {
      if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(await text(request));
      collector.respond(response);
    });
    url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  });
  afterEach(() => closeServer(server));
  return collector;
}

export const readAttributes = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
