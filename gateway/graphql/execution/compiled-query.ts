import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { QueryCompiler, UnsupportedQueryError } from './compile.ts';
import type { ExecutionState } from './compiled-fields.ts';
import { type FragmentCache, stringify } from './fragment-cache.ts';

/**
 * A query whose fields have been resolved against the schema once, for all values of its variables.
 * It behaves like graphql-js for queries without directives, abstract types or errors, and leaves
 * everything else to graphql-js.
 */
export class CompiledQuery {
  readonly #executeRoot: (source: unknown, state: ExecutionState) => Record<string, unknown>;
  readonly #argumentSlots: number;

  /** Compiles an operation of a valid document; null if it uses an unsupported feature. */
  static compile(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
  ): CompiledQuery | null {
    const root = schema.getQueryType();
    if (operation.operation !== 'query' || root == null) return null;
    try {
      const compiler = new QueryCompiler(schema, document, operation);
      return new CompiledQuery(
        compiler.compileObject(root, [operation.selectionSet]),
        compiler.argumentSlots,
      );
    } catch (error) {
      if (error instanceof UnsupportedQueryError) return null;
      throw error;
    }
  }

  private constructor(
    executeRoot: (source: unknown, state: ExecutionState) => Record<string, unknown>,
    argumentSlots: number,
  ) {
    this.#executeRoot = executeRoot;
    this.#argumentSlots = argumentSlots;
  }

  /**
   * Returns the `data` of the response as JSON, or null if there is any error. Queries have no side
   * effects, so graphql-js can then execute the operation again and report the errors.
   *
   * @param variables coerced by `getVariableValues`.
   * @param fragments cached for the current version of the catalogue and the caller's origin.
   */
  async execute(
    context: unknown,
    variables: Record<string, unknown>,
    fragments: FragmentCache,
  ): Promise<string | null> {
    const argumentCache = new Array<Record<string, unknown> | undefined>(this.#argumentSlots);
    const state: ExecutionState = {
      context,
      variables,
      fragments,
      containsRawJson: false,
      argumentCache,
      pending: [],
    };
    try {
      const data = this.#executeRoot(undefined, state);
      while (state.pending.length > 0) await Promise.all(state.pending.splice(0));
      return state.containsRawJson ? stringify(data) : JSON.stringify(data);
    } catch {
      return null;
    }
  }
}
