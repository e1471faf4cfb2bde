import type { Logger } from 'pino';

/** The headers of W3C Trace Context. */
export type TraceHeaders = Readonly<Partial<Record<'traceparent' | 'tracestate', string>>>;

/** What a span reports about an operation. It contains no variables or IP addresses. */
export interface TracedOperation {
  type: string;
  /** The operation's name; null for an anonymous operation. */
  name: string | null;
  /** The name of a partner, or the kind of another client. */
  client: string;
  cost: number | null;
  /** Whether it failed because of the gateway or the REST host. */
  hasServerError: boolean;
}

/** A call to the REST host that is in progress. */
export interface TracedCall {
  /** To be sent with the call, so that the host's spans join the trace. */
  headers: TraceHeaders;
  /** Ends the span with the call's status, or the reason why there is no whole response. */
  end(outcome: string): void;
}

/** Records the duration of operations and their REST calls for an OpenTelemetry collector. */
export interface Tracing {
  /**
   * Runs an operation in a span and returns its result. The span is a child of the span in `headers`,
   * if any, and the parent of REST calls made meanwhile. If `describe` returns null, the span is dropped.
   */
  traceOperation<Result>(
    headers: TraceHeaders,
    run: () => Promise<Result>,
    describe: (result: Result) => Promise<TracedOperation | null>,
  ): Promise<Result>;
  /** Starts the span of a REST call. Calls outside of an operation are not traced. */
  startCall(endpoint: string, method: string): TracedCall;
  /** Exports the remaining spans, for at most a second. */
  close(): Promise<void>;
}

const untracedCall: TracedCall = { headers: {}, end: () => {} };

/** Tracing without a collector. */
const noTracing: Tracing = {
  traceOperation: (_, run) => run(),
  startCall: () => untracedCall,
  close: async () => {},
};

/**
 * Creates tracing to the collector at `url`; without a URL, tracing does nothing. OpenTelemetry is loaded only if there
 * is a collector, because it adds 0.1 s to the startup and several megabytes of memory.
 */
export async function createTracing(url: string | undefined, logger: Logger): Promise<Tracing> {
  if (url === undefined) return noTracing;
  const { OpenTelemetry } = await import('./opentelemetry.ts');
  return new OpenTelemetry(url, logger);
}
