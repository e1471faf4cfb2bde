import { metricLabel } from '../../auth/viewer.ts';
import type { TraceHeaders } from '../../telemetry/tracing.ts';
import type { GatewayContext } from '../context.ts';

/**
 * Runs a request's operation as a span of the trace its caller's headers name. There is no span of one
 * that gives null: it is run again in another way, which has a span of its own.
 */
export function traced<Result>(
  context: GatewayContext,
  headers: TraceHeaders,
  run: () => Promise<Result>,
): Promise<Result> {
  return context.services.tracing.operation(headers, run, async (result) => {
    if (result === null) return null;
    const { kind, name, hasFailed } = context.answer;
    return { kind, name, hasFailed, client: metricLabel(await context.client()), cost: context.usage.cost };
  });
}
