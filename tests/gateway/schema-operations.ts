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
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  print,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** How an operation fills its arguments. */
export interface Filling {
  /** Whether also those arguments and input fields are filled that may be left out. */
  withOptional: boolean;
  /** The value of a scalar, by its type's name and the name of the argument or input field. */
  scalar: (type: string, name: string) => unknown;
}

/** An operation that asks for one root field and for all that is below it, each type once on the way down. */
export function operationOf(kind: 'query' | 'mutation', field: Field, filling: Filling): string {
  return `${kind} ${selectionOf(field, [], filling)}`.replace(' ', ' { ').concat(' }');
}

function selectionOf(field: Field, path: readonly string[], filling: Filling): string {
  const below = fieldsOf(getNamedType(field.type), path, filling);
  return `${field.name}${argumentsOf(field.args, filling)}${below}`;
}

/** The braces behind a field; empty for a scalar. */
function fieldsOf(type: GraphQLNamedType, path: readonly string[], filling: Filling): string {
  if (isUnionType(type)) {
    const members = type
      .getTypes()
      .map((member) => `... on ${member.name} ${fieldsOf(member, path, filling)}`);
    return ` { __typename ${members.join(' ')} }`;
  }
  if (!isObjectType(type)) return '';
  const down = [...path, type.name];
  const fields = Object.values(type.getFields())
    .filter((field) => !leadsBack(field, down))
    .map((field) => selectionOf(field, down, filling));
  return ` { ${fields.join(' ')} }`;
}

/** Whether a field leads to a type that stands on the way to it, at once or through a list's page. */
function leadsBack(field: Field, path: readonly string[]): boolean {
  const name = getNamedType(field.type).name;
  return path.includes(name) || (path.includes('Product') && name === 'ProductConnection');
}

function argumentsOf(all: readonly GraphQLArgument[], filling: Filling): string {
  const isGiven = (arg: GraphQLArgument) =>
    // Pages take either `first` or `last`; small ones keep the whole operation within its limits.
    arg.name === 'first' || (filling.withOptional && !['last', 'before'].includes(arg.name));
  const given = all.filter((arg) => isRequiredArgument(arg) || isGiven(arg));
  if (given.length === 0) return '';
  const literals = given.map((arg) => `${arg.name}: ${literalOf(arg.type, arg.name, filling)}`);
  return `(${literals.join(', ')})`;
}

function literalOf(type: GraphQLInputType, name: string, filling: Filling): string {
  const literal = astFromValue(inputValue(type, name, filling), type);
  return literal === null || literal === undefined ? 'null' : print(literal);
}

/** A value of an input type: the first of an enum, a list of one. */
export function inputValue(type: GraphQLInputType, name: string, filling: Filling): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [inputValue(nullable.ofType, name, filling)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.value;
  if (!isInputObjectType(nullable)) return filling.scalar(getNamedType(type).name, name);
  const fields = Object.values(nullable.getFields()).filter(
    (field) => filling.withOptional || isRequiredInputField(field),
  );
  return Object.fromEntries(fields.map((field) => [field.name, inputValue(field.type, field.name, filling)]));
}
