import {
  type ASTNode,
  BREAK,
  type DirectiveNode,
  type DocumentNode,
  defaultTypeResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  type InlineFragmentNode,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import {
  allowNull,
  type CompiledField,
  type CompleteValue,
  createLeafCompletion,
  ExecutionBailoutError,
  type ExecutionState,
  executeField,
  isRecord,
  memoize,
} from './compiled-fields.ts';

/** The operation is not a query, or it uses a feature that only graphql-js supports, such as introspection. */
export class UnsupportedQueryError extends Error {}

/** Executes the selected fields of an object. */
export type ExecuteObject = (source: unknown, state: ExecutionState) => Record<string, unknown>;

/**
 * Types whose fields have the same value for all clients until the catalogue or the object's stock changes, apart from
 * the origin of URLs. Objects of these types are served from the object cache, unless their selection contains a
 * variable. Fields that show the stock of other products, such as editions, are asynchronous, so `memoize` does not
 * cache them.
 */
export const constantTypes: ReadonlySet<string> = new Set(['Product']);

/** Fields that show the stock of a product. */
const stockFields: ReadonlySet<string> = new Set([
  'Product.available',
  'Product.remainingQuantity',
  'Product.status',
  'Product.statusText',
]);

const noArguments: Record<string, unknown> = {};

/**
 * A query whose fields have been looked up in the schema. It can execute all requests whose variables in `@skip` and
 * `@include` have the values for which it was compiled.
 */
export interface CompiledQuery {
  executeRoot: ExecuteObject;
  /** Number of fields whose arguments contain a variable; each has a slot in the argument cache. */
  argumentSlotCount: number;
}

/**
 * Compiles a query of a valid document.
 *
 * @param variables the coerced variables. Selections that `@skip` or `@include` excludes for these values are left out.
 * @throws {UnsupportedQueryError}
 */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): CompiledQuery {
  const root = schema.getQueryType();
  if (operation.operation !== 'query' || root == null) throw new UnsupportedQueryError();
  const compiler = new QueryCompiler(schema, document, operation, variables);
  const executeRoot = compiler.compileObject(root, [operation.selectionSet]);
  return { executeRoot, argumentSlotCount: compiler.argumentSlotCount };
}

/** Names of the variables that decide which selections `@skip` and `@include` exclude. */
export function findDirectiveVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: [condition] = [] }) {
      if (condition?.value.kind === Kind.VARIABLE) names.add(condition.value.name.value);
    },
  });
  return [...names];
}

class QueryCompiler {
  argumentSlotCount = 0;
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Record<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;

  constructor(
    schema: GraphQLSchema,
    { definitions }: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#variables = variables;
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#fragments = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  compileObject(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ExecuteObject {
    if (type.isTypeOf !== undefined && type.isTypeOf !== null) throw new UnsupportedQueryError();
    const fields = [...this.#collectFields(type, selectionSets)].map(([key, nodes]) =>
      this.#compileField(type, key, nodes),
    );
    return (source, state) => {
      const data: Record<string, unknown> = {};
      for (const field of fields) executeField(field, source, state, data);
      return data;
    };
  }

  /** The selected fields by response key, with fragments expanded. */
  #collectFields(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    nodes = new Map<string, FieldNode[]>(),
    visited = new Set<FragmentDefinitionNode | InlineFragmentNode>(),
  ): Map<string, FieldNode[]> {
    for (const selection of selectionSets.flatMap(({ selections }) => selections)) {
      if (!this.#isIncluded(selection.directives)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const fieldNodes = nodes.get(key) ?? [];
        fieldNodes.push(selection);
        nodes.set(key, fieldNodes);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments[selection.name.value] : selection;
      // Without the check of visited fragments, nested ones could double the fields on every level.
      if (fragment === undefined || visited.has(fragment) || !this.#applies(fragment, type)) continue;
      visited.add(fragment);
      this.#collectFields(type, [fragment.selectionSet], nodes, visited);
    }
    return nodes;
  }

  #isIncluded(directives: readonly DirectiveNode[] = []): boolean {
    // Evaluates all directives, even after one that excludes the selection, to detect a null variable in any of them.
    const conditions = directives.map(({ name, arguments: [condition] = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') throw new UnsupportedQueryError();
      const value: unknown = condition && valueFromASTUntyped(condition.value, this.#variables);
      // A variable with a default may be null. Whether that is an error is left to graphql-js.
      if (typeof value !== 'boolean') throw new UnsupportedQueryError();
      return value === (name.value === 'include');
    });
    return conditions.every((isMet) => isMet);
  }

  /** Whether a fragment applies to objects of this type. */
  #applies({ typeCondition }: FragmentDefinitionNode | InlineFragmentNode, type: GraphQLObjectType): boolean {
    const condition = typeCondition?.name.value;
    if (condition === undefined || condition === type.name) return true;
    const conditionType = this.#schema.getType(condition);
    return isAbstractType(conditionType) && this.#schema.isSubType(conditionType, type);
  }

  #compileField(parent: GraphQLObjectType, key: string, nodes: FieldNode[]): CompiledField {
    const [node] = nodes;
    const name = node?.name.value ?? '';
    // Assigning `__proto__` to an object would set its prototype. graphql-js uses objects without a prototype, which are
    // slower.
    if (key === '__proto__') throw new UnsupportedQueryError();
    const field = name === '__typename' ? TypeNameMetaFieldDef : parent.getFields()[name];
    // `__schema` and `__type` are not among the fields of any type.
    if (node === undefined || field === undefined) throw new UnsupportedQueryError();
    // The compiled `info` argument is incomplete, so resolvers that declare it are left to graphql-js. The
    // resolver of `__typename` reads only the parent type.
    if (field !== TypeNameMetaFieldDef && (field.resolve?.length ?? 0) > 3) throw new UnsupportedQueryError();
    const selectionSets = nodes.flatMap(({ selectionSet }) =>
      selectionSet === undefined ? [] : [selectionSet],
    );
    const info = this.#createInfo(parent, field, key, nodes);
    return {
      key,
      name,
      resolve: field.resolve,
      readArguments: this.#compileArguments(field, node),
      complete: this.#compileCompletion(field.type, selectionSets, info),
      info,
    };
  }

  #compileArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): CompiledField['readArguments'] {
    if (field.args.length === 0) return () => noArguments;
    if (!this.#containsVariable(node.arguments ?? [])) {
      let constant: Record<string, unknown> | undefined;
      return () => {
        constant ??= getArgumentValues(field, node);
        return constant;
      };
    }
    const slot = this.argumentSlotCount;
    this.argumentSlotCount += 1;
    return ({ argumentCache, variables }) => {
      const values = argumentCache[slot] ?? getArgumentValues(field, node, variables);
      argumentCache[slot] = values;
      return values;
    };
  }

  #compileCompletion(
    type: GraphQLOutputType,
    selectionSets: readonly SelectionSetNode[],
    info: GraphQLResolveInfo,
  ): CompleteValue {
    if (isNonNullType(type)) {
      const complete = this.#compileCompletion(type.ofType, selectionSets, info);
      return (value, state) => {
        const completed = complete(value, state);
        if (completed === null) throw new ExecutionBailoutError();
        return completed;
      };
    }
    if (isListType(type)) {
      const complete = this.#compileCompletion(type.ofType, selectionSets, info);
      return allowNull((value, state) => {
        if (!Array.isArray(value)) throw new ExecutionBailoutError();
        return value.map((item: unknown) => {
          if (item instanceof Promise) throw new ExecutionBailoutError();
          return complete(item, state);
        });
      });
    }
    if (isLeafType(type)) return allowNull(createLeafCompletion(type));
    if (isObjectType(type)) return allowNull(this.#compileObjectCompletion(type, selectionSets));
    return allowNull(this.#compileAbstractCompletion(type, selectionSets, info));
  }

  #compileObjectCompletion(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
  ): CompleteValue {
    const executeFields = this.compileObject(type, selectionSets);
    const isConstant = constantTypes.has(type.name) && !this.#containsVariable(selectionSets);
    const complete = isConstant ? memoize(executeFields) : executeFields;
    const showsStock = [...this.#collectFields(type, selectionSets).values()].some(([node]) =>
      stockFields.has(`${type.name}.${node?.name.value}`),
    );
    if (!showsStock) return complete;
    return (source, state) => {
      if (isRecord(source)) state.context.stockShown.productIds.add(String(source.id));
      return complete(source, state);
    };
  }

  #compileAbstractCompletion(
    type: GraphQLAbstractType,
    selectionSets: readonly SelectionSetNode[],
    info: GraphQLResolveInfo,
  ): CompleteValue {
    const completions = new Map(
      this.#schema
        .getPossibleTypes(type)
        .map((possible) => [possible.name, this.#compileObjectCompletion(possible, selectionSets)]),
    );
    const resolveType = type.resolveType ?? defaultTypeResolver;
    return (value, state) => {
      const name: unknown = resolveType(value, state.context, info, type);
      const complete = typeof name === 'string' ? completions.get(name) : undefined;
      if (complete === undefined) throw new ExecutionBailoutError();
      return complete(value, state);
    };
  }

  /** Whether the nodes contain a variable, directly or in a fragment. */
  #containsVariable(nodes: readonly ASTNode[]): boolean {
    let isFound = false;
    const visited = new Set<FragmentDefinitionNode>();
    const visitor = {
      Variable: () => {
        isFound = true;
        return BREAK;
      },
      FragmentSpread: ({ name }: FragmentSpreadNode) => {
        const fragment = this.#fragments[name.value];
        // Without the check of visited fragments, nested ones could double the work on every level.
        if (fragment === undefined || visited.has(fragment)) return;
        visited.add(fragment);
        visit(fragment, visitor);
      },
    };
    for (const node of nodes) visit(node, visitor);
    return isFound;
  }

  #createInfo(
    parentType: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    key: string,
    fieldNodes: FieldNode[],
  ): GraphQLResolveInfo {
    return {
      fieldName: field.name,
      fieldNodes,
      returnType: field.type,
      parentType,
      path: { prev: undefined, key, typename: parentType.name },
      schema: this.#schema,
      fragments: this.#fragments,
      rootValue: undefined,
      operation: this.#operation,
      variableValues: {},
    };
  }
}
