import {
  type DirectiveNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLString,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { z } from 'zod';

/** The declared cost of a field: its `@cost` and `@listSize`, and the `@cost` of its type and its arguments. */
export interface FieldCost {
  type: GraphQLNamedType;
  /** Points for each object or value that the field returns. */
  weight: number;
  arguments: readonly ArgumentCost[];
  /** Null if the field has no `@listSize`. Estimated for introspection. */
  listSize: ListSize | null;
  isIntrospection: boolean;
}

export interface ArgumentCost {
  name: string;
  defaultValue: unknown;
  /** Points if the argument is set; for a string, points for each word that is matched, see `countMatchedWords`. */
  weight: number;
  /** Whether its type is `String`. The only `String` arguments with a weight are search texts. */
  isString: boolean;
  isList: boolean;
}

/** The arguments of `@listSize`, except `requireOneSlicingArgument`: no field of the schema requires one. */
export type ListSize = z.output<typeof listSizeSchema>;

const listSizeSchema = z.object({
  assumedSize: z.number(),
  slicingArguments: z.array(z.string()).default([]),
  sizedFields: z.array(z.string()).default([]),
});
const costSchema = z.object({ weight: z.coerce.number().nonnegative() });

/** Points for each object or value if neither the field nor its type has `@cost`. See `@cost` in the schema. */
const defaultWeights = { object: 1, value: 0.05 } as const;
/** Introspection objects are small and already in memory. */
const introspectionWeights = { object: 0.3, value: 0.03 } as const;
/** The introspection fields, which no type lists among its fields. */
const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

type SchemaElement = { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined;

const costsBySchema = new WeakMap<GraphQLSchema, FieldCosts>();

/** The costs that a schema declares. Reading them is slow, so all operations share them. */
export function getFieldCosts(schema: GraphQLSchema): FieldCosts {
  const costs = costsBySchema.get(schema) ?? new FieldCosts(schema);
  costsBySchema.set(schema, costs);
  return costs;
}

export class FieldCosts {
  readonly #schema: GraphQLSchema;
  /** The costs that have been read so far, by `Type.field`. */
  readonly #costs = new Map<string, FieldCost>();
  #introspectionSizes: ReadonlyMap<string, number> | undefined;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The cost of a field; null if the type has no such field. */
  get(parent: GraphQLNamedType, name: string): FieldCost | null {
    const key = `${parent.name}.${name}`;
    const cost = this.#costs.get(key) ?? this.#read(parent, name);
    if (cost !== null) this.#costs.set(key, cost);
    return cost;
  }

  #read(parent: GraphQLNamedType, name: string): FieldCost | null {
    const hasFields = isObjectType(parent) || isInterfaceType(parent);
    const field = (hasFields ? parent.getFields()[name] : undefined) ?? metaFields.get(name);
    if (field === undefined) return null;
    const type = getNamedType(field.type);
    const isIntrospection = isIntrospectionType(type) || isIntrospectionType(parent);
    const weights = isIntrospection ? introspectionWeights : defaultWeights;
    const defaultWeight = isCompositeType(type) ? weights.object : weights.value;
    return {
      type,
      weight: this.#readWeight(field.astNode) ?? this.#readWeight(type.astNode) ?? defaultWeight,
      arguments: field.args.map((argument) => ({
        name: argument.name,
        defaultValue: argument.defaultValue,
        weight: this.#readWeight(argument.astNode) ?? 0,
        isString: getNullableType(argument.type) === GraphQLString,
        isList: isListType(getNullableType(argument.type)),
      })),
      listSize: isIntrospection
        ? this.#estimateIntrospectionSize(parent, field)
        : this.#readListSize(field.astNode),
      isIntrospection,
    };
  }

  #readWeight(element: SchemaElement): number | null {
    const values = this.#readDirective('cost', element);
    return values === undefined ? null : costSchema.parse(values).weight;
  }

  #readListSize(element: SchemaElement): ListSize | null {
    const values = this.#readDirective('listSize', element);
    return values === undefined ? null : listSizeSchema.parse(values);
  }

  #readDirective(name: string, element: SchemaElement): Record<string, unknown> | undefined {
    const directive = this.#schema.getDirective(name);
    return directive && element ? getDirectiveValues(directive, element) : undefined;
  }

  /**
   * Introspection types declare no sizes. Uses the totals and averages of this schema, or 1 for the other lists, which
   * are mostly short.
   */
  #estimateIntrospectionSize(
    parent: GraphQLNamedType,
    { name, type }: GraphQLField<unknown, unknown>,
  ): ListSize | null {
    if (!isListType(getNullableType(type))) return null;
    this.#introspectionSizes ??= computeIntrospectionSizes(this.#schema);
    const assumedSize = this.#introspectionSizes.get(`${parent.name}.${name}`) ?? 1;
    return { assumedSize, slicingArguments: [], sizedFields: [] };
  }
}

function computeIntrospectionSizes(schema: GraphQLSchema): ReadonlyMap<string, number> {
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
