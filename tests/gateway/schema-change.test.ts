import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, print, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { breakingChanges } from '#tests/released/breaking-changes.ts';
import { clientOperations } from '#tests/released/operations.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const releasedFolder = path.join(root, 'tests/released');
const schema = buildSchema(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
const releasedText = readFileSync(path.join(releasedFolder, 'schema.graphql'), 'utf8');
const releasedSchema = buildSchema(releasedText);
/** The released schema without descriptions, with one line per field. */
const schemaLines = print(visit(parse(releasedText), { StringValue: () => null }));
const releasedOperations = globSync('*.graphql', { cwd: path.join(releasedFolder, 'operations') }).sort();

describe('the schema', () => {
  it('is compatible with clients of the last release', () => {
    expect(breakingChanges(releasedSchema, schema)).toEqual([]);
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
      'the removal of an error code',
      '  RATE_LIMITED\n',
      '',
      'VALUE_REMOVED_FROM_ENUM: RATE_LIMITED was removed from enum type UserErrorCode.',
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
    expect(breakingChanges(releasedSchema, buildSchema(schemaLines.replace(line, changedLine)))).toEqual([
      message,
    ]);
  });
});

describe('an operation', () => {
  it.each(releasedOperations)('of a release is still valid: %s', (file) => {
    const text = readFileSync(path.join(releasedFolder, 'operations', file), 'utf8');
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  it.each(clientOperations())('of the storefront or the examples is valid: $name', ({ text }) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });
});
