import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { describeReason } from '../domain/describe-reason.ts';
import { OutageLog } from '../domain/outage-log.ts';
import type { TracedCall, TracedOperation, TraceHeaders, Tracing } from './tracing.ts';

const shutdownTimeoutMs = 1_000;

const propagator = new W3CTraceContextPropagator();

/**
 * Exports spans in batches in the background and drops those that the collector does not accept. Uses
 * no global state, so that several gateways can run in one process.
 */
export class OpenTelemetry implements Tracing {
  readonly #provider: NodeTracerProvider;
  readonly #tracer: Tracer;
  readonly #operationSpans = new AsyncLocalStorage<Span>();

  constructor(url: string, logger: Logger) {
    const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` });
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
    // Without valid headers, this is the root context.
    const context = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#tracer.startSpan('operation', { kind: SpanKind.SERVER }, context);
    try {
      const result = await this.#operationSpans.run(span, run);
      const operation = await describe(result);
      // Drops the span if there is no operation: a span that is never ended is not exported.
      if (operation !== null) setAttributes(span, operation).end();
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR }).end();
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
    const headers: TraceHeaders = {};
    propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
    return {
      headers,
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

type ExportParameters = Parameters<SpanExporter['export']>;

/** Logs when exports begin to fail and when they succeed again. OpenTelemetry itself ignores failures. */
class LoggingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #outageLog: OutageLog<Error>;

  constructor(exporter: SpanExporter, logger: Logger) {
    this.#exporter = exporter;
    this.#outageLog = new OutageLog(
      (error) => logger.warn({ reason: describeReason(error) }, 'traces cannot be sent and are dropped'),
      () => logger.info('traces are being sent again'),
    );
  }

  export(spans: ExportParameters[0], onResult: ExportParameters[1]): void {
    this.#exporter.export(spans, (result) => {
      if (result.error === undefined) this.#outageLog.recordSuccess();
      else this.#outageLog.recordFailure(result.error);
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
