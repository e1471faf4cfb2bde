import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { metricLabel } from '../../auth/viewer.ts';
import type { GatewayMetrics } from '../../telemetry/metrics.ts';
import type { GatewayContext } from '../context.ts';
import { isOwnFault } from '../errors.ts';

/** Operation names are the caller's; of a longer one only the beginning goes into logs and traces. */
const longestName = 100;

/** Logs and counts each operation: its name, kind, cost, client and time, never its variables. */
export function telemetryPlugin(logger: Logger, metrics: GatewayMetrics): ApolloServerPlugin<GatewayContext> {
  return {
    async requestDidStart() {
      const started = performance.now();
      return {
        async didEncounterErrors({ contextValue, operationName, errors }) {
          const ownFaults = errors.filter(isOwnFault);
          if (ownFaults.length > 0) contextValue.answer.hasFailed = true;
          for (const error of ownFaults) {
            const cause = error.originalError ?? error;
            const failed = {
              requestId: contextValue.requestId,
              operation: shown(operationName),
              path: error.path,
            };
            logger.error({ ...failed, err: cause }, 'a field could not be resolved');
          }
        },
        async willSendResponse(answered) {
          describe(answered);
          await observe(answered.contextValue, started, logger, metrics);
        },
      };
    },
  };
}

/** Logs and counts an operation that was answered; it began at `started`, by `performance.now()`. */
export async function observe(
  { requestId, answer, usage, client }: GatewayContext,
  started: number,
  logger: Logger,
  metrics: GatewayMetrics,
): Promise<void> {
  const { kind, name } = answer;
  const [outcome, who] = [answer.hasErrors ? 'errors' : 'ok', metricLabel(await client())];
  const milliseconds = performance.now() - started;
  metrics.operations.observe({ kind, outcome }, milliseconds / 1000);
  if (usage.isGranted === true) metrics.cost.inc({ client: who }, usage.cost ?? 0);
  if (usage.isGranted === false) metrics.turnedAway.inc({ reason: 'over budget', client: who });
  const took = { cost: usage.cost, milliseconds: Math.round(milliseconds) };
  logger.info({ requestId, operation: name, kind, outcome, client: who, ...took });
}

/** Fills in what is known of an answer, and names the request in its errors. */
function describe({
  contextValue: { requestId, answer },
  operation,
  operationName,
  response,
}: GraphQLRequestContextWillSendResponse<GatewayContext>): void {
  const result = response.body.kind === 'single' ? response.body.singleResult : undefined;
  if (result?.errors !== undefined) result.errors = result.errors.map(namedBy(requestId));
  answer.hasErrors = result?.errors !== undefined;
  answer.kind = operation?.operation ?? 'unreadable';
  answer.name = shown(operationName);
  answer.isRepeatable = answer.kind === 'query' && !answer.hasErrors;
}

/** Adds the request's id to an error, by which the log can be searched. */
function namedBy(requestId: string): (error: GraphQLFormattedError) => GraphQLFormattedError {
  return (error) => ({ ...error, extensions: { ...error.extensions, requestId } });
}

/** The name of an operation as logs and traces show it; null for none. */
export function shown(operationName: string | null | undefined): string | null {
  return operationName?.slice(0, longestName) ?? null;
}
