import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { ReportingExporter } from './reporting-exporter.ts';
import { readTraceHeaders, traceHeadersOf } from './trace-context.ts';
import type { TracedCall, TracedOperation, TraceHeaders, Tracing } from './tracing.ts';

/** How long one batch may take, and how long shutdown waits for the last one, in milliseconds. */
const deadlines = { batch: 5_000, shutdown: 1_000 } as const;

/**
 * Sends spans in batches in the background; what the collector does not take is dropped. Nothing of
 * it is global, so that several gateways can run in one process.
 */
export class OpenTelemetry implements Tracing {
  readonly #provider: NodeTracerProvider;
  readonly #tracer: Tracer;
  readonly #operations = new AsyncLocalStorage<Span>();

  constructor(url: string, logger: Logger) {
    const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: deadlines.batch });
    const named = resourceFromAttributes({ 'service.name': 'open-bookshop' });
    this.#provider = new NodeTracerProvider({
      // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` come before the name of our own.
      resource: named.merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(new ReportingExporter(exporter, logger))],
    });
    this.#tracer = this.#provider.getTracer('open-bookshop');
  }

  async operation<Result>(
    headers: TraceHeaders,
    run: () => Promise<Result>,
    describe: (result: Result) => Promise<TracedOperation | null>,
  ): Promise<Result> {
    const caller = readTraceHeaders(headers);
    const context = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
    const span = this.#tracer.startSpan('operation', { kind: SpanKind.SERVER }, context);
    try {
      const result = await this.#operations.run(span, run);
      const described = await describe(result);
      // A span that isn't ended is never exported.
      if (described !== null) fill(span, described).end();
      return result;
    } catch (error) {
      span.end();
      throw error;
    }
  }

  call(endpoint: string, method: string): TracedCall {
    const operation = this.#operations.getStore();
    if (operation === undefined) return { headers: {}, end: () => {} };
    const attributes = { 'http.request.method': method, 'bookshop.rest.endpoint': endpoint };
    const context = trace.setSpan(ROOT_CONTEXT, operation);
    const span = this.#tracer.startSpan(
      `${method} ${endpoint}`,
      { kind: SpanKind.CLIENT, attributes },
      context,
    );
    return {
      headers: traceHeadersOf(span.spanContext()),
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
      pause(deadlines.shutdown, undefined, { ref: false }),
    ]);
  }
}

function fill(span: Span, { kind, name, client, cost, hasFailed }: TracedOperation): Span {
  span.updateName(name === null ? kind : `${kind} ${name}`);
  span.setAttributes({ 'graphql.operation.type': kind, 'bookshop.client': client });
  if (name !== null) span.setAttribute('graphql.operation.name', name);
  if (cost !== null) span.setAttribute('bookshop.operation.cost', cost);
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  return span;
}
