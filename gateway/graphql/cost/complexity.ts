import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { defaultPageSize } from '../../catalogue/connection.ts';
import { fieldCost } from './field-cost.ts';
import {
  introspectionFields,
  introspectionObjectCount,
  introspectionObjectsPerPoint,
} from './introspection-cost.ts';
import type { ListSizeEstimates } from './list-size-estimates.ts';

/** How much an operation asks for. */
export interface OperationComplexity {
  depth: number;
  aliases: number;
  rootFields: number;
  /** About how many objects it may give, page sizes multiplied on the way down, and what else is work. */
  cost: number;
  /** The lists it asks for as a whole, as `Type.field`. */
  wholeLists: ReadonlySet<string>;
}

/** How long lists without a page size are taken to be whose length is not known. */
const listLength = 25;
/** So many names of a whole list are a point: they are in memory as they are. */
const namesPerPoint = 10;
/** The walk ends here: by then every limit is passed. Fragments that spread each other could go on for ever. */
const mostVisits = 20_000;

/**
 * Measures an operation with the variables it was sent with. The document must be valid.
 *
 * @param lengths of lists that come as a whole, where they are known.
 */
export function sizeOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  lengths: ListSizeEstimates,
): OperationComplexity {
  const walk = new Walk(schema, document, operation, variables, lengths);
  const root = schema.getRootType(operation.operation);
  if (root) walk.selections(operation.selectionSet, root, 1, { objects: 1, page: 1 });
  return { ...walk.size, cost: Math.ceil(walk.size.cost), wholeLists: walk.wholeLists };
}

/** How many objects the walk stands in, and the size of the page it came through. */
interface Position {
  objects: number;
  page: number;
}

class Walk {
  readonly size = { depth: 0, aliases: 0, rootFields: 0, cost: 0 };
  readonly wholeLists = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #lengths: ListSizeEstimates;
  readonly #defaults: Map<string, ValueNode>;
  #visits = 0;

  constructor(
    schema: GraphQLSchema,
    { definitions }: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
    lengths: ListSizeEstimates,
  ) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    this.#variables = variables;
    this.#lengths = lengths;
    this.#defaults = new Map(
      (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
        defaultValue === undefined ? [] : [[variable.name.value, defaultValue]],
      ),
    );
  }

  selections({ selections }: SelectionSetNode, parent: GraphQLNamedType, depth: number, at: Position): void {
    for (const selection of selections) {
      this.#visits += 1;
      if (this.#visits > mostVisits) {
        this.size.cost = Number.POSITIVE_INFINITY;
        return;
      }
      if (this.#isSkipped(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        this.#field(selection, parent, depth, at);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
      const name = fragment?.typeCondition?.name.value;
      const type = name === undefined ? parent : (this.#schema.getType(name) ?? parent);
      if (fragment !== undefined) this.selections(fragment.selectionSet, type, depth, at);
    }
  }

  #field(node: FieldNode, parent: GraphQLNamedType, depth: number, at: Position): void {
    if (node.alias !== undefined) this.size.aliases += 1;
    if (depth === 1) this.size.rootFields += 1;
    const name = node.name.value;
    if (introspectionFields.has(name) || isIntrospectionType(parent)) {
      this.#describing(node, parent, at);
      return;
    }
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined;
    if (field === undefined) return;
    this.size.depth = Math.max(this.size.depth, depth);
    if (node.selectionSet === undefined) return;
    const type = getNamedType(field.type);
    const asked = this.#lengthAsked(field, node, parent, at);
    const list = `${parent.name}.${name}`;
    if (asked === null) this.wholeLists.add(list);
    const whole = this.#lengths.get(list) ?? listLength;
    const points = asked ?? Math.max(listLength, whole / namesPerPoint);
    const objects = at.objects * (asked ?? whole);
    this.size.cost += at.objects * (points + fieldCost(this.#schema, parent, node));
    const page = type.name.endsWith('Connection') ? (this.#pageSize(node) ?? defaultPageSize) : 1;
    if (isCompositeType(type)) this.selections(node.selectionSet, type, depth + 1, { objects, page });
  }

  /** A field of the schema's own description. How deep these may nest is graphql-js' to say, which knows them. */
  #describing({ name, selectionSet }: FieldNode, parent: GraphQLNamedType, at: Position): void {
    const own = isObjectType(parent) ? parent.getFields()[name.value] : undefined;
    const field = own ?? introspectionFields.get(name.value);
    if (field === undefined || selectionSet === undefined) return;
    const isList = isListType(getNullableType(field.type));
    const length = isList ? introspectionObjectCount(this.#schema, `${parent.name}.${name.value}`) : 1;
    const objects = at.objects * length;
    this.size.cost += objects / introspectionObjectsPerPoint;
    this.selections(selectionSet, getNamedType(field.type), 2, { objects, page: 1 });
  }

  /** Whether `@skip` or `@include` leaves a selection out, whatever else is sent. */
  #isSkipped({ directives = [] }: SelectionNode): boolean {
    return directives.some(({ name, arguments: [condition] = [] }) => {
      const isMet = this.#boolean(condition?.value);
      return name.value === 'skip' ? isMet === true : name.value === 'include' && isMet === false;
    });
  }

  /** How many objects a field is asked for; null for all that there are. */
  #lengthAsked(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    parent: GraphQLNamedType,
    at: Position,
  ): number | null {
    if (!isListType(getNullableType(field.type))) return 1;
    if (parent.name.endsWith('Connection')) return at.page;
    const asked = this.#pageSize(node) ?? field.args.find(({ name }) => name === 'first')?.defaultValue;
    return typeof asked === 'number' ? asked : null;
  }

  /** The page size a field asks for; null when it asks for none, or for nonsense that its resolver refuses. */
  #pageSize({ arguments: given = [] }: FieldNode): number | null {
    const sizes = given
      .filter(({ name }) => name.value === 'first' || name.value === 'last')
      .map(({ value }) => this.#number(value))
      .filter((size) => size !== null);
    return sizes.length === 0 ? null : Math.max(...sizes, 1);
  }

  #number(value: ValueNode | undefined): number | null {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return null;
    const given = this.#variables[value.name.value];
    if (typeof given === 'number') return given;
    return given === undefined ? this.#number(this.#defaults.get(value.name.value)) : null;
  }

  /** A condition; null when it is nonsense that is refused before anything runs. */
  #boolean(value: ValueNode | undefined): boolean | null {
    if (value?.kind === Kind.BOOLEAN) return value.value;
    if (value?.kind !== Kind.VARIABLE) return null;
    const given = this.#variables[value.name.value];
    if (typeof given === 'boolean') return given;
    return given === undefined ? this.#boolean(this.#defaults.get(value.name.value)) : null;
  }
}
