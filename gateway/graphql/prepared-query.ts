import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  GraphQLBoolean,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
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
import { jsonOf, type KeptParts } from './kept-parts.ts';

/** One run of a prepared query. */
interface Run {
  context: unknown;
  kept: KeptParts;
  /** Whether kept parts stand in the answer. */
  isMixed: boolean;
  variables: Record<string, unknown>;
  /** Arguments by the place of their field, read once a run: they are the same for all items of a list. */
  given: (Record<string, unknown> | undefined)[];
  /** Parts of the answer that are still to come. */
  waiting: Promise<void>[];
}

/** Turns what a resolver gave into what is answered; throws for what is not plainly right. */
type Complete = (value: unknown, run: Run) => unknown;

interface PreparedField {
  key: string;
  name: string;
  resolve: GraphQLField<unknown, unknown>['resolve'];
  argumentsOf: (run: Run) => Record<string, unknown>;
  complete: Complete;
  info: GraphQLResolveInfo;
}

/** Something that graphql-js has to look at: a directive, an abstract type, the schema's own fields. */
class NotPlain extends Error {}

/** An answer with an error somewhere; graphql-js knows where it belongs. */
class NotRight extends Error {}

/** Types whose objects are answered the same to all callers until the catalogue changes. */
const constantTypes: ReadonlySet<string> = new Set(['Product']);

const noArguments: Record<string, unknown> = {};

/**
 * A query whose way through the schema was found once, for all its variables. It does what graphql-js
 * does for a plain query without errors, and nothing else.
 */
export class PreparedQuery {
  readonly #root: (source: unknown, run: Run) => Record<string, unknown>;
  readonly #places: number;

  /** Prepares an operation of a valid document; null for one that is not plain. */
  static of(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    const root = schema.getQueryType();
    if (operation.operation !== 'query' || root == null) return null;
    try {
      const preparation = new Preparation(schema, document, operation);
      return new PreparedQuery(preparation.object(root, [operation.selectionSet]), preparation.places);
    } catch (error) {
      if (error instanceof NotPlain) return null;
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
  async run(context: unknown, variables: Record<string, unknown>, kept: KeptParts): Promise<string | null> {
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

/** Finds the way of one operation through the schema. */
class Preparation {
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
    if (hasDirectives(operation)) throw new NotPlain();
  }

  object(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]) {
    if (type.isTypeOf !== undefined && type.isTypeOf !== null) throw new NotPlain();
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
      if (hasDirectives(selection)) throw new NotPlain();
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        nodes.set(key, [...(nodes.get(key) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments[selection.name.value] : selection;
      const condition = fragment?.typeCondition?.name.value ?? type.name;
      if (fragment === undefined || condition !== type.name || hasDirectives(fragment)) throw new NotPlain();
      this.#collect(type, fragment.selectionSet, nodes);
    }
  }

  #field(parent: GraphQLObjectType, key: string, nodes: FieldNode[]): PreparedField {
    const [node] = nodes;
    const name = node?.name.value ?? '';
    if (node === undefined || (key.startsWith('__') && key !== '__typename')) throw new NotPlain();
    const field = name === '__typename' ? TypeNameMetaFieldDef : parent.getFields()[name];
    // The fields of the schema itself stand in no type.
    if (field === undefined) throw new NotPlain();
    if (name === '__typename') return this.#typeName(parent, key, field, nodes);
    // A resolver that wants to know where it stands is told so by graphql-js alone.
    if ((field.resolve?.length ?? 0) > 3) throw new NotPlain();
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
  ): PreparedField {
    return {
      key,
      name: '__typename',
      resolve: () => parent.name,
      argumentsOf: () => noArguments,
      complete: (value) => value,
      info: this.#info(parent, field, key, nodes),
    };
  }

  #argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): PreparedField['argumentsOf'] {
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
        if (answer === null) throw new NotRight();
        return answer;
      };
    }
    if (isListType(type)) {
      const complete = this.#complete(type.ofType, selectionSets);
      return orNull((value, run) => {
        if (!Array.isArray(value)) throw new NotRight();
        return value.map((item: unknown) => {
          if (item instanceof Promise) throw new NotRight();
          return complete(item, run);
        });
      });
    }
    if (isLeafType(type)) return orNull(leaf(type));
    if (!isObjectType(type)) throw new NotPlain();
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

/** Answers an object as it was answered before, where no part of it is waited for. */
function keeping(object: (source: unknown, run: Run) => Record<string, unknown>): Complete {
  const place = {};
  return (source, run) => {
    const known = run.kept.get(place, source);
    run.isMixed = true;
    if (known !== undefined) return known;
    const waiting = run.waiting.length;
    const data = object(source, run);
    return run.waiting.length === waiting ? run.kept.keep(place, source, data) : data;
  };
}

function answerField(field: PreparedField, source: unknown, run: Run, data: Record<string, unknown>): void {
  const { key, resolve, complete } = field;
  const value =
    resolve === undefined
      ? propertyOf(source, field, run)
      : resolve(source, field.argumentsOf(run), run.context, field.info);
  if (!(value instanceof Promise)) {
    data[key] = complete(value, run);
    return;
  }
  // Set now, so that the fields stand in the order they were asked for.
  data[key] = null;
  const part = value.then((later: unknown) => {
    data[key] = complete(later, run);
  });
  // Of several that fail only the first is waited for.
  part.catch(() => {});
  run.waiting.push(part);
}

/** Scalars whose values stay as they are when they are of this kind already. */
const ownKind: ReadonlyMap<GraphQLLeafType, string> = new Map<GraphQLLeafType, string>([
  [GraphQLString, 'string'],
  [GraphQLID, 'string'],
  [GraphQLBoolean, 'boolean'],
]);

function leaf(type: GraphQLLeafType): Complete {
  const kind = ownKind.get(type);
  return (value) => {
    if (typeof value === kind) return value;
    const answer = type.serialize(value);
    if (answer === undefined || answer === null) throw new NotRight();
    return answer;
  };
}

/** As graphql-js reads a field without a resolver. */
function propertyOf(source: unknown, { name, argumentsOf, info }: PreparedField, run: Run): unknown {
  if (!isRecord(source)) return undefined;
  const property = source[name];
  return typeof property === 'function'
    ? property.call(source, argumentsOf(run), run.context, info)
    : property;
}

function orNull(complete: Complete): Complete {
  return (value, run) => (value === null || value === undefined ? null : complete(value, run));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hasDirectives({ directives }: { readonly directives?: readonly unknown[] | undefined }): boolean {
  return directives !== undefined && directives.length > 0;
}
