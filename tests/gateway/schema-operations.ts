import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  print,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** Determines the arguments of a generated operation. */
interface ArgumentOptions {
  /**
   * Whether to include optional arguments and input fields. `first` is always included, and the optional arguments
   * `last` and `before` never are.
   */
  includeOptional: boolean;
  /** Returns the value of a scalar for a type name and the name of the argument or input field. */
  getScalarValue: (type: string, name: string) => unknown;
}

/** Generates an operation that selects a root field with all nested fields. No type is nested in itself. */
export function generateOperation(
  kind: 'query' | 'mutation',
  field: Field,
  options: ArgumentOptions,
): string {
  return `${kind} ${printSelection(field, [], options)}`.replace(' ', ' { ').concat(' }');
}

function printSelection(field: Field, path: readonly string[], options: ArgumentOptions): string {
  const selectionSet = printSelectionSet(getNamedType(field.type), path, options);
  return `${field.name}${printArguments(field.args, options)}${selectionSet}`;
}

/** The selection set of a type; empty for a scalar or an enum. */
function printSelectionSet(
  type: GraphQLNamedType,
  path: readonly string[],
  options: ArgumentOptions,
): string {
  if (isUnionType(type)) {
    const members = type
      .getTypes()
      .map((member) => `... on ${member.name} ${printSelectionSet(member, path, options)}`);
    return ` { __typename ${members.join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const nestedPath = [...path, type.name];
  const fields = Object.values(type.getFields())
    .filter((field) => !isRecursive(field, nestedPath))
    .map((field) => printSelection(field, nestedPath, options));
  return ` { ${fields.join(' ')} }`;
}

/**
 * Whether a field would nest a type in itself. Within a product, each `ProductConnection` does, because its nodes are
 * products.
 */
function isRecursive(field: Field, path: readonly string[]): boolean {
  const name = getNamedType(field.type).name;
  return path.includes(name) || (path.includes('Product') && name === 'ProductConnection');
}

function printArguments(args: readonly GraphQLArgument[], options: ArgumentOptions): string {
  const isIncluded = (arg: GraphQLArgument) =>
    // A page takes either `first` or `last`. Small pages keep the operation within the cost limit.
    arg.name === 'first' || (options.includeOptional && !['last', 'before'].includes(arg.name));
  const included = args.filter((arg) => isRequiredArgument(arg) || isIncluded(arg));
  if (included.length === 0) return '';
  const literals = included.map((arg) => `${arg.name}: ${printValue(arg.type, arg.name, options)}`);
  return `(${literals.join(', ')})`;
}

function printValue(type: GraphQLInputType, name: string, options: ArgumentOptions): string {
  const literal = astFromValue(createInputValue(type, name, options), type);
  return literal === null || literal === undefined ? 'null' : print(literal);
}

/** Creates a value of an input type. Uses the first value of an enum, and lists with one item. */
export function createInputValue(type: GraphQLInputType, name: string, options: ArgumentOptions): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [createInputValue(nullable.ofType, name, options)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.value;
  if (!isInputObjectType(nullable)) return options.getScalarValue(getNamedType(type).name, name);
  const fields = Object.values(nullable.getFields()).filter(
    (field) => options.includeOptional || isRequiredInputField(field),
  );
  return Object.fromEntries(
    fields.map((field) => [field.name, createInputValue(field.type, field.name, options)]),
  );
}
