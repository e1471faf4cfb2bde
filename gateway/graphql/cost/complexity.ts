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
import {
  fieldCost,
  introspectionFields,
  introspectionListSize,
  introspectionObjectsPerPoint,
} from './field-cost.ts';
import type { ListSizeEstimates } from './list-size-estimates.ts';

/** The measured size of an operation. */
export interface OperationComplexity {
  depth: number;
  aliases: number;
  rootFields: number;
  /** Points: the objects that the operation may return, nested page sizes multiplied, plus the work of its fields. */
  cost: number;
  /** The lists that it requests whole, as `Type.field`. */
  unpagedLists: ReadonlySet<string>;
}

/** Assumed length of an unpaged list whose length is unknown. */
const defaultListSize = 25;
/** Objects of an unpaged list per point. Names of collections are already in memory. */
const listObjectsPerPoint = 10;
/** The traversal stops here, because every limit has been exceeded by then. Cyclic fragments would never end. */
const maxVisits = 20_000;

/**
 * Measures an operation together with its variables. The document must be valid.
 *
 * @param listSizes lengths of unpaged lists that are known.
 */
export function measureComplexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  listSizes: ListSizeEstimates,
): OperationComplexity {
  const visitor = new ComplexityVisitor(schema, document, operation, variables, listSizes);
  const root = schema.getRootType(operation.operation);
  if (root) visitor.visitSelections(operation.selectionSet, root, 1, { objects: 1, pageSize: 1 });
  const { totals, unpagedLists } = visitor;
  return { ...totals, cost: Math.ceil(totals.cost), unpagedLists };
}

/** The number of parent objects at a position of the document, and the page size of the enclosing connection. */
interface Multiplicity {
  objects: number;
  pageSize: number;
}

class ComplexityVisitor {
  readonly totals = { depth: 0, aliases: 0, rootFields: 0, cost: 0 };
  readonly unpagedLists = new Set<string>();
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #variableDefaults: Map<string, ValueNode>;
  readonly #listSizes: ListSizeEstimates;
  #visits = 0;

  constructor(
    schema: GraphQLSchema,
    { definitions }: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
    listSizes: ListSizeEstimates,
  ) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
    this.#variables = variables;
    this.#variableDefaults = new Map(
      (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
        defaultValue === undefined ? [] : [[variable.name.value, defaultValue]],
      ),
    );
    this.#listSizes = listSizes;
  }

  visitSelections(
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType,
    depth: number,
    multiplicity: Multiplicity,
  ): void {
    for (const selection of selections) {
      this.#visits += 1;
      if (this.#visits > maxVisits) {
        this.totals.cost = Number.POSITIVE_INFINITY;
        return;
      }
      if (this.#isSkipped(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        this.#visitField(selection, parent, depth, multiplicity);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
      const name = fragment?.typeCondition?.name.value;
      const type = name === undefined ? parent : (this.#schema.getType(name) ?? parent);
      if (fragment !== undefined) this.visitSelections(fragment.selectionSet, type, depth, multiplicity);
    }
  }

  #visitField(node: FieldNode, parent: GraphQLNamedType, depth: number, multiplicity: Multiplicity): void {
    if (node.alias !== undefined) this.totals.aliases += 1;
    if (depth === 1) this.totals.rootFields += 1;
    const name = node.name.value;
    if (introspectionFields.has(name) || isIntrospectionType(parent)) {
      this.#visitIntrospectionField(node, parent, multiplicity);
      return;
    }
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined;
    if (field === undefined) return;
    this.totals.depth = Math.max(this.totals.depth, depth);
    if (node.selectionSet === undefined) return;
    const type = getNamedType(field.type);
    const requestedSize = this.#requestedSize(field, node, parent, multiplicity);
    const list = `${parent.name}.${name}`;
    if (requestedSize === null) this.unpagedLists.add(list);
    const listSize = this.#listSizes.get(list) ?? defaultListSize;
    const points = requestedSize ?? Math.max(defaultListSize, listSize / listObjectsPerPoint);
    const objects = multiplicity.objects * (requestedSize ?? listSize);
    this.totals.cost += multiplicity.objects * (points + fieldCost(this.#schema, parent, node));
    const pageSize = type.name.endsWith('Connection') ? (this.#pageSize(node) ?? defaultPageSize) : 1;
    if (isCompositeType(type))
      this.visitSelections(node.selectionSet, type, depth + 1, { objects, pageSize });
  }

  /** Introspection does not count towards the depth limit: graphql-js limits how deeply it may nest. */
  #visitIntrospectionField(
    { name, selectionSet }: FieldNode,
    parent: GraphQLNamedType,
    multiplicity: Multiplicity,
  ): void {
    const ownField = isObjectType(parent) ? parent.getFields()[name.value] : undefined;
    const field = ownField ?? introspectionFields.get(name.value);
    if (field === undefined || selectionSet === undefined) return;
    const isList = isListType(getNullableType(field.type));
    const size = isList ? introspectionListSize(this.#schema, `${parent.name}.${name.value}`) : 1;
    const objects = multiplicity.objects * size;
    this.totals.cost += objects / introspectionObjectsPerPoint;
    this.visitSelections(selectionSet, getNamedType(field.type), 2, { objects, pageSize: 1 });
  }

  /** Whether `@skip` or `@include` excludes a selection. */
  #isSkipped({ directives = [] }: SelectionNode): boolean {
    return directives.some(({ name, arguments: [condition] = [] }) => {
      const value = this.#readBoolean(condition?.value);
      return name.value === 'skip' ? value === true : name.value === 'include' && value === false;
    });
  }

  /** How many objects a field may return; null for an unpaged list. */
  #requestedSize(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    parent: GraphQLNamedType,
    { pageSize }: Multiplicity,
  ): number | null {
    if (!isListType(getNullableType(field.type))) return 1;
    if (parent.name.endsWith('Connection')) return pageSize;
    const size = this.#pageSize(node) ?? field.args.find(({ name }) => name === 'first')?.defaultValue;
    return typeof size === 'number' ? size : null;
  }

  /** The page size in a field's arguments; null if there is none, or if the resolver will reject it. */
  #pageSize({ arguments: argumentNodes = [] }: FieldNode): number | null {
    const sizes = argumentNodes
      .filter(({ name }) => name.value === 'first' || name.value === 'last')
      .map(({ value }) => this.#readNumber(value))
      .filter((size) => size !== null);
    return sizes.length === 0 ? null : Math.max(...sizes, 1);
  }

  #readNumber(value: ValueNode | undefined): number | null {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return null;
    const variable = this.#variables[value.name.value];
    if (typeof variable === 'number') return variable;
    return variable === undefined ? this.#readNumber(this.#variableDefaults.get(value.name.value)) : null;
  }

  /** The value of a condition; null if it is not a boolean, which is rejected before execution. */
  #readBoolean(value: ValueNode | undefined): boolean | null {
    if (value?.kind === Kind.BOOLEAN) return value.value;
    if (value?.kind !== Kind.VARIABLE) return null;
    const variable = this.#variables[value.name.value];
    if (typeof variable === 'boolean') return variable;
    return variable === undefined ? this.#readBoolean(this.#variableDefaults.get(value.name.value)) : null;
  }
}
