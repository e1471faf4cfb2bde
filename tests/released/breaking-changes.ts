import { findBreakingChanges, findDangerousChanges, type GraphQLSchema, isInputObjectType } from 'graphql';

/**
 * What of a schema would break a client of a former one, each by name. Among it are defaults that are
 * others than before: whoever left an argument or a field out gets another answer, or none.
 */
export function breakingChanges(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const changes = [
    ...findBreakingChanges(before, after),
    ...findDangerousChanges(before, after).filter(({ type }) => type === 'ARG_DEFAULT_VALUE_CHANGE'),
  ];
  return [
    ...changes.map(({ type, description }) => `${type}: ${description}`),
    ...changedDefaults(before, after),
  ];
}

/** Changed defaults of input objects' fields, which graphql-js does not look at. */
function changedDefaults(before: GraphQLSchema, after: GraphQLSchema): string[] {
  return Object.values(before.getTypeMap()).flatMap((type) => {
    const now = after.getType(type.name);
    if (!isInputObjectType(type) || !isInputObjectType(now)) return [];
    return Object.values(type.getFields()).flatMap(({ name, defaultValue: was }) => {
      const field = now.getFields()[name];
      const [old, fresh] = [JSON.stringify(was), JSON.stringify(field?.defaultValue)];
      if (field === undefined || was === undefined || old === fresh) return [];
      return [
        `FIELD_DEFAULT_VALUE_CHANGE: ${type.name}.${name} has changed defaultValue from ${old} to ${fresh}.`,
      ];
    });
  });
}
