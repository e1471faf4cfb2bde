import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, print, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { formatChangelog } from '#tests/released/changelog.ts';
import { listClientOperations } from '#tests/released/operations.ts';
import {
  findSchemaSnapshots,
  findStoredOperations,
  isReleased,
  readCurrentVersion,
  schemaChangelogPath,
} from '#tests/released/released.ts';
import { findBreakingChanges } from '#tests/released/schema-changes.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const schemaText = readFileSync(path.join(root, 'schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);
/** The schema without descriptions, with one line per field. */
const schemaLines = print(
  visit(parse(schemaText), { StringValue: (_, key) => (key === 'description' ? null : undefined) }),
);
/** Releases before 1.0.0 make no promise of compatibility. */
const stableSnapshots = findSchemaSnapshots().filter(({ version }) => !version.startsWith('0.'));

describe('the schema', () => {
  // They include the snapshot of the next version, which `npm run release:schema` replaces until it is released.
  it('is compatible with clients of all snapshots since 1.0.0', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const { version, text } of stableSnapshots) {
      expect(await findBreakingChanges(buildSchema(text), schema, today), version).toEqual([]);
    }
  });

  it.each([
    ['the removal of a field', '  isbn: String\n', '', "Field 'isbn' was removed from object type 'Product'"],
    [
      'the change of a non-null field to nullable',
      '  price: Rupees!\n',
      '  price: Rupees\n',
      "Field 'Product.price' changed type from 'Rupees!' to 'Rupees'",
    ],
    [
      'the change of an optional filter to required',
      'availableOnly: Boolean\n',
      'availableOnly: Boolean!\n',
      "Input field 'ProductFilter.availableOnly' changed type from 'Boolean' to 'Boolean!'",
    ],
    [
      'the removal of an enum value',
      '  SINGLE_PRODUCT\n',
      '',
      "Enum value 'SINGLE_PRODUCT' was removed from enum 'CheckoutSource'",
    ],
    [
      'a change of a default value',
      'related(first: Int = 8)',
      'related(first: Int = 5)',
      "Default value for argument 'first' on field 'Product.related' changed from '8' to '5'",
    ],
    [
      'the removal of the default value of a non-null input field',
      '  quantity: Int! = 1\n',
      '  quantity: Int!\n',
      "Input field 'CheckoutLineInput.quantity' default value changed from '1' to 'undefined'",
    ],
  ])('is reported as incompatible after %s', async (_change, line, changedLine, message) => {
    expect(schemaLines).toContain(line);
    const changed = buildSchema(schemaLines.replace(line, changedLine));
    expect(await findBreakingChanges(schema, changed, '2026-11-20')).toEqual([message]);
  });

  it('is reported as incompatible if a field changes its type while its object type gains an interface', async () => {
    const before = buildSchema('type Query { a: Int }');
    const after = buildSchema('interface Node { id: ID } type Query implements Node { id: ID, a: String }');
    expect(await findBreakingChanges(before, after, '2026-11-20')).toEqual([
      "Field 'Query.a' changed type from 'Int' to 'String'",
    ]);
  });

  const deprecated = '@deprecated(reason: "Use `new`. Removed on 2027-06-01.")';

  it.each([
    [
      'field',
      `type Query { old: Int ${deprecated}, new: Int }`,
      'type Query { new: Int }',
      "Field 'old' (deprecated) was removed from object type 'Query'",
    ],
    [
      'argument',
      `type Query { a(old: Int ${deprecated}, new: Int): Int }`,
      'type Query { a(new: Int): Int }',
      "Argument 'old: Int' was removed from field 'Query.a'",
    ],
    [
      'input field',
      `type Query { a(filter: Filter): Int } input Filter { old: Int ${deprecated}, new: Int }`,
      'type Query { a(filter: Filter): Int } input Filter { new: Int }',
      "Input field 'old' (deprecated) was removed from input object type 'Filter'",
    ],
    [
      'enum value',
      `type Query { a(sort: Sort): Int } enum Sort { OLD ${deprecated}, NEW }`,
      'type Query { a(sort: Sort): Int } enum Sort { NEW }',
      "Enum value 'OLD' (deprecated) was removed from enum 'Sort'",
    ],
  ])(
    'may lose a deprecated %s on the date of its removal, but not before',
    async (_kind, before, after, message) => {
      const [released, changed] = [buildSchema(before), buildSchema(after)];
      expect(await findBreakingChanges(released, changed, '2027-05-31')).toEqual([message]);
      expect(await findBreakingChanges(released, changed, '2027-06-01')).toEqual([]);
    },
  );
});

describe('the changelog of the schema', () => {
  it('uses the current schema.graphql for a version that is not released yet', () => {
    const version = readCurrentVersion();
    // The snapshot of a released version must not change. The next one is created with the next version.
    if (isReleased(version)) return;
    const snapshot = findSchemaSnapshots().find((release) => release.version === version);
    expect(
      snapshot?.text === schemaText,
      `tests/released/${version}.graphql must equal schema.graphql. Run npm run release:schema`,
    ).toBe(true);
  });

  it('lists the changes of all releases', async () => {
    // After a change of the released schemas, `npm run release:schema` updates the changelog.
    expect(readFileSync(schemaChangelogPath, 'utf8')).toBe(await formatChangelog(findSchemaSnapshots()));
  });

  it('groups changes by what they mean for clients', async () => {
    const changelog = await formatChangelog([
      { version: '1.0.0', text: 'type Query { a: Int, b: Int, "Old." c(first: Int = 1): Int }' },
      {
        version: '1.1.0',
        text: `"All." type Query {
          a: Int @deprecated(reason: "Use \`d\`. Removed on 2027-06-01.")
          "New."
          c(first: Int = 2, last: Int): Int!
          d: Int
        }`,
      },
    ]);
    expect(changelog.slice(changelog.indexOf('## '))).toBe(`## 1.1.0

### Breaking

- Field \`b\` was removed from object type \`Query\`
- Default value for argument \`first\` on field \`Query.c\` changed from \`1\` to \`2\`

### Deprecated

- Field \`Query.a\` is deprecated: Use \`d\`. Removed on 2027-06-01.

### Added

- Field \`d\` was added to object type \`Query\`
- Argument \`last: Int\` added to field \`Query.c\`

### Other changes

- Field \`Query.c\` changed type from \`Int\` to \`Int!\`

## 1.0.0

The first release.
`);
  });

  it('lists deprecated arguments, input fields and enum values with their reasons', async () => {
    const reason = 'Use `new`. Removed on 2027-06-01.';
    const changelog = await formatChangelog([
      {
        version: '1.0.0',
        text: 'type Query { a(old: Int, filter: Filter): Sort } input Filter { old: Int } enum Sort { OLD }',
      },
      {
        version: '1.1.0',
        text: `type Query { a(old: Int @deprecated(reason: "${reason}"), filter: Filter): Sort }
          input Filter { old: Int @deprecated(reason: "${reason}") }
          enum Sort { OLD @deprecated(reason: "${reason}") }`,
      },
    ]);
    expect(changelog.slice(changelog.indexOf('## '), changelog.indexOf('## 1.0.0'))).toBe(`## 1.1.0

### Deprecated

- Argument \`old\` of field \`Query.a\` is deprecated: ${reason}
- Input field \`Filter.old\` is deprecated: ${reason}
- Enum value \`Sort.OLD\` is deprecated: ${reason}

`);
  });
});

describe('an operation', () => {
  it.each([...findStoredOperations(), ...listClientOperations()])(
    'of a release, the storefront or the examples is valid: $name',
    ({ text }) => {
      expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
    },
  );
});
