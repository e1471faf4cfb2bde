import { type Change, ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** If a default changes, clients that omit the argument or the field get a different response. */
const defaultChangeTypes: ReadonlySet<string> = new Set([
  ChangeType.FieldArgumentDefaultChanged,
  ChangeType.InputFieldDefaultValueChanged,
]);

/** Lists the changes between two schemas, except those of descriptions and of the use of directives such as `@cost`. */
export async function listSchemaChanges(before: GraphQLSchema, after: GraphQLSchema): Promise<Change[]> {
  const changes = await diff(before, after);
  return changes.filter(
    (change) =>
      isDeprecation(change) ||
      !(change.type.startsWith('DIRECTIVE_USAGE') || change.type.includes('DESCRIPTION')),
  );
}

const deprecationTypes: ReadonlySet<string> = new Set([
  ChangeType.FieldDeprecationAdded,
  ChangeType.EnumValueDeprecationReasonAdded,
]);

/** The changes by which the inspector reports a new directive, such as `@deprecated`, on an argument or input field. */
const inputDirectiveTypes: ReadonlySet<string> = new Set([
  ChangeType.DirectiveUsageArgumentDefinitionAdded,
  ChangeType.DirectiveUsageInputFieldDefinitionAdded,
]);

/** Whether a change deprecates a field, an argument, an input field or an enum value. */
export function isDeprecation({ type, meta }: Change): boolean {
  const addsDirective = inputDirectiveTypes.has(type) && meta.addedDirectiveName === 'deprecated';
  return addsDirective || deprecationTypes.has(type);
}

/** Describes a deprecation with its reason. @param after the schema with the deprecation. */
export function formatDeprecation({ path = '' }: Change, after: GraphQLSchema): string {
  const { element, reason } = findDeprecation(path, after);
  return `${element} is deprecated: ${reason}`;
}

type Maybe<Value> = Value | null | undefined;

/** The schema element that has changed, and the reason for its deprecation, if any. @param path the change's path. */
function findDeprecation(path: string, schema: GraphQLSchema) {
  const [typeName = '', name = '', argumentName = ''] = path.split('.');
  const type = schema.getType(typeName);
  const describe = (kind: string, member: Maybe<{ deprecationReason: Maybe<string> }>) => ({
    element: `${kind} \`${typeName}.${name}\``,
    reason: member?.deprecationReason,
  });
  if (isEnumType(type)) return describe('Enum value', type.getValue(name));
  if (isInputObjectType(type)) return describe('Input field', type.getFields()[name]);
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  const argument = field?.args.find((candidate) => candidate.name === argumentName);
  if (argument === undefined) return describe('Field', field);
  return describe(`Argument \`${argumentName}\` of field`, argument);
}

/** Whether a change may break clients that follow the policy in docs/partners.md. */
export function isBreaking({ type, criticality, meta }: Change): boolean {
  const replacesDefault = defaultChangeTypes.has(type) && meta.oldDefaultValue !== undefined;
  return replacesDefault || criticality.level === CriticalityLevel.Breaking;
}

/**
 * The messages of the changes that break clients of a release. Deprecated fields, arguments, input fields and enum
 * values may be removed on or after the date in their reason.
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

const removalTypes: ReadonlySet<string> = new Set([
  ChangeType.FieldRemoved,
  ChangeType.FieldArgumentRemoved,
  ChangeType.InputFieldRemoved,
  ChangeType.EnumValueRemoved,
]);

function isDueRemoval({ type, path = '' }: Change, before: GraphQLSchema, today: string): boolean {
  if (!removalTypes.has(type)) return false;
  const [, date] = deprecationPattern.exec(findDeprecation(path, before).reason ?? '') ?? [];
  return date !== undefined && date <= today;
}

/** The form of all deprecation reasons: what to use instead, and the date of the removal. */
export const deprecationPattern = /Use .+\. Removed on (\d{4}-\d{2}-\d{2})\.$/;
