import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import type { TracedCall, TracedOperation, TraceHeaders, Tracing } from './tracing.ts';

const batchTimeoutMs = 5_000;
const shutdownTimeoutMs = 1_000;

/**
 * Exports spans in batches in the background and drops those that the collector does not accept. Uses
 * no global state, so that several gateways can run in one process.
 */
export class OpenTelemetry implements Tracing {
  readonly #provider: NodeTracerProvider;
  readonly #tracer: Tracer;
  readonly #operationSpans = new AsyncLocalStorage<Span>();

  constructor(url: string, logger: Logger) {
    const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: batchTimeoutMs });
    const defaults = resourceFromAttributes({ 'service.name': 'open-bookshop' });
    this.#provider = new NodeTracerProvider({
      // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` override the defaults.
      resource: defaults.merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(new LoggingExporter(exporter, logger))],
    });
    this.#tracer = this.#provider.getTracer('open-bookshop');
  }

  async traceOperation<Result>(
    headers: TraceHeaders,
    run: () => Promise<Result>,
    describe: (result: Result) => Promise<TracedOperation | null>,
  ): Promise<Result> {
    const caller = parseTraceHeaders(headers);
    const context = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
    const span = this.#tracer.startSpan('operation', { kind: SpanKind.SERVER }, context);
    try {
      const result = await this.#operationSpans.run(span, run);
      const operation = await describe(result);
      // A span that is never ended is never exported.
      if (operation !== null) setAttributes(span, operation).end();
      return result;
    } catch (error) {
      span.end();
      throw error;
    }
  }

  startCall(endpoint: string, method: string): TracedCall {
    const parent = this.#operationSpans.getStore();
    if (parent === undefined) return { headers: {}, end: () => {} };
    const attributes = { 'http.request.method': method, 'bookshop.rest.endpoint': endpoint };
    const context = trace.setSpan(ROOT_CONTEXT, parent);
    const span = this.#tracer.startSpan(
      `${method} ${endpoint}`,
      { kind: SpanKind.CLIENT, attributes },
      context,
    );
    return {
      headers: formatTraceHeaders(span.spanContext()),
      end(outcome) {
        const status = Number(outcome);
        if (Number.isInteger(status)) span.setAttribute('http.response.status_code', status);
        if (!(status < 400)) {
          span.setAttribute('error.type', outcome).setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  async close(): Promise<void> {
    await Promise.race([
      this.#provider.shutdown().catch(() => {}),
      sleep(shutdownTimeoutMs, undefined, { ref: false }),
    ]);
  }
}

function setAttributes(span: Span, { type, name, client, cost, hasServerError }: TracedOperation): Span {
  span.updateName(name === null ? type : `${type} ${name}`);
  span.setAttributes({ 'graphql.operation.type': type, 'bookshop.client': client });
  if (name !== null) span.setAttribute('graphql.operation.name', name);
  if (cost !== null) span.setAttribute('bookshop.operation.cost', cost);
  if (hasServerError) span.setStatus({ code: SpanStatusCode.ERROR });
  return span;
}

/** `traceparent` of https://www.w3.org/TR/trace-context/. Later versions may append fields, which are ignored. */
const traceparentPattern = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** The caller's span; null if the headers are missing or invalid. */
function parseTraceHeaders({ traceparent = '', tracestate }: TraceHeaders): SpanContext | null {
  const [, traceId = '', spanId = '', flags = ''] = traceparentPattern.exec(traceparent) ?? [];
  const traceFlags: TraceFlags = Number.parseInt(flags, 16) & 1;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  if (!isSpanContextValid(context)) return null;
  return tracestate === undefined ? context : { ...context, traceState: createTraceState(tracestate) };
}

/** Headers that make the receiver's spans children of this span. */
function formatTraceHeaders({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceHeaders {
  const flags = traceFlags.toString(16).padStart(2, '0');
  const tracestate = traceState?.serialize() ?? '';
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== '' && { tracestate }),
  };
}

type ExportParameters = Parameters<SpanExporter['export']>;

/** Logs when exports begin to fail and when they succeed again. OpenTelemetry itself ignores failures. */
class LoggingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: Logger;
  #isFailing = false;

  constructor(exporter: SpanExporter, logger: Logger) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: ExportParameters[0], onResult: ExportParameters[1]): void {
    this.#exporter.export(spans, (result) => {
      const { error } = result;
      if (error !== undefined && !this.#isFailing) {
        this.#logger.warn({ reason: error.message }, 'traces cannot be sent and are dropped');
      }
      if (error === undefined && this.#isFailing) this.#logger.info('traces are being sent again');
      this.#isFailing = error !== undefined;
      onResult(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }
}
