import {
  type ASTNode,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLScalarTypeConfig,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import { z } from 'zod';
import { toPaise, toRupees } from '../domain/money.ts';

const maxRupees = 1e9;

/**
 * Creates the implementation of a scalar. Its description and specification are in schema.graphql:
 * graphql-tools copies every property onto the type declared there, so empty ones would replace them.
 */
function createScalar<Internal, External>(
  config: GraphQLScalarTypeConfig<Internal, External>,
): GraphQLScalarType<Internal, External> {
  const scalar = new GraphQLScalarType(config);
  Reflect.deleteProperty(scalar, 'description');
  Reflect.deleteProperty(scalar, 'specifiedByURL');
  return scalar;
}

/** @param node the literal in the document; undefined for the value of a variable. */
function createInvalidValueError(value: unknown, expected: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(`${JSON.stringify(value)} is not ${expected}`, {
    nodes: node,
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/** Rupees in requests and responses, integer paise inside the gateway. */
const rupees = createScalar<number, number>({
  name: 'Rupees',
  serialize(paise) {
    if (typeof paise !== 'number' || !Number.isInteger(paise))
      throw new TypeError('An amount must be an integer number of paise.');
    return toRupees(paise);
  },
  parseValue: (value) => parseRupees(value),
  parseLiteral(node) {
    if (node.kind !== Kind.INT && node.kind !== Kind.FLOAT)
      throw createInvalidAmountError(valueFromASTUntyped(node), node);
    return parseRupees(Number(node.value), node);
  },
});

/** Converts an amount of a request to paise. */
function parseRupees(value: unknown, node?: ASTNode): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > maxRupees) {
    throw createInvalidAmountError(value, node);
  }
  const paise = toPaise(value);
  if (Math.abs(value * 100 - paise) > 1e-6 * Math.max(1, value)) throw createInvalidAmountError(value, node);
  return paise;
}

function createInvalidAmountError(value: unknown, node?: ASTNode): GraphQLError {
  return createInvalidValueError(
    value,
    `an amount in rupees: it must be a number from 0 to ${maxRupees} with at most two decimals, for example 249.5.`,
    node,
  );
}

/** Creates a scalar whose value is a string in a fixed format. Unlike `Rupees`, it is not converted inside the gateway. */
function createTextScalar(
  name: string,
  expected: string,
  isValid: (text: string) => boolean,
): GraphQLScalarType<string, string> {
  return createScalar({
    name,
    serialize(value) {
      if (typeof value === 'string' && isValid(value)) return value;
      throw new TypeError(`${JSON.stringify(value)} is not ${expected}`);
    },
    parseValue(value) {
      if (typeof value === 'string' && isValid(value)) return value;
      throw createInvalidValueError(value, expected);
    },
  });
}

const dateFormat = z.iso.date();
const dateTimeFormat = z.iso.datetime();

/** The scalars of the schema. Their formats are checked in responses, too, as clients rely on them. */
export const scalars = {
  Rupees: rupees,
  Date: createTextScalar(
    'Date',
    'a date: it must have the form yyyy-mm-dd, for example "2026-11-20".',
    (text) => dateFormat.safeParse(text).success,
  ),
  DateTime: createTextScalar(
    'DateTime',
    'an instant in UTC as in RFC 3339, for example "2026-11-20T09:30:00Z".',
    (text) => dateTimeFormat.safeParse(text).success,
  ),
  // Responses contain many URLs, so this check must be cheap.
  URL: createTextScalar(
    'URL',
    'an absolute http or https URL, for example "https://shop.example/cover.jpg".',
    (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
  ),
};
