import type { Logger } from 'pino';
import type { TracedCall, Tracing } from './tracing.ts';

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
