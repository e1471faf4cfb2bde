import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { maxOperationCost } from '../../config.ts';
import { chargeOperation, quotaExceededError } from '../../quota/charge.ts';
import type { GatewayContext } from '../context.ts';
import { measureComplexity, type OperationComplexity } from './complexity.ts';
import {
  estimateListSizes,
  type ListSizeEstimates,
  readShopperListSizes,
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
 * Enforces the limits and charges the cost of each operation to its client's quota. Apollo Server
 * caches which documents are valid, so checks that depend on variables or on the caller cannot be
 * validation rules.
 */
export const costLimits: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request, contextValue }) {
        if (operation === undefined) return;
        const listSizes = estimateListSizes(contextValue.services.loader.index);
        const measure = (sizes: ListSizeEstimates) =>
          measureComplexity(schema, document, operation, request.variables ?? {}, sizes);
        const complexity = measure(listSizes);
        await chargeWithinLimits(contextValue, complexity);
        if (!shopperLists.some((list) => complexity.unslicedLists.includes(list))) return;
        // Reading the shopper's record is a REST call, so the operation is charged first.
        const shopperListSizes = await readShopperListSizes(contextValue);
        if (shopperListSizes.size > 0)
          await chargeWithinLimits(contextValue, measure(new Map([...listSizes, ...shopperListSizes])));
      },
    };
  },
};

/** Throws if the operation exceeds a limit; otherwise charges its cost, minus the points already charged. */
async function chargeWithinLimits(context: GatewayContext, complexity: OperationComplexity): Promise<void> {
  const { usage } = context;
  usage.operationCost = Math.max(usage.requestCost, usage.operationCost ?? 0, complexity.cost);
  const violation = findLimitViolation(complexity);
  if (violation !== null) {
    const [code, message] = violation;
    throw new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
  }
  const retryAfterSeconds = await chargeOperation(context);
  if (retryAfterSeconds !== null) throw quotaExceededError(retryAfterSeconds);
}

/** Error code and message of the first limit that the operation exceeds; null if it exceeds none. */
export function findLimitViolation({
  depth,
  aliases,
  rootFields,
  cost,
}: OperationComplexity): [code: string, message: string] | null {
  const { maxDepth, maxAliases, maxRootFields, maxCost } = operationLimits;
  if (depth > maxDepth) {
    return ['QUERY_TOO_DEEP', `The query is deeper than ${maxDepth} levels.`];
  }
  if (aliases > maxAliases) {
    return ['QUERY_TOO_WIDE', `The query has ${aliases} aliases: at most ${maxAliases} are allowed.`];
  }
  if (rootFields > maxRootFields) {
    return [
      'QUERY_TOO_WIDE',
      `The query has ${rootFields} root fields: at most ${maxRootFields} are allowed.`,
    ];
  }
  if (cost > maxCost) {
    return [
      'QUERY_TOO_COMPLEX',
      `The query costs ${cost} points: at most ${maxCost} are allowed. Request smaller pages.`,
    ];
  }
  return null;
}
