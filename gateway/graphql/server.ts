import { readFileSync } from 'node:fs';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Resolvers } from '../generated/resolvers.ts';
import type { GatewayContext } from './context.ts';
import { costLimits, operationLimits } from './cost/limits.ts';
import { maskError } from './errors.ts';
import { recordParsedOperation } from './execution/compiled-query-cache.ts';
import { legacyStatusCodes, rejectUnsupportedOperationTypes } from './plugins/status-codes.ts';

/** The text of `schema.graphql`, the contract with all clients. */
export const schemaText = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** Creates Apollo Server. Features that report to Apollo or load scripts from other hosts are off. */
export function createGraphQLServer(
  resolvers: Resolvers,
  plugins: readonly ApolloServerPlugin<GatewayContext>[],
): ApolloServer<GatewayContext> {
  return new ApolloServer<GatewayContext>({
    typeDefs: schemaText,
    resolvers,
    introspection: true,
    parseOptions: { maxTokens: operationLimits.maxTokens },
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: maskError,
    // Apollo Server's default appends a newline.
    stringifyResult: async (value) => JSON.stringify(value),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      rejectUnsupportedOperationTypes,
      costLimits,
      legacyStatusCodes,
      recordParsedOperation,
      ...plugins,
    ],
  });
}
