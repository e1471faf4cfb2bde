import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { maxOperationCost } from '../../config.ts';
import { charge, quotaExceededError } from '../../quota/charge.ts';
import type { GatewayContext } from '../context.ts';
import { type OperationComplexity, sizeOf } from './complexity.ts';
import {
  type ListSizeEstimates,
  listSizeEstimates,
  shopperListLengths,
  shopperLists,
} from './list-size-estimates.ts';

/** Limits of one operation. */
export const operationLimits = {
  /** Lexical tokens of the document. Parsing stops there. */
  maxTokens: 4_000,
  maxDepth: 12,
  maxAliases: 30,
  maxRootFields: 20,
  /** Points; see `measureComplexity`. */
  maxCost: maxOperationCost,
} as const;

/**
 * Refuses operations that ask for too much, and takes what the others cost from their client's
 * budget. Apollo Server remembers which documents are valid, so what depends on variables and on who
 * asks is checked here, for each request.
 */
export const limits: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request, contextValue }) {
        if (operation === undefined) return;
        const lengths = listSizeEstimates(contextValue.services.loader.index);
        const measure = (known: ListSizeEstimates) =>
          sizeOf(schema, document, operation, request.variables ?? {}, known);
        const size = measure(lengths);
        await admitOperation(contextValue, size);
        if (!shopperLists.some((list) => size.wholeLists.has(list))) return;
        // How much these hold is known only now that the client may ask for them at all.
        const ofShopper = await shopperListLengths(contextValue);
        if (ofShopper.size > 0)
          await admitOperation(contextValue, measure(new Map([...lengths, ...ofShopper])));
      },
    };
  },
};

/** Refuses an operation that asks for too much, and takes what it costs beyond what was taken before. */
async function admitOperation(context: GatewayContext, size: OperationComplexity): Promise<void> {
  context.usage.cost = Math.max(context.usage.atDoor, context.usage.cost ?? 0, size.cost);
  const refusal = refusalOf(size);
  if (refusal !== null) {
    const [code, message] = refusal;
    throw new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
  }
  const wait = await charge(context);
  if (wait !== null) throw quotaExceededError(wait);
}

/** Why an operation asks for too much, as code and message; null for one that does not. */
export function refusalOf({
  depth,
  aliases,
  rootFields,
  cost,
}: OperationComplexity): [code: string, message: string] | null {
  if (depth > operationLimits.maxDepth) {
    return ['QUERY_TOO_DEEP', `The query is deeper than ${operationLimits.maxDepth} levels.`];
  }
  if (aliases > operationLimits.maxAliases) {
    return [
      'QUERY_TOO_WIDE',
      `The query has ${aliases} aliases: at most ${operationLimits.maxAliases} are allowed.`,
    ];
  }
  if (rootFields > operationLimits.maxRootFields) {
    return [
      'QUERY_TOO_WIDE',
      `The query has ${rootFields} root fields: at most ${operationLimits.maxRootFields} are allowed.`,
    ];
  }
  if (cost > operationLimits.maxCost) {
    return [
      'QUERY_TOO_COMPLEX',
      `The query costs ${cost} points: at most ${operationLimits.maxCost} are allowed. Ask for smaller pages.`,
    ];
  }
  return null;
}
