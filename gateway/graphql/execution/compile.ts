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
  answerField,
  type CompiledField,
  type Complete,
  ExecutionBailoutError,
  keeping,
  leaf,
  orNull,
  type Run,
} from './compiled-fields.ts';

/** Something that graphql-js has to look at: a directive, an abstract type, the schema's own fields. */
export class UnsupportedQueryError extends Error {}

/** Types whose objects are answered the same to all callers until the catalogue changes. */
const constantTypes: ReadonlySet<string> = new Set(['Product']);

const noArguments: Record<string, unknown> = {};

/** Finds the way of one operation through the schema. */
export class QueryCompiler {
  /** How many fields with arguments there are. */
  places = 0;
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Record<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, operation: OperationDefinitionNode) {
    const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#operation = operation;
    this.#fragments = Object.fromEntries(
      fragments.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
    );
    if (hasDirectives(operation)) throw new UnsupportedQueryError();
  }

  /** The way of an object's fields. @throws {UnsupportedQueryError} */
  object(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]) {
    if (type.isTypeOf !== undefined && type.isTypeOf !== null) throw new UnsupportedQueryError();
    const nodes = new Map<string, FieldNode[]>();
    for (const selections of selectionSets) this.#collect(type, selections, nodes);
    const fields = [...nodes].map(([key, same]) => this.#field(type, key, same));
    return (source: unknown, run: Run): Record<string, unknown> => {
      const data: Record<string, unknown> = {};
      for (const field of fields) answerField(field, source, run, data);
      return data;
    };
  }

  #collect(type: GraphQLObjectType, { selections }: SelectionSetNode, nodes: Map<string, FieldNode[]>): void {
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
      this.#collect(type, fragment.selectionSet, nodes);
    }
  }

  #field(parent: GraphQLObjectType, key: string, nodes: FieldNode[]): CompiledField {
    const [node] = nodes;
    const name = node?.name.value ?? '';
    if (node === undefined || (key.startsWith('__') && key !== '__typename'))
      throw new UnsupportedQueryError();
    const field = name === '__typename' ? TypeNameMetaFieldDef : parent.getFields()[name];
    // The fields of the schema itself stand in no type.
    if (field === undefined) throw new UnsupportedQueryError();
    if (name === '__typename') return this.#typeName(parent, key, field, nodes);
    // A resolver that wants to know where it stands is told so by graphql-js alone.
    if ((field.resolve?.length ?? 0) > 3) throw new UnsupportedQueryError();
    const selectionSets = nodes.flatMap(({ selectionSet }) =>
      selectionSet === undefined ? [] : [selectionSet],
    );
    return {
      key,
      name,
      resolve: field.resolve,
      argumentsOf: this.#argumentsOf(field, node),
      complete: this.#complete(field.type, selectionSets),
      info: this.#info(parent, field, key, nodes),
    };
  }

  #typeName(
    parent: GraphQLObjectType,
    key: string,
    field: GraphQLField<unknown, unknown>,
    nodes: FieldNode[],
  ): CompiledField {
    return {
      key,
      name: '__typename',
      resolve: () => parent.name,
      argumentsOf: () => noArguments,
      complete: (value) => value,
      info: this.#info(parent, field, key, nodes),
    };
  }

  #argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): CompiledField['argumentsOf'] {
    if (field.args.length === 0) return () => noArguments;
    const place = this.places;
    this.places += 1;
    return (run) => {
      const known = run.given[place] ?? getArgumentValues(field, node, run.variables);
      run.given[place] = known;
      return known;
    };
  }

  #complete(type: GraphQLOutputType, selectionSets: readonly SelectionSetNode[]): Complete {
    if (isNonNullType(type)) {
      const complete = this.#complete(type.ofType, selectionSets);
      return (value, run) => {
        const answer = complete(value, run);
        if (answer === null) throw new ExecutionBailoutError();
        return answer;
      };
    }
    if (isListType(type)) {
      const complete = this.#complete(type.ofType, selectionSets);
      return orNull((value, run) => {
        if (!Array.isArray(value)) throw new ExecutionBailoutError();
        return value.map((item: unknown) => {
          if (item instanceof Promise) throw new ExecutionBailoutError();
          return complete(item, run);
        });
      });
    }
    if (isLeafType(type)) return orNull(leaf(type));
    if (!isObjectType(type)) throw new UnsupportedQueryError();
    const object = this.object(type, selectionSets);
    const isKept = constantTypes.has(type.name) && !this.#isVarying(selectionSets);
    return orNull(isKept ? keeping(object) : object);
  }

  /** Whether what is selected depends on a variable somewhere. */
  #isVarying(selectionSets: readonly SelectionSetNode[]): boolean {
    let isVarying = false;
    const look = {
      Variable: () => {
        isVarying = true;
        return BREAK;
      },
      FragmentSpread: ({ name }: FragmentSpreadNode) => {
        const fragment = this.#fragments[name.value];
        if (fragment !== undefined) visit(fragment, look);
      },
    };
    for (const selectionSet of selectionSets) visit(selectionSet, look);
    return isVarying;
  }

  #info(
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
