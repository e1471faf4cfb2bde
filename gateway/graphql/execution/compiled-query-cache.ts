import type { ApolloServerPlugin } from '@apollo/server';
import { getVariableValues } from 'graphql';
import { charge } from '../../quota/charge.ts';
import type { GatewayContext, ReadOperation } from '../context.ts';
import { sizeOf } from '../cost/complexity.ts';
import { refusalOf } from '../cost/limits.ts';
import type { ListSizeEstimates } from '../cost/list-size-estimates.ts';
import { shown } from '../plugins/telemetry.ts';
import { CompiledQuery } from './compiled-query.ts';
import { FragmentCache } from './fragment-cache.ts';

/** A query that was answered before. */
interface KnownQuery extends ReadOperation {
  prepared: CompiledQuery;
}

/** A query with its variables, which has passed all that can be said before it is run. */
export interface ExecutableQuery {
  /**
   * The data of its answer as JSON, once its budget has room for it. Null for whatever is not plainly right:
   * the whole way through Apollo Server then says what it is.
   */
  run(context: GatewayContext): Promise<string | null>;
}

/** How many queries are remembered, and how long one of them may be, in characters. */
const [mostQueries, longestQuery] = [500, 20_000];

/** Notes in the context which operation a request turned out to be. */
export const readOperations: ApolloServerPlugin<GatewayContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, contextValue }) {
        if (operation !== undefined) contextValue.answer.operation = { schema, document, operation };
      },
    };
  },
};

/**
 * Queries of visitors that were answered before: parsed, valid, and their way through the schema
 * found once, whatever their variables. Limits, budgets and telemetryPlugin are those of all operations.
 */
export class CompiledQueryCache {
  readonly #queries = new Map<string, KnownQuery>();
  #kept = new FragmentCache('', '');

  /** Learns a query by its text from an answer without errors. One that is not plain is left alone. */
  learn(text: string, { schema, document, operation }: ReadOperation): void {
    if (text.length > longestQuery || this.#queries.has(text)) return;
    // Of several operations in one document a name would have to choose.
    if (document.definitions.filter(({ kind }) => kind === 'OperationDefinition').length > 1) return;
    const prepared = CompiledQuery.of(schema, document, operation);
    if (prepared === null) return;
    const [oldest] = this.#queries.keys();
    if (this.#queries.size >= mostQueries && oldest !== undefined) this.#queries.delete(oldest);
    this.#queries.set(text, { schema, document, operation, prepared });
  }

  /**
   * A known query, ready to be run with its variables. Null for one that is not known by this name,
   * has a wrong variable, or asks for too much.
   *
   * @param lengths of lists that come as a whole.
   */
  ready(
    text: string,
    name: string | null,
    variables: Record<string, unknown>,
    lengths: ListSizeEstimates,
  ): ExecutableQuery | null {
    const known = this.#queries.get(text);
    if (known === undefined) return null;
    const { schema, document, operation, prepared } = known;
    const ownName = operation.name?.value ?? null;
    if (name !== null && name !== ownName) return null;
    const size = sizeOf(schema, document, operation, variables, lengths);
    if (refusalOf(size) !== null) return null;
    // One that is wrong is enough: Apollo Server then says of each what is wrong with it, up to a bound.
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
      maxErrors: 1,
    });
    if (coerced === undefined) return null;
    return {
      run: async (context) => {
        context.answer.kind = operation.operation;
        context.answer.name = shown(ownName);
        context.usage.cost = Math.max(context.usage.atDoor, size.cost);
        if ((await charge(context)) !== null) return null;
        return prepared.run(context, coerced, this.#keptFor(context));
      },
    };
  }

  /** One that runs on while the catalogue changes, or another origin is asked at, goes on with its own. */
  #keptFor({ services, origin }: GatewayContext): FragmentCache {
    const { version } = services.loader;
    if (!this.#kept.areOf(version, origin)) this.#kept = new FragmentCache(version, origin);
    return this.#kept;
  }
}
