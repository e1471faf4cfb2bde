import type { ApolloServerPlugin } from '@apollo/server';
import { getVariableValues } from 'graphql';
import { chargeOperation } from '../../quota/charge.ts';
import type { GatewayContext, ParsedOperation } from '../context.ts';
import { measureComplexity } from '../cost/complexity.ts';
import { findLimitViolation } from '../cost/limits.ts';
import type { ListSizeEstimates } from '../cost/list-size-estimates.ts';
import { truncateName } from '../plugins/telemetry.ts';
import { CompiledQuery } from './compiled-query.ts';
import { FragmentCache } from './fragment-cache.ts';

interface CacheEntry extends ParsedOperation {
  compiled: CompiledQuery;
}

/** A compiled query with its variables. It has passed all checks except that of the quota. */
export interface ExecutableQuery {
  /**
   * Charges and executes the query. Returns the `data` of the response as JSON, or null if the quota
   * does not cover it or there is any error: Apollo Server then processes the request and reports it.
   */
  execute(context: GatewayContext): Promise<string | null>;
}

const maxQueries = 500;
const maxQueryCharacters = 20_000;

/** Stores the operation of each request in its context once it has been parsed and validated. */
export const recordParsedOperation: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, contextValue }) {
        if (operation !== undefined) contextValue.outcome.parsed = { schema, document, operation };
      },
    };
  },
};

/**
 * Compiled queries by their text. Each has been parsed, validated and executed successfully by Apollo
 * Server once. Limits, quotas and telemetry apply to them as to all operations.
 */
export class CompiledQueryCache {
  readonly #entries = new Map<string, CacheEntry>();
  #fragments = new FragmentCache('', '');

  /** Adds a query that was executed without errors, if it can be compiled. */
  add(text: string, { schema, document, operation }: ParsedOperation): void {
    if (text.length > maxQueryCharacters || this.#entries.has(text)) return;
    // In a document with several operations, the request selects one by name.
    if (document.definitions.filter(({ kind }) => kind === 'OperationDefinition').length > 1) return;
    const compiled = CompiledQuery.compile(schema, document, operation);
    if (compiled === null) return;
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= maxQueries && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(text, { schema, document, operation, compiled });
  }

  /**
   * Prepares a cached query for execution. Returns null if the query is not cached, has a different
   * name or invalid variables, or exceeds a limit.
   */
  prepare(
    text: string,
    operationName: string | null,
    variables: Record<string, unknown>,
    listSizes: ListSizeEstimates,
  ): ExecutableQuery | null {
    const entry = this.#entries.get(text);
    if (entry === undefined) return null;
    const { schema, document, operation, compiled } = entry;
    const name = operation.name?.value ?? null;
    if (operationName !== null && operationName !== name) return null;
    const complexity = measureComplexity(schema, document, operation, variables, listSizes);
    if (findLimitViolation(complexity) !== null) return null;
    // One error is enough to give up. Apollo Server then lists all of them, up to its own limit.
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
      maxErrors: 1,
    });
    if (coerced === undefined) return null;
    return {
      execute: async (context) => {
        context.outcome.type = operation.operation;
        context.outcome.name = truncateName(name);
        context.usage.operationCost = Math.max(context.usage.requestCost, complexity.cost);
        if ((await chargeOperation(context)) !== null) return null;
        return compiled.execute(context, coerced, this.#getFragments(context));
      },
    };
  }

  /**
   * Returns the fragment cache, which is replaced when the catalogue or the origin changes. Running
   * queries continue with the old one.
   */
  #getFragments({ services, origin }: GatewayContext): FragmentCache {
    const { version } = services.loader;
    if (!this.#fragments.matches(version, origin)) this.#fragments = new FragmentCache(version, origin);
    return this.#fragments;
  }
}
