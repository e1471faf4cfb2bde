import { readFileSync } from 'node:fs';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { resolvers } from '../resolvers/resolvers.ts';
import type { GatewayContext } from './context.ts';
import { maskError } from './errors.ts';
import { knownOperations } from './known-operations.ts';
import { readOperations } from './known-queries.ts';
import { limits } from './limits.ts';
import { operationLimits } from './operation-limits.ts';
import { plainJsonStatus } from './plain-json-status.ts';

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
    parseOptions: { maxTokens: operationLimits.tokens },
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
      knownOperations,
      limits,
      plainJsonStatus,
      readOperations,
      ...plugins,
    ],
  });
}
