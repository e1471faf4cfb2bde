import { readFileSync } from 'node:fs';
import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Resolvers } from '../generated/resolvers.ts';
import type { GatewayContext } from './context.ts';
import { operationLimits } from './cost/limits.ts';
import { maskError } from './errors.ts';
import { stringify } from './execution/object-cache.ts';
import type { PlanCache } from './execution/plan-cache.ts';
import type { OperationRunner } from './operation-runner.ts';
import { truncateName } from './telemetry.ts';

/** The text of `schema.graphql`, the contract with all clients. */
export const schemaText = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** Any of these headers satisfies Apollo Server's CSRF prevention: its defaults, and those that identify a client. */
const preflightedHeaders = [
  'x-apollo-operation-name',
  'apollo-require-preflight',
  'x-api-key',
  'authorization',
];

/**
 * Creates Apollo Server, which receives the requests that cannot be executed with a stored plan, such as those with new
 * documents and malformed ones. It parses and validates the document; the runner does the rest. Features that report to
 * Apollo or load scripts from other hosts are off.
 */
export function createGraphQLServer(
  resolvers: Resolvers,
  plans: PlanCache,
  runner: OperationRunner,
  introspection: boolean,
): ApolloServer<GatewayContext> {
  return new ApolloServer<GatewayContext>({
    typeDefs: schemaText,
    resolvers,
    // `validationRules` rejects introspection instead: Apollo Server's message would tell clients how to configure it.
    introspection: true,
    validationRules: introspection ? [] : [NoSchemaIntrospectionCustomRule],
    // Without introspection, the "Did you mean …?" of validation errors must not reveal the schema either.
    hideSchemaDetailsFromClientErrors: !introspection,
    parseOptions: { maxTokens: operationLimits.maxTokens },
    validationOptions: { maxErrors: operationLimits.maxErrors },
    // Browsers send these headers to another origin only after a preflight, whose response `http/cors.ts` decides.
    csrfPrevention: { requestHeaders: preflightedHeaders },
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: maskError,
    // The plans keep the parsed documents.
    documentStore: null,
    stringifyResult: async (value) => stringify(value),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      createRunnerPlugin(runner, plans),
    ],
  });
}

/** Plans the trusted documents at startup, and passes other operations to the runner once they have been validated. */
function createRunnerPlugin(runner: OperationRunner, plans: PlanCache): ApolloServerPlugin<GatewayContext> {
  return {
    async serverWillStart({ schema }) {
      plans.addTrustedPlans(schema);
    },
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, operation }) {
          // graphql-js 16 detects missing operation types, such as subscriptions, only during execution.
          if (operation === undefined || schema.getRootType(operation.operation)) return;
          throw new GraphQLError(`The schema has no ${operation.operation}s: send a query or a mutation.`, {
            extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
          });
        },
        async responseForOperation({ schema, document, operation, source, request, contextValue }) {
          if (operation === undefined) return null;
          const plan = plans.add(source, schema, document, operation);
          const options = { isSerialized: request.http !== undefined };
          const { status, result } = await runner.execute(
            plan,
            request.variables ?? {},
            contextValue,
            options,
          );
          return {
            http: { status, headers: new HeaderMap() },
            body: { kind: 'single', singleResult: result },
          };
        },
        async didEncounterErrors({ contextValue, errors }) {
          runner.logErrors(contextValue, errors);
        },
        async willSendResponse({ contextValue, request, response, operation, operationName }) {
          const { http, body } = response;
          if (body.kind !== 'single') return;
          contextValue.outcome.type = operation?.operation ?? 'unreadable';
          contextValue.outcome.name = truncateName(operationName);
          const accept = request.http?.headers.get('accept') ?? '';
          const { status = 200 } = http;
          const completed = await runner.complete(
            contextValue,
            { status, result: body.singleResult },
            accept,
          );
          http.status = completed.status;
          body.singleResult = completed.result;
        },
      };
    },
  };
}
