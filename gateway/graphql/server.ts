import { readFileSync } from 'node:fs';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GatewayContext } from './context.ts';
import { limits, operationLimits } from './cost/limits.ts';
import { maskError } from './errors.ts';
import { readOperations } from './execution/compiled-query-cache.ts';
import { legacyStatusCodes } from './plugins/legacy-status-codes.ts';
import { operationTypes } from './plugins/operation-type.ts';
import { resolvers } from './resolvers/resolvers.ts';

/** The contract: `schema.graphql` beside the gateway's folder. */
export const schemaText = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** Apollo Server over the schema; reports to nobody and loads nothing from elsewhere. */
export function createGraphQLServer(
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
    // Apollo's own way prints JSON with indentation and sorts keys, which costs time and bytes.
    stringifyResult: async (value) => JSON.stringify(value),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      operationTypes,
      limits,
      legacyStatusCodes,
      readOperations,
      ...plugins,
    ],
  });
}
