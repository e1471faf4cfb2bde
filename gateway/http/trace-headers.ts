import type { IncomingHttpHeaders } from 'node:http';
import type { TraceHeaders } from '../telemetry/tracing.ts';

/** What a request says of the trace it belongs to. */
export function traceHeadersOf({ traceparent, tracestate }: IncomingHttpHeaders): TraceHeaders {
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(tracestate !== undefined && { tracestate: String(tracestate) }),
  };
}
