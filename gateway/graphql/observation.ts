import type { ApolloServerPlugin } from '@apollo/server';
import type { Logger } from 'pino';
import { labelOf } from '../budgets/client.ts';
import type { GatewayMetrics } from '../http/metrics.ts';
import type { GatewayContext } from './context.ts';
import { isOwnFault } from './errors.ts';

/** Operation names are the caller's; of a longer one only the beginning goes into logs and traces. */
const longestName = 100;

/** Logs and counts each operation: its name, kind, cost, client and time, never its variables. */
export function observation(logger: Logger, metrics: GatewayMetrics): ApolloServerPlugin<GatewayContext> {
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
        async willSendResponse({ contextValue, operation, operationName, response }) {
          const milliseconds = performance.now() - started;
          const { requestId } = contextValue;
          const result = response.body.kind === 'single' ? response.body.singleResult : undefined;
          if (result?.errors !== undefined) {
            result.errors = result.errors.map((error) => ({
              ...error,
              extensions: { ...error.extensions, requestId },
            }));
          }
          const kind = operation?.operation ?? 'unreadable';
          contextValue.answer.kind = kind;
          contextValue.answer.name = shown(operationName) ?? null;
          contextValue.answer.isRepeatable = kind === 'query' && result?.errors === undefined;
          const outcome = result?.errors === undefined ? 'ok' : 'errors';
          const client = labelOf(await contextValue.client());
          const { cost } = contextValue.usage;
          metrics.operations.observe({ kind, outcome }, milliseconds / 1000);
          metrics.cost.inc({ client }, cost ?? 0);
          logger.info({
            requestId,
            operation: shown(operationName),
            kind,
            outcome,
            client,
            cost,
            milliseconds: Math.round(milliseconds),
          });
        },
      };
    },
  };
}

function shown(operationName: string | null | undefined): string | undefined {
  return operationName?.slice(0, longestName);
}
