import { buildSchema, type GraphQLField, type GraphQLSchema, isEnumType, isObjectType } from 'graphql';
import { schemaText } from '#gateway/graphql/server.ts';
import { capitalize } from './graphql-call.ts';

export const schema: GraphQLSchema = buildSchema(schemaText);

type Field = GraphQLField<unknown, unknown>;

export function listSchemaQueries(): Field[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {});
}

export function listSchemaMutations(): Field[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}

/** The error codes of a mutation or of `checkoutQuote`. */
export function listErrorCodes(field: string): string[] {
  const type = schema.getType(`${capitalize(field)}ErrorCode`);
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

/** The names of a user error's fields, for a mutation or `checkoutQuote`. */
export function listErrorFields(field: string): string[] {
  const type = schema.getType(`${capitalize(field)}UserError`);
  return isObjectType(type) ? Object.keys(type.getFields()) : [];
}
