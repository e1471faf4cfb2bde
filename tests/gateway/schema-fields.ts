import { buildSchema, type GraphQLField, type GraphQLSchema } from 'graphql';
import { schemaText } from '#gateway/graphql/server.ts';

/** The gateway's schema. */
export const schema: GraphQLSchema = buildSchema(schemaText);

type Field = GraphQLField<unknown, unknown>;

/** Every query of the schema. */
export function listSchemaQueries(): Field[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {});
}

/** Every mutation of the schema. */
export function listSchemaMutations(): Field[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}

/** The error codes that a mutation's description lists after `Codes:`. */
export function findDocumentedErrorCodes({ description }: Field): string[] {
  const [, list = ''] = /Codes:((?:\s*`[A-Z_]+`[,.])+)/.exec(description ?? '') ?? [];
  return [...list.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code);
}
