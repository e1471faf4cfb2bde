import {
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';

/** The fields by which a query asks about the schema itself; they stand in no type. */
export const introspectionFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map([
  ['__schema', SchemaMetaFieldDef],
  ['__type', TypeMetaFieldDef],
]);

/** So many of the objects a schema is described by are a point: they are small, and in memory as they are. */
export const introspectionObjectsPerPoint = 10;

const lengthsOf = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>();

/** How long the lists of the schema's own description are, for example of `__Type.fields`, on average. */
export function introspectionObjectCount(schema: GraphQLSchema, list: string): number {
  const lengths = lengthsOf.get(schema) ?? measured(schema);
  lengthsOf.set(schema, lengths);
  return lengths.get(list) ?? 1;
}

function measured(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const withFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = withFields.flatMap((type) => Object.values(type.getFields()));
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
