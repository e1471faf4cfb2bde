import { buildSchema, type GraphQLField, type GraphQLSchema } from 'graphql';
import { schemaText } from '#gateway/graphql/server.ts';

/** The released schema as graphql-js has it. */
export const schema: GraphQLSchema = buildSchema(schemaText);

type Field = GraphQLField<unknown, unknown>;

/** Every query of the schema. */
export function queriesOfSchema(): Field[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {});
}

/** Every mutation of the schema. */
export function mutationsOfSchema(): Field[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {});
}

/** The codes that a mutation's description names after `Codes:`. */
export function findCollectionCodes({ description }: Field): string[] {
  const [, list = ''] = /Codes:((?:\s*`[A-Z_]+`[,.])+)/.exec(description ?? '') ?? [];
  return [...list.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code);
}
