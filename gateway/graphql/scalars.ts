import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { toPaise, toRupees } from '../domain/locale.ts';

/** Rupees. */
const maxAmount = 1e9;

/** Rupees in requests and responses, integer paise inside the gateway. */
export const rupees = new GraphQLScalarType<number, number>({
  name: 'Rupees',
  serialize(paise) {
    if (typeof paise !== 'number' || !Number.isInteger(paise))
      throw new TypeError('An amount must be an integer number of paise.');
    return toRupees(paise);
  },
  parseValue: parsePaise,
  parseLiteral(node) {
    if (node.kind !== Kind.INT && node.kind !== Kind.FLOAT) throw invalidAmount(node.kind);
    return parsePaise(Number(node.value));
  },
});
// graphql-tools copies every property of this type onto the type declared in schema.graphql. A missing
// description would replace the one there.
Reflect.deleteProperty(rupees, 'description');

function parsePaise(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > maxAmount) {
    throw invalidAmount(value);
  }
  const paise = toPaise(value);
  if (Math.abs(value * 100 - paise) > 1e-6 * Math.max(1, value)) throw invalidAmount(value);
  return paise;
}

function invalidAmount(value: unknown): GraphQLError {
  return new GraphQLError(
    `${JSON.stringify(value)} is not an amount in rupees: it must be a number of 0 or more with at most two decimals, for example 249.5.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
}
