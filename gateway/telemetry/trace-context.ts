import { createTraceState, isSpanContextValid, type SpanContext, type TraceFlags } from '@opentelemetry/api';
import type { TraceHeaders } from './tracing.ts';

/** `traceparent` of https://www.w3.org/TR/trace-context/; what later versions add at its end is ignored. */
const traceparent = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** The caller's span; null where the headers name none. */
export function readTraceHeaders({ traceparent: given = '', tracestate }: TraceHeaders): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(given) ?? [];
  const traceFlags: TraceFlags = Number.parseInt(flags, 16) & 1;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  if (!isSpanContextValid(context)) return null;
  return tracestate === undefined ? context : { ...context, traceState: createTraceState(tracestate) };
}

/** The headers that make a span the parent of what the receiver does. */
export function traceHeadersOf({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const flags = traceFlags.toString(16).padStart(2, '0');
  const tracestate = traceState?.serialize() ?? '';
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== '' && { tracestate }),
  };
}
