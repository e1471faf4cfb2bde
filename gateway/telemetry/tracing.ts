import type { Logger } from 'pino';

/** Headers of W3C Trace Context, as they came or as they are sent on. */
export type TraceHeaders = Readonly<Partial<Record<'traceparent' | 'tracestate', string>>>;

/** What a trace tells of an operation. No variable, no address, nobody's name but a partner's. */
export interface TracedOperation {
  kind: string;
  /** The operation's name; null where the document gives none. */
  name: string | null;
  client: string;
  cost: number | null;
  /** Whether it failed for a reason of the gateway's or the REST host's own. */
  hasFailed: boolean;
}

/** A call to the REST host that is under way. */
export interface TracedCall {
  /** To be sent with the call, so that the host's own spans join the trace. */
  headers: TraceHeaders;
  /** Told the status, or why there was none. */
  end(outcome: string): void;
}

/** Writes down what operations and their REST calls took, for an OpenTelemetry collector. */
export interface Tracing {
  /**
   * Runs an operation and gives what it gives. Calls to the REST host that are made meanwhile belong
   * to it; itself it belongs to the trace of the caller's headers, where there is one. One that
   * `describe` has nothing to tell of, null, is left out of the trace.
   */
  operation<Result>(
    headers: TraceHeaders,
    run: () => Promise<Result>,
    describe: (result: Result) => Promise<TracedOperation | null>,
  ): Promise<Result>;
  /** Begins a call to the REST host; one that belongs to no operation is not traced. */
  call(endpoint: string, method: string): TracedCall;
  /** Sends what is not sent yet, as far as that takes no time to speak of. */
  close(): Promise<void>;
}

const untracedCall: TracedCall = { headers: {}, end: () => {} };

/** What a gateway without a collector does. */
const noTracing: Tracing = {
  operation: (_, run) => run(),
  call: () => untracedCall,
  close: async () => {},
};

/**
 * Tracing to the collector at `url`, or none. OpenTelemetry is only loaded where there is one: it
 * costs a tenth of a second at start and some megabytes.
 */
export async function createTracing(url: string | undefined, logger: Logger): Promise<Tracing> {
  if (url === undefined) return noTracing;
  const { OpenTelemetry } = await import('./opentelemetry.ts');
  return new OpenTelemetry(url, logger);
}
