import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';

/** Points for the work of a field, in addition to one point for each object it returns. */
const points = {
  /** A scan of all products or of all names. */
  fullScan: 50,
  /** A scan of the products of one collection, or of the names of one dimension. */
  partialScan: 5,
  /** A mutation: several REST calls, including a write. */
  mutation: 50,
  /** A REST call. */
  restCall: 25,
} as const;

const searchArguments: ReadonlySet<string> = new Set(['search', 'text', 'contains']);
/** Fields that call the REST host for each request. All others are resolved from the index. */
const restFields: ReadonlySet<string> = new Set(['Query.user', 'User.order', 'User.orders']);
/** Fields that scan the whole catalogue: a facet also counts the products that its own filter hides. */
const fullScanFields: ReadonlySet<string> = new Set(['ProductConnection.facets']);

/** The cost of a field's own work, in points, without the objects it returns. */
export function fieldCost(schema: GraphQLSchema, parent: GraphQLNamedType, node: FieldNode): number {
  if (parent === schema.getMutationType()) return points.mutation;
  const isRoot = parent === schema.getQueryType();
  const scanCost = isRoot ? points.fullScan : points.partialScan;
  const searchCost = (node.arguments ?? []).some((argument) => needsScan(argument, isRoot)) ? scanCost : 0;
  const field = `${parent.name}.${node.name.value}`;
  const callCost = restFields.has(field) ? points.restCall : 0;
  const facetCost = fullScanFields.has(field) ? points.fullScan : 0;
  return searchCost + callCost + facetCost;
}

/**
 * Whether an argument requires a scan. Sorting the whole catalogue by price does not, because the
 * index stores that order; sorting a collection does.
 */
function needsScan({ name, value }: ArgumentNode, isRoot: boolean): boolean {
  const scans = searchArguments.has(name.value) || (!isRoot && name.value === 'sort');
  return scans && value.kind !== Kind.NULL;
}

/** The root fields of introspection. They are not among the fields of any type. */
export const introspectionFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map([
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
]);

/** Introspection objects per point. They are small and already in memory. */
export const introspectionObjectsPerPoint = 10;

const introspectionSizes = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>();

/** Average length of an introspection list such as `__Type.fields`. */
export function introspectionListSize(schema: GraphQLSchema, list: string): number {
  const sizes = introspectionSizes.get(schema) ?? measureIntrospectionLists(schema);
  introspectionSizes.set(schema, sizes);
  return sizes.get(list) ?? 1;
}

function measureIntrospectionLists(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const typesWithFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = typesWithFields.flatMap((type) => Object.values(type.getFields()));
  const inputs = types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length);
  const values = types.filter(isEnumType).map((type) => type.getValues().length);
  return new Map([
    ['__Schema.types', types.length],
    ['__Schema.directives', directives.length],
    ['__Type.fields', fields.length / types.length],
    ['__Type.inputFields', sum(inputs) / types.length],
    ['__Type.enumValues', sum(values) / types.length],
    ['__Field.args', sum(fields.map(({ args }) => args.length)) / fields.length],
    ['__Directive.args', sum(directives.map(({ args }) => args.length)) / directives.length],
  ]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
