import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { metricLabel } from '../../auth/client.ts';
import type { GatewayMetrics } from '../../telemetry/metrics.ts';
import type { TraceHeaders } from '../../telemetry/tracing.ts';
import type { GatewayContext } from '../context.ts';
import { isServerError } from '../errors.ts';

/** Clients choose operation names, so logs and traces truncate long ones. */
const maxNameLength = 100;

/** Logs and counts each operation: its name, type, cost, client and duration, never its variables. */
export function telemetryPlugin(logger: Logger, metrics: GatewayMetrics): ApolloServerPlugin<GatewayContext> {
  return {
    async requestDidStart() {
      const startedAt = performance.now();
      return {
        async didEncounterErrors({ contextValue, operationName, errors }) {
          const serverErrors = errors.filter(isServerError);
          if (serverErrors.length > 0) contextValue.outcome.hasServerError = true;
          for (const error of serverErrors) {
            const logFields = {
              requestId: contextValue.requestId,
              operation: truncateName(operationName),
              path: error.path,
            };
            logger.error(
              { ...logFields, err: error.originalError ?? error },
              'a field could not be resolved',
            );
          }
        },
        async willSendResponse(requestContext) {
          completeOutcome(requestContext);
          await recordOperation(requestContext.contextValue, startedAt, logger, metrics);
        },
      };
    },
  };
}

/** Logs and counts a finished operation. `startedAt` is a value of `performance.now()`. */
export async function recordOperation(
  { requestId, outcome, usage, client: readClient }: GatewayContext,
  startedAt: number,
  logger: Logger,
  metrics: GatewayMetrics,
): Promise<void> {
  const client = metricLabel(await readClient());
  const result = outcome.hasErrors ? 'errors' : 'ok';
  const milliseconds = performance.now() - startedAt;
  metrics.operations.observe({ kind: outcome.type, outcome: result }, milliseconds / 1000);
  if (usage.isGranted === true) metrics.operationCost.inc({ client }, usage.operationCost ?? 0);
  if (usage.isGranted === false) metrics.rejectedRequests.inc({ reason: 'over budget', client });
  logger.info({
    requestId,
    operation: outcome.name,
    kind: outcome.type,
    outcome: result,
    client,
    cost: usage.operationCost,
    milliseconds: Math.round(milliseconds),
  });
}

/** Completes the outcome from the response and adds the request id to its errors. */
function completeOutcome({
  contextValue: { requestId, outcome },
  operation,
  operationName,
  response,
}: GraphQLRequestContextWillSendResponse<GatewayContext>): void {
  const result = response.body.kind === 'single' ? response.body.singleResult : undefined;
  if (result?.errors !== undefined) result.errors = result.errors.map(addRequestId(requestId));
  outcome.hasErrors = result?.errors !== undefined;
  outcome.type = operation?.operation ?? 'unreadable';
  outcome.name = truncateName(operationName);
  outcome.isCacheable = outcome.type === 'query' && !outcome.hasErrors;
}

/** Adds the request id to an error, so that its log lines can be found. */
function addRequestId(requestId: string): (error: GraphQLFormattedError) => GraphQLFormattedError {
  return (error) => ({ ...error, extensions: { ...error.extensions, requestId } });
}

/** Truncates an operation's name for logs and traces; null for an anonymous operation. */
export function truncateName(operationName: string | null | undefined): string | null {
  return operationName?.slice(0, maxNameLength) ?? null;
}

/**
 * Runs a request's operation in a span, as a child of the span in the request's trace headers. If
 * the result is null, the span is dropped: the operation then runs again in another way, with a new span.
 */
export function traceOperation<Result>(
  context: GatewayContext,
  headers: TraceHeaders,
  run: () => Promise<Result>,
): Promise<Result> {
  return context.services.tracing.traceOperation(headers, run, async (result) => {
    if (result === null) return null;
    const { type, name, hasServerError } = context.outcome;
    const client = metricLabel(await context.client());
    return { type, name, hasServerError, client, cost: context.usage.operationCost };
  });
}
