import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, print, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { breakingChanges } from '#tests/released/breaking-changes.ts';
import { clientOperations } from '#tests/released/operations.ts';
import { findReleasedOperations, findReleasedSchemas } from '#tests/released/released.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const schemaText = readFileSync(path.join(root, 'schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);
/** The schema without descriptions, with one line per field. */
const schemaLines = print(
  visit(parse(schemaText), { StringValue: (_, key) => (key === 'description' ? null : undefined) }),
);
/** Releases before 1.0.0 promise nothing. */
const stableReleases = findReleasedSchemas().filter(({ version }) => !version.startsWith('0.'));

describe('the schema', () => {
  it('is compatible with clients of all releases since 1.0.0', () => {
    const changes = stableReleases.flatMap(({ text }) => breakingChanges(buildSchema(text), schema));
    expect(changes).toEqual([]);
  });

  it.each([
    ['the removal of a field', '  isbn: String\n', '', 'FIELD_REMOVED: Product.isbn was removed.'],
    [
      'a required field that becomes nullable',
      '  price: Rupees!\n',
      '  price: Rupees\n',
      'FIELD_CHANGED_KIND: Product.price changed type from Rupees! to Rupees.',
    ],
    [
      'an optional filter that becomes required',
      'availableOnly: Boolean\n',
      'availableOnly: Boolean!\n',
      'FIELD_CHANGED_KIND: ProductFilter.availableOnly changed type from Boolean to Boolean!.',
    ],
    [
      'the removal of an enum value',
      '  SINGLE_PRODUCT\n',
      '',
      'VALUE_REMOVED_FROM_ENUM: SINGLE_PRODUCT was removed from enum type CheckoutSource.',
    ],
    [
      'a change of a default value',
      'related(first: Int = 8)',
      'related(first: Int = 5)',
      'ARG_DEFAULT_VALUE_CHANGE: Product.related arg first has changed defaultValue from 8 to 5.',
    ],
    [
      'the removal of the default value of a required field',
      '  quantity: Int! = 1\n',
      '  quantity: Int!\n',
      'FIELD_DEFAULT_VALUE_CHANGE: CheckoutLineInput.quantity has changed defaultValue from 1 to undefined.',
    ],
  ])('is reported as incompatible after %s', (_change, line, changedLine, message) => {
    expect(schemaLines).toContain(line);
    expect(breakingChanges(schema, buildSchema(schemaLines.replace(line, changedLine)))).toEqual([message]);
  });
});

describe('an operation', () => {
  it.each([...findReleasedOperations(), ...clientOperations()])(
    'of a release, the storefront or the examples is valid: $name',
    ({ text }) => {
      expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
    },
  );
});
