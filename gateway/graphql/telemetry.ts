import type { Logger } from 'pino';
import { type Client, getClientLabel } from '../auth/client.ts';
import type { CostUsage } from '../quota/charge.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';
import type { TraceHeaders, Tracing } from '../telemetry/tracing.ts';
import type { GatewayContext, OperationOutcome } from './context.ts';

/** Clients choose operation names, so logs and traces truncate long ones. */
const maxNameLength = 100;

/** Truncates an operation's name for logs and traces; null for an anonymous operation. */
export function truncateName(operationName: string | null | undefined): string | null {
  return operationName?.slice(0, maxNameLength) ?? null;
}

/** What the log and the metrics report about an operation. */
interface RecordedOperation extends Pick<GatewayContext, 'requestId' | 'outcome'> {
  usage: Pick<CostUsage, 'operationCost' | 'isGranted'>;
}

/** Logs and counts an operation: its name, type, outcome, cost, client and duration, never its variables. */
export function recordOperation(
  { requestId, outcome, usage }: RecordedOperation,
  client: Client | null,
  logger: Logger,
  metrics: GatewayMetrics,
): void {
  const label = getClientLabel(client);
  const result = describeOutcome(outcome);
  const milliseconds = performance.now() - outcome.startedAt;
  metrics.operations.observe({ kind: outcome.type, outcome: result }, milliseconds / 1000);
  if (outcome.source === 'compiled query') metrics.compiledQueries.inc();
  if (outcome.source === 'cache') metrics.responseCacheHits.inc();
  if (usage.isGranted === true) metrics.operationCost.inc({ client: label }, usage.operationCost ?? 0);
  if (usage.isGranted === false) metrics.rejectedRequests.inc({ reason: 'quota-exceeded', client: label });
  logger.info({
    requestId,
    operation: outcome.name,
    kind: outcome.type,
    outcome: result,
    client: label,
    cost: usage.operationCost,
    cached: outcome.source === 'cache',
    milliseconds: Math.round(milliseconds),
  });
}

/**
 * An operation whose client disconnected counts as failed only if it also had an error of the gateway or the REST host.
 */
function describeOutcome({ hasErrors, hasServerError, isAborted }: OperationOutcome): string {
  if (isAborted && !hasServerError) return 'aborted';
  return hasErrors ? 'errors' : 'ok';
}

/** Runs a request's operation in a span, as a child of the span in the request's trace headers. */
export function traceOperation<Result>(
  tracing: Tracing,
  context: Pick<GatewayContext, 'outcome' | 'usage' | 'getClient'>,
  headers: TraceHeaders,
  run: () => Promise<Result>,
): Promise<Result> {
  return tracing.traceOperation(headers, run, async () => {
    const { type, name, hasServerError } = context.outcome;
    // The client of an API key is unknown until the partners have been read from their store.
    const client = await context.getClient().catch(() => null);
    return {
      type,
      name,
      hasServerError,
      client: getClientLabel(client),
      cost: context.usage.operationCost,
    };
  });
}
