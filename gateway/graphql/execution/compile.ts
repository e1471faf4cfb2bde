import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import {
  type CompiledField,
  type CompleteValue,
  completeLeaf,
  ExecutionBailoutError,
  type ExecutionState,
  executeField,
  memoize,
  nullable,
} from './compiled-fields.ts';

/** The query uses a feature that only graphql-js supports: directives, abstract types or introspection. */
export class UnsupportedQueryError extends Error {}

/**
 * Types whose fields have the same value for all callers until the catalogue changes. Objects of these
 * types are served from the fragment cache.
 */
const constantTypes: ReadonlySet<string> = new Set(['Product']);

const noArguments: Record<string, unknown> = {};

/** Compiles the fields of one operation against the schema. */
export class QueryCompiler {
  /** Number of fields with arguments; each has a slot in the argument cache. */
  argumentSlots = 0;
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Record<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, operation: OperationDefinitionNode) {
    const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#operation = operation;
    this.#fragments = Object.fromEntries(
      fragments.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
    );
    if (hasDirectives(operation)) throw new UnsupportedQueryError();
  }

  /** Returns a function that executes the selected fields of an object. @throws {UnsupportedQueryError} */
  compileObject(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]) {
    if (type.isTypeOf !== undefined && type.isTypeOf !== null) throw new UnsupportedQueryError();
    const nodes = new Map<string, FieldNode[]>();
    for (const selections of selectionSets) this.#collectFields(type, selections, nodes);
    const fields = [...nodes].map(([key, fieldNodes]) => this.#compileField(type, key, fieldNodes));
    return (source: unknown, state: ExecutionState): Record<string, unknown> => {
      const data: Record<string, unknown> = {};
      for (const field of fields) executeField(field, source, state, data);
      return data;
    };
  }

  /** Adds the selected fields to `nodes` by response key, with fragments expanded. */
  #collectFields(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    nodes: Map<string, FieldNode[]>,
  ): void {
    for (const selection of selections) {
      if (hasDirectives(selection)) throw new UnsupportedQueryError();
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        nodes.set(key, [...(nodes.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments[selection.name.value] : selection;
      const condition = fragment?.typeCondition?.name.value ?? type.name;
      if (fragment === undefined || condition !== type.name || hasDirectives(fragment))
        throw new UnsupportedQueryError();
      this.#collectFields(type, fragment.selectionSet, nodes);
    }
  }

  #compileField(parent: GraphQLObjectType, key: string, nodes: FieldNode[]): CompiledField {
    const [node] = nodes;
    const name = node?.name.value ?? '';
    if (node === undefined || (key.startsWith('__') && key !== '__typename'))
      throw new UnsupportedQueryError();
    const field = name === '__typename' ? TypeNameMetaFieldDef : parent.getFields()[name];
    // `__schema` and `__type` are not among the fields of any type.
    if (field === undefined) throw new UnsupportedQueryError();
    if (name === '__typename') return this.#compileTypeName(parent, key, field, nodes);
    // The compiled `info` argument is incomplete, so resolvers that declare it are left to graphql-js.
    if ((field.resolve?.length ?? 0) > 3) throw new UnsupportedQueryError();
    const selectionSets = nodes.flatMap(({ selectionSet }) =>
      selectionSet === undefined ? [] : [selectionSet],
    );
    return {
      key,
      name,
      resolve: field.resolve,
      readArguments: this.#compileArguments(field, node),
      complete: this.#compileCompletion(field.type, selectionSets),
      info: this.#createInfo(parent, field, key, nodes),
    };
  }

  #compileTypeName(
    parent: GraphQLObjectType,
    key: string,
    field: GraphQLField<unknown, unknown>,
    nodes: FieldNode[],
  ): CompiledField {
    return {
      key,
      name: '__typename',
      resolve: () => parent.name,
      readArguments: () => noArguments,
      complete: (value) => value,
      info: this.#createInfo(parent, field, key, nodes),
    };
  }

  #compileArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): CompiledField['readArguments'] {
    if (field.args.length === 0) return () => noArguments;
    const slot = this.argumentSlots;
    this.argumentSlots += 1;
    return ({ argumentCache, variables }) => {
      const values = argumentCache[slot] ?? getArgumentValues(field, node, variables);
      argumentCache[slot] = values;
      return values;
    };
  }

  #compileCompletion(type: GraphQLOutputType, selectionSets: readonly SelectionSetNode[]): CompleteValue {
    if (isNonNullType(type)) {
      const complete = this.#compileCompletion(type.ofType, selectionSets);
      return (value, state) => {
        const completed = complete(value, state);
        if (completed === null) throw new ExecutionBailoutError();
        return completed;
      };
    }
    if (isListType(type)) {
      const complete = this.#compileCompletion(type.ofType, selectionSets);
      return nullable((value, state) => {
        if (!Array.isArray(value)) throw new ExecutionBailoutError();
        return value.map((item: unknown) => {
          if (item instanceof Promise) throw new ExecutionBailoutError();
          return complete(item, state);
        });
      });
    }
    if (isLeafType(type)) return nullable(completeLeaf(type));
    if (!isObjectType(type)) throw new UnsupportedQueryError();
    const completeObject = this.compileObject(type, selectionSets);
    const isConstant = constantTypes.has(type.name) && !this.#usesVariables(selectionSets);
    return nullable(isConstant ? memoize(completeObject) : completeObject);
  }

  /** Whether the selections contain a variable, directly or in a fragment. */
  #usesVariables(selectionSets: readonly SelectionSetNode[]): boolean {
    let usesVariables = false;
    const visitor = {
      Variable: () => {
        usesVariables = true;
        return BREAK;
      },
      FragmentSpread: ({ name }: FragmentSpreadNode) => {
        const fragment = this.#fragments[name.value];
        if (fragment !== undefined) visit(fragment, visitor);
      },
    };
    for (const selectionSet of selectionSets) visit(selectionSet, visitor);
    return usesVariables;
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

function hasDirectives({ directives }: { readonly directives?: readonly unknown[] | undefined }): boolean {
  return directives !== undefined && directives.length > 0;
}
