import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { paiseOf, rupeesOf } from '../domain/money.ts';

const largestAmount = 1e9;

/** Rupees outside, whole paise inside. */
export const rupees = new GraphQLScalarType<number, number>({
  name: 'Rupees',
  serialize(paise) {
    if (typeof paise !== 'number' || !Number.isInteger(paise))
      throw new TypeError('An amount is no number of paise.');
    return rupeesOf(paise);
  },
  parseValue: paiseOfInput,
  parseLiteral(node) {
    if (node.kind !== Kind.INT && node.kind !== Kind.FLOAT) throw refused(node.kind);
    return paiseOfInput(Number(node.value));
  },
});
// graphql-tools copies every property of this type over the type that schema.graphql declares: without this, a
// description that is missing here would replace the one there.
Reflect.deleteProperty(rupees, 'description');

function paiseOfInput(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > largestAmount) {
    throw refused(value);
  }
  const paise = paiseOf(value);
  if (Math.abs(value * 100 - paise) > 1e-6 * Math.max(1, value)) throw refused(value);
  return paise;
}

function refused(value: unknown): GraphQLError {
  return new GraphQLError(
    `${JSON.stringify(value)} is no amount in rupees: it must be a number from 0 with at most two decimals, for example 249.5.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
}
