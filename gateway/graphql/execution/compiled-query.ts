import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { QueryCompiler, UnsupportedQueryError } from './compile.ts';
import type { Run } from './compiled-fields.ts';
import { type FragmentCache, jsonOf } from './fragment-cache.ts';

/**
 * A query whose way through the schema was found once, for all its variables. It does what graphql-js
 * does for a plain query without errors, and nothing else.
 */
export class CompiledQuery {
  readonly #root: (source: unknown, run: Run) => Record<string, unknown>;
  readonly #places: number;

  /** Prepares an operation of a valid document; null for one that is not plain. */
  static of(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    const root = schema.getQueryType();
    if (operation.operation !== 'query' || root == null) return null;
    try {
      const preparation = new QueryCompiler(schema, document, operation);
      return new CompiledQuery(preparation.object(root, [operation.selectionSet]), preparation.places);
    } catch (error) {
      if (error instanceof UnsupportedQueryError) return null;
      throw error;
    }
  }

  private constructor(root: (source: unknown, run: Run) => Record<string, unknown>, places: number) {
    this.#root = root;
    this.#places = places;
  }

  /**
   * The data of the answer as JSON; null when there is any error in it. Resolvers of queries change
   * nothing, so graphql-js may then do all of it again, and say what is wrong.
   *
   * @param variables coerced by `getVariableValues`.
   * @param kept parts of answers made from the same catalogue for the same origin.
   */
  async run(
    context: unknown,
    variables: Record<string, unknown>,
    kept: FragmentCache,
  ): Promise<string | null> {
    const given = new Array<Record<string, unknown> | undefined>(this.#places);
    const run: Run = { context, variables, kept, isMixed: false, given, waiting: [] };
    try {
      const data = this.#root(undefined, run);
      while (run.waiting.length > 0) await Promise.all(run.waiting.splice(0));
      return run.isMixed ? jsonOf(data) : JSON.stringify(data);
    } catch {
      return null;
    }
  }
}
