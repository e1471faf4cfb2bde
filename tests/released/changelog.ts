import { type Change, ChangeType } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema } from 'graphql';
import type { SchemaSnapshot } from './released.ts';
import { formatDeprecation, isBreaking, isDeprecation, listSchemaChanges } from './schema-changes.ts';

const introduction = `# Schema changelog

Lists the changes to \`schema.graphql\` in each release. Descriptions and costs may change in any release and are not
listed. [partners.md](partners.md#versions) explains what may change, and how long deprecated fields stay.

This file is generated from the released schemas by \`npm run release:schema\`.
`;

/** The sections of a release, and the changes that belong to each. The first match counts. */
const sections: [title: string, includes: (change: Change) => boolean][] = [
  ['Breaking', isBreaking],
  ['Deprecated', isDeprecation],
  ['Added', ({ type }) => type.endsWith('_ADDED')],
  ['Other changes', () => true],
];

/** Formats the changelog in Markdown, the newest release first. @param releases the oldest first. */
export async function formatChangelog(releases: readonly SchemaSnapshot[]): Promise<string> {
  const parts: string[] = [];
  for (const [index, { version, text }] of releases.entries()) {
    const previous = releases[index - 1];
    if (previous === undefined) {
      parts.unshift(`## ${version}\n\nThe first release.\n`);
      continue;
    }
    const schema = buildSchema(text);
    const changes = omitImpliedChanges(await listSchemaChanges(buildSchema(previous.text), schema));
    const lists = sections.flatMap(([title]) => {
      const items = changes
        .filter((change) => findSection(change) === title)
        .map((change) => formatChange(change, schema));
      return items.length === 0 ? [] : [`### ${title}\n\n${items.join('\n')}\n`];
    });
    parts.unshift([`## ${version}\n`, ...lists].join('\n'));
  }
  return [introduction, ...parts].join('\n');
}

const additionTypes: ReadonlySet<string> = new Set([
  ChangeType.TypeAdded,
  ChangeType.FieldAdded,
  ChangeType.DirectiveAdded,
]);

/**
 * Omits changes that another change implies, such as the fields of a new type. The inspector's own rule for this also
 * omits changes that are not implied, such as a changed field of a type that newly implements an interface.
 */
function omitImpliedChanges(changes: readonly Change[]): Change[] {
  const addedPaths = new Set(changes.filter(({ type }) => additionTypes.has(type)).map(({ path }) => path));
  return changes.filter(({ type, path = '' }) => {
    const parts = path.split('.');
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
    return !(additionTypes.has(type) ? paths.slice(0, -1) : paths).some((parent) => addedPaths.has(parent));
  });
}

function findSection(change: Change): string | undefined {
  return sections.find(([, includes]) => includes(change))?.[0];
}

function formatChange(change: Change, after: GraphQLSchema): string {
  if (isDeprecation(change)) return `- ${formatDeprecation(change, after)}`;
  // The inspector puts names between apostrophes.
  return `- ${change.message.replaceAll(/'([^']+)'/g, '`$1`')}`;
}
