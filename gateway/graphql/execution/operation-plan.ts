import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { GatewayContext } from '../context.ts';
import { type CompiledComplexity, compileComplexity } from '../cost/complexity.ts';
import { operationLimits } from '../cost/limits.ts';
import {
  type CompiledQuery,
  compileQuery,
  findDirectiveVariables,
  UnsupportedQueryError,
} from './compile.ts';
import type { ObjectCache } from './object-cache.ts';

/** The `data` and `errors` of an execution. */
export interface PlanResult extends ExecutionResult<Record<string, unknown>> {
  /** Whether a compiled query produced the result. Its data may contain objects that are already serialized as JSON. */
  isCompiled: boolean;
}

/**
 * Maximum number of variables in `@skip` and `@include`, since each combination of their values is compiled separately.
 * graphql-js executes queries with more.
 */
const maxDirectiveVariables = 3;

/** Measured averages of the memory per selection, for the complexity and for each compiled query. */
const complexityBytesPerSelection = 200;
const queryBytesPerSelection = 1_000;

/**
 * An operation that has been parsed and validated once. The computation of its complexity is compiled once. If it is a
 * query that can be compiled, so is its execution.
 */
export class OperationPlan {
  readonly name: string | null;
  readonly type: string;
  readonly complexity: CompiledComplexity;
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #operation: OperationDefinitionNode;
  readonly #directiveVariables: readonly string[];
  /** Compiled queries by the values of these variables; null if the query cannot be compiled. */
  readonly #compiled = new Map<string, CompiledQuery | null>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.name = operation.name?.value ?? null;
    this.type = operation.operation;
    this.complexity = compileComplexity(schema, document, operation);
    this.#schema = schema;
    this.#document = document;
    this.#operation = operation;
    this.#directiveVariables = findDirectiveVariables(document);
  }

  /** Estimates the memory of the operation once it is compiled for all values of its directives' variables. */
  estimateCompiledBytes(): number {
    const queryCount = 2 ** Math.min(this.#directiveVariables.length, maxDirectiveVariables);
    return (
      this.complexity.selectionCount * (complexityBytesPerSelection + queryCount * queryBytesPerSelection)
    );
  }

  /** Coerces the variables of a request. */
  coerce(variables: Readonly<Record<string, unknown>>) {
    return getVariableValues(this.#schema, this.#operation.variableDefinitions ?? [], variables, {
      maxErrors: operationLimits.maxErrors,
    });
  }

  /**
   * Executes the operation.
   *
   * @param variables as sent by the client.
   * @param coerced the result of `coerce`.
   * @param objectCache see `ObjectCache`; null if the caller needs plain objects.
   */
  async execute(
    context: GatewayContext,
    variables: Readonly<Record<string, unknown>>,
    coerced: Record<string, unknown>,
    objectCache: ObjectCache | null,
  ): Promise<PlanResult> {
    const compiled = this.#compile(coerced);
    const data = compiled === null ? null : await executeCompiled(compiled, context, coerced, objectCache);
    if (data !== null) return { data, isCompiled: true };
    const result = await execute({
      schema: this.#schema,
      document: this.#document,
      contextValue: context,
      variableValues: variables,
      operationName: this.name,
    });
    return { ...result, isCompiled: false };
  }

  #compile(variables: Record<string, unknown>): CompiledQuery | null {
    if (this.type !== 'query' || this.#directiveVariables.length > maxDirectiveVariables) return null;
    const key = this.#directiveVariables.map((name) => String(variables[name])).join();
    const cached = this.#compiled.get(key);
    if (cached !== undefined) return cached;
    const compiled = this.#tryCompile(variables);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #tryCompile(variables: Record<string, unknown>): CompiledQuery | null {
    try {
      return compileQuery(this.#schema, this.#document, this.#operation, variables);
    } catch (error) {
      if (error instanceof UnsupportedQueryError) return null;
      throw error;
    }
  }
}

/**
 * Returns the `data` of the response, or null if there is any error. Queries have no side effects, so
 * graphql-js can then execute the operation again and report the errors with their paths.
 */
async function executeCompiled(
  { executeRoot, argumentSlotCount }: CompiledQuery,
  context: GatewayContext,
  variables: Record<string, unknown>,
  objectCache: ObjectCache | null,
): Promise<Record<string, unknown> | null> {
  const argumentCache = new Array<Record<string, unknown> | undefined>(argumentSlotCount);
  const state = { context, variables, objectCache, argumentCache, pending: [] };
  try {
    const data = executeRoot(undefined, state);
    while (state.pending.length > 0) await Promise.all(state.pending.splice(0));
    return data;
  } catch {
    return null;
  }
}
