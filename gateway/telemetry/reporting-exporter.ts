import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';

type Export = Parameters<SpanExporter['export']>;

/** An exporter whose failures are seen: logged when they begin and when they end. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: Logger;
  #isFailing = false;

  constructor(exporter: SpanExporter, logger: Logger) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: Export[0], onResult: Export[1]): void {
    this.#exporter.export(spans, (result) => {
      const { error } = result;
      if (error !== undefined && !this.#isFailing) {
        this.#logger.warn({ reason: error.message }, 'traces cannot be sent and are dropped');
      }
      if (error === undefined && this.#isFailing) this.#logger.info('traces are sent again');
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
