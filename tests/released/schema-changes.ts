import { type Change, ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';

/** If a default changes, clients that omit the argument or the field get a different response. */
const defaultChangeTypes: ReadonlySet<string> = new Set([
  ChangeType.FieldArgumentDefaultChanged,
  ChangeType.InputFieldDefaultValueChanged,
]);

/** Lists the changes between two schemas, without those of descriptions and costs. */
export async function listSchemaChanges(before: GraphQLSchema, after: GraphQLSchema): Promise<Change[]> {
  const changes = await diff(before, after);
  return changes.filter(({ type }) => !type.startsWith('DIRECTIVE_USAGE') && !type.includes('DESCRIPTION'));
}

/** Whether a change may break clients that follow the policy in docs/partners.md. */
export function isBreaking({ type, criticality, meta }: Change): boolean {
  const replacesDefault = defaultChangeTypes.has(type) && meta.oldDefaultValue !== undefined;
  return replacesDefault || criticality.level === CriticalityLevel.Breaking;
}

/**
 * The messages of the changes that break clients of a release. Deprecated fields of objects and interfaces may be
 * removed on or after the date in their reason.
 *
 * @param today `yyyy-mm-dd`.
 */
export async function findBreakingChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
  today: string,
): Promise<string[]> {
  const changes = await listSchemaChanges(before, after);
  return changes
    .filter((change) => isBreaking(change) && !isDueRemoval(change, before, today))
    .map(({ message }) => message);
}

function isDueRemoval({ type, path = '' }: Change, before: GraphQLSchema, today: string): boolean {
  if (type !== ChangeType.FieldRemoved) return false;
  const [typeName = '', fieldName = ''] = path.split('.');
  const parent = before.getType(typeName);
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[fieldName] : undefined;
  const [, date] = deprecationPattern.exec(field?.deprecationReason ?? '') ?? [];
  return date !== undefined && date <= today;
}

/** The form of all deprecation reasons: what to use instead, and the date of the removal. */
export const deprecationPattern = /Use .+\. Removed on (\d{4}-\d{2}-\d{2})\.$/;
