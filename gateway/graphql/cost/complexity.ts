import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { countMatchedWords } from '../../catalogue/search/search-text.ts';
import { type ArgumentCost, type FieldCost, type FieldCosts, getFieldCosts } from './field-costs.ts';
import type { ListSizeEstimates } from './list-size-estimates.ts';

interface Totals {
  depth: number;
  aliases: number;
  rootFields: number;
}

/** The measured size of an operation. */
export interface OperationComplexity extends Totals {
  /** Whole points: the cost that `@cost` and `@listSize` declare, but at least that of the selections. Always finite. */
  cost: number;
  /** The lists that it requests without a slicing argument, as `Type.field`. */
  unslicedLists: readonly string[];
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Measures an operation with these coerced variables. The sizes in `listSizes` replace the `assumedSize` that the
 * schema declares.
 */
export type MeasureComplexity = (variables: Variables, listSizes: ListSizeEstimates) => OperationComplexity;

/** The minimum cost per selection, for compiling the operation. A fragment counts wherever it is spread. */
const pointsPerSelection = 0.1;
/** Larger sizes and costs are capped, so that multiplying them yields finite numbers. */
const maxPoints = Number.MAX_SAFE_INTEGER;

/** An operation whose complexity can be measured. */
export interface CompiledComplexity {
  measure: MeasureComplexity;
  /** The number of its selections, counting each fragment wherever it is spread. */
  selectionCount: number;
}

/**
 * Compiles an operation of a valid document, so that measuring it with other variables takes microseconds instead of
 * another traversal of the document.
 */
export function compileComplexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledComplexity {
  const parent = schema.getRootType(operation.operation);
  const totals = createTotals();
  const compiler = new ComplexityCompiler(schema, document);
  const measureSelections = parent
    ? compiler.compile(operation.selectionSet, { parent, depth: 1, sizedFields: [] }, totals)
    : () => 0;
  const { selectionCount } = compiler;
  const measure: MeasureComplexity = (variables, listSizes) => {
    const state = { variables, listSizes, totals: { ...totals }, unslicedLists: [] };
    const cost = Math.max(measureSelections(state, 1), selectionCount * pointsPerSelection);
    // Sums of decimals such as 0.1 are inexact. Rounding to hundredths first keeps the error from adding a point.
    return {
      ...state.totals,
      unslicedLists: state.unslicedLists,
      cost: Math.ceil(Math.round(cost * 100) / 100),
    };
  };
  return { measure, selectionCount };
}

function createTotals(): Totals {
  return { depth: 0, aliases: 0, rootFields: 0 };
}

interface Measurement {
  variables: Variables;
  listSizes: ListSizeEstimates;
  /** Starts with the totals of the parts of the operation that have no `@skip` or `@include`. */
  totals: Totals;
  unslicedLists: string[];
}

/**
 * Returns the cost of a part of the operation, for one object of its parent type. `sizeFromParent` is the size of the
 * lists in `Position.sizedFields`.
 */
type Measure = (state: Measurement, sizeFromParent: number) => number;

/** Reads the value of an argument; undefined if it is not set. */
type ReadValue = (variables: Variables) => unknown;

/** A position in the document. */
interface Position {
  parent: GraphQLNamedType;
  /** The level of the fields, from 1; null for introspection, whose depth graphql-js itself limits. */
  depth: number | null;
  /** The lists whose size the parent field's `@listSize` declares. */
  sizedFields: readonly string[];
}

class ComplexityCompiler {
  selectionCount = 0;
  readonly #schema: GraphQLSchema;
  readonly #fieldCosts: FieldCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fieldCosts = getFieldCosts(schema);
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Compiles a selection set, and adds the totals of its parts without `@skip` or `@include` to `totals`. */
  compile({ selections }: SelectionSetNode, position: Position, totals: Totals): Measure {
    const measures: Measure[] = [];
    let fixedCost = 0;
    // A loop uses less of the stack than callbacks: a document may have more than a thousand nested fragments.
    for (const selection of selections) {
      const part = this.#compileSelection(selection, position, totals);
      if (typeof part === 'number') fixedCost += part;
      else measures.push(part);
    }
    return (state, sizeFromParent) => {
      let cost = fixedCost;
      for (const measure of measures) cost += measure(state, sizeFromParent);
      return Math.min(cost, maxPoints);
    };
  }

  /** Compiles a selection. Returns a number for a leaf field whose cost is the same for all variables and sizes. */
  #compileSelection(selection: SelectionNode, position: Position, totals: Totals): Measure | number {
    this.selectionCount += 1;
    const conditions = (selection.directives ?? []).flatMap(({ name, arguments: [condition] = [] }) =>
      condition !== undefined && (name.value === 'skip' || name.value === 'include')
        ? [{ read: compileValue(condition.value), excludingValue: name.value === 'skip' }]
        : [],
    );
    if (conditions.length === 0) return this.#compileIncluded(selection, position, totals);
    const conditionalTotals = createTotals();
    const part = this.#compileIncluded(selection, position, conditionalTotals);
    return (state, sizeFromParent) => {
      if (conditions.some(({ read, excludingValue }) => read(state.variables) === excludingValue)) return 0;
      state.totals.depth = Math.max(state.totals.depth, conditionalTotals.depth);
      state.totals.aliases += conditionalTotals.aliases;
      state.totals.rootFields += conditionalTotals.rootFields;
      return typeof part === 'number' ? part : part(state, sizeFromParent);
    };
  }

  #compileIncluded(selection: SelectionNode, position: Position, totals: Totals): Measure | number {
    if (selection.kind === Kind.FIELD) return this.#compileField(selection, position, totals);
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
    const typeName = fragment?.typeCondition?.name.value;
    const parent = (typeName === undefined ? undefined : this.#schema.getType(typeName)) ?? position.parent;
    return fragment === undefined ? 0 : this.compile(fragment.selectionSet, { ...position, parent }, totals);
  }

  #compileField(node: FieldNode, { parent, depth, sizedFields }: Position, totals: Totals): Measure | number {
    const { alias, selectionSet } = node;
    const name = node.name.value;
    if (alias !== undefined) totals.aliases += 1;
    if (depth === 1) totals.rootFields += 1;
    const fieldCost = this.#fieldCosts.get(parent, name);
    if (fieldCost === null) return 0;
    const { weight, type, isIntrospection } = fieldCost;
    const ownDepth = isIntrospection ? null : depth;
    totals.depth = Math.max(totals.depth, ownDepth ?? 0);
    const weightedArguments = fieldCost.arguments
      .filter((argument) => argument.weight > 0)
      .map((argument) => ({ ...argument, read: compileArgument(node, argument) }));
    const isSizedByParent = sizedFields.includes(name);
    const listSize = compileListSize(`${parent.name}.${name}`, node, fieldCost);
    const hasFixedCost = weightedArguments.length === 0 && listSize === null && !isSizedByParent;
    if (selectionSet === undefined && hasFixedCost) return weight;
    const ownSizedFields = fieldCost.listSize?.sizedFields ?? [];
    const hasSizedFields = ownSizedFields.length > 0;
    const inner = { parent: type, depth: ownDepth && ownDepth + 1, sizedFields: ownSizedFields };
    const measureSelections = selectionSet && this.compile(selectionSet, inner, totals);
    return (state, sizeFromParent) => {
      let argumentCost = 0;
      for (const argument of weightedArguments) {
        argumentCost += measureArgument(argument, argument.read(state.variables));
      }
      const size = listSize === null ? 1 : listSize(state);
      const selectionCost = measureSelections?.(state, hasSizedFields ? size : 1) ?? 0;
      const objectCount = isSizedByParent ? sizeFromParent : hasSizedFields ? 1 : size;
      return Math.min(argumentCost + objectCount * (weight + selectionCost), maxPoints);
    };
  }
}

/** The cost of an argument with this value. */
function measureArgument({ weight, isString }: ArgumentCost, value: unknown): number {
  if (value == null) return 0;
  // A text without words is searched for as written.
  return isString ? weight * Math.max(1, countMatchedWords(String(value))) : weight;
}

/** Returns a function that determines the size of a list; null for a field that has no `listSize` of its own. */
function compileListSize(
  name: string,
  node: FieldNode,
  fieldCost: FieldCost,
): ((state: Measurement) => number) | null {
  const { listSize } = fieldCost;
  if (listSize === null) return null;
  const { assumedSize, slicingArguments: slicingNames } = listSize;
  const compileReader = (argument: ArgumentCost): ReadValue => {
    const readValue = compileArgument(node, argument);
    return argument.isList ? (variables) => countItems(readValue(variables)) : readValue;
  };
  const slicingArguments = fieldCost.arguments.filter((argument) => slicingNames.includes(argument.name));
  const readers = slicingArguments.map(compileReader);
  const readersWithoutDefaults = slicingArguments.map((argument) =>
    compileReader({ ...argument, defaultValue: undefined }),
  );
  return ({ variables, listSizes, unslicedLists }) => {
    const readSizes = (functions: readonly ReadValue[]) =>
      functions.map((readValue) => readValue(variables)).filter((value) => typeof value === 'number');
    const explicitSizes = readSizes(readersWithoutDefaults);
    // Defaults count only if no slicing argument is set: `last` alone replaces the default of `first`.
    const sizes = explicitSizes.length > 0 ? explicitSizes : readSizes(readers);
    // Resolvers reject numbers below 1. An empty list of ids or ISBNs is allowed and costs as much as a list with one.
    if (sizes.length > 0) return Math.min(Math.max(1, ...sizes), maxPoints);
    unslicedLists.push(name);
    return listSizes.get(name) ?? assumedSize;
  };
}

/** The length of a list. GraphQL coerces a single value in the document to a list with one item. */
function countItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return value == null ? value : 1;
}

function compileArgument(
  { arguments: nodes = [] }: FieldNode,
  { name, defaultValue }: ArgumentCost,
): ReadValue {
  const value = nodes.find((node) => node.name.value === name)?.value;
  return value === undefined ? () => defaultValue : compileValue(value, defaultValue);
}

function compileValue(node: ValueNode, defaultValue?: unknown): ReadValue {
  if (node.kind !== Kind.VARIABLE) {
    const value: unknown = valueFromASTUntyped(node);
    return () => value;
  }
  const name = node.name.value;
  // A variable may have the name of an inherited property, such as `constructor`.
  return (variables) => (Object.hasOwn(variables, name) ? variables[name] : defaultValue);
}
