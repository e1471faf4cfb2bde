import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import {
  type CompiledField,
  type CompiledSelections,
  compileSelections,
  maxFields,
  type Variables,
} from './compile-selections.ts';
import type { ListSizeEstimates } from './list-size-estimates.ts';

/** The measured size of an operation. */
export interface OperationComplexity {
  depth: number;
  aliases: number;
  rootFields: number;
  /** Points, as declared by `@cost` and `@listSize`. Always finite. */
  cost: number;
  /** The lists that it requests without a slicing argument, as `Type.field`. */
  unslicedLists: readonly string[];
}

/**
 * Measures a compiled operation with these variables, coerced or not. `listSizes` has actual sizes, which
 * replace the `assumedSize` that the schema declares.
 */
export type MeasureComplexity = (variables: Variables, listSizes: ListSizeEstimates) => OperationComplexity;

/** Larger sizes and costs are cut off, so that products of them remain finite. */
const maxPoints = Number.MAX_SAFE_INTEGER;

/**
 * Compiles an operation of a valid document, so that a request with other variables costs microseconds
 * instead of another traversal of the document.
 */
export function compileComplexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): MeasureComplexity {
  const selections = compileSelections(schema, document, operation);
  if (selections === null) {
    return () => ({ depth: 0, aliases: 0, rootFields: 0, cost: maxFields, unslicedLists: [] });
  }
  return (variables, listSizes) => {
    const unslicedLists: string[] = [];
    const totals = { depth: 0, aliases: 0, rootFields: 0, unslicedLists };
    const cost = measureSelections(selections, { variables, listSizes, totals }, 1);
    // Sums of decimals such as 0.1 are not exact and must not round up to another point.
    return { ...totals, cost: Math.ceil(Math.round(cost * 100) / 100) };
  };
}

interface Measurement {
  variables: Variables;
  listSizes: ListSizeEstimates;
  totals: Omit<OperationComplexity, 'cost'> & { unslicedLists: string[] };
}

/** Returns the cost of one object. `sizeFromParent` is the size of the lists that the parent field sizes. */
function measureSelections(
  { depth, aliases, rootFields, fixedCost, fields, conditional }: CompiledSelections,
  measurement: Measurement,
  sizeFromParent: number,
): number {
  const { totals, variables } = measurement;
  totals.depth = Math.max(totals.depth, depth);
  totals.aliases += aliases;
  totals.rootFields += rootFields;
  let cost = fixedCost;
  for (const field of fields) cost += measureField(field, measurement, sizeFromParent);
  for (const { selections, isExcluded } of conditional) {
    if (!isExcluded(variables)) cost += measureSelections(selections, measurement, sizeFromParent);
  }
  return Math.min(cost, maxPoints);
}

function measureField(
  { name, weight, weightedArguments, isSizedByParent, listSize, selections }: CompiledField,
  measurement: Measurement,
  sizeFromParent: number,
): number {
  let argumentCost = 0;
  for (const argument of weightedArguments) {
    const value = argument.read(measurement.variables);
    if (value !== undefined && value !== null) argumentCost += argument.weight;
  }
  const size = listSize === null ? 1 : measureListSize(name, listSize, measurement);
  const sizesFields = listSize?.isOfSizedFields ?? false;
  const selectionCost =
    selections === null ? 0 : measureSelections(selections, measurement, sizesFields ? size : 1);
  const objects = isSizedByParent ? sizeFromParent : sizesFields ? 1 : size;
  return Math.min(argumentCost + objects * (weight + selectionCost), maxPoints);
}

function measureListSize(
  name: string,
  { assumedSize, slicingArguments }: NonNullable<CompiledField['listSize']>,
  { variables, listSizes, totals }: Measurement,
): number {
  let size = 0;
  for (const read of slicingArguments) {
    const value = read(variables);
    // Resolvers reject sizes below 1.
    if (typeof value === 'number') size = Math.max(size, value, 1);
  }
  if (size > 0) return Math.min(size, maxPoints);
  totals.unslicedLists.push(name);
  return listSizes.get(name) ?? assumedSize;
}
