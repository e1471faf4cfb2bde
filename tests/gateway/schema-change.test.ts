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
/** The released schema with one line per field. */
const plainText = print(visit(parse(releasedText), { StringValue: () => null }));
const releasedOperations = globSync('*.graphql', { cwd: path.join(releasedFolder, 'operations') }).sort();

describe('The schema', () => {
  it('is compatible with clients of the last release', () => {
    expect(breakingChanges(releasedSchema, schema)).toEqual([]);
  });

  it.each([
    ['a field that went away', '  isbn: String\n', '', 'FIELD_REMOVED: Product.isbn was removed.'],
    [
      'a field that may be null of a sudden',
      '  price: Rupees!\n',
      '  price: Rupees\n',
      'FIELD_CHANGED_KIND: Product.price changed type from Rupees! to Rupees.',
    ],
    [
      'a filter that is required of a sudden',
      'availableOnly: Boolean\n',
      'availableOnly: Boolean!\n',
      'FIELD_CHANGED_KIND: ProductFilter.availableOnly changed type from Boolean to Boolean!.',
    ],
    [
      'an error code that went away',
      '  RATE_LIMITED\n',
      '',
      'VALUE_REMOVED_FROM_ENUM: RATE_LIMITED was removed from enum type UserErrorCode.',
    ],
    [
      'a default that is another',
      'related(first: Int = 8)',
      'related(first: Int = 5)',
      'ARG_DEFAULT_VALUE_CHANGE: Product.related arg first has changed defaultValue from 8 to 5.',
    ],
    [
      'a field that had a default and must be given of a sudden',
      '  quantity: Int! = 1\n',
      '  quantity: Int!\n',
      'FIELD_DEFAULT_VALUE_CHANGE: CheckoutLineInput.quantity has changed defaultValue from 1 to undefined.',
    ],
  ])('is found to be incompatible after %s', (_what, line, changed, named) => {
    expect(plainText).toContain(line);
    expect(breakingChanges(releasedSchema, buildSchema(plainText.replace(line, changed)))).toEqual([named]);
  });
});

describe('An operation', () => {
  it.each(releasedOperations)('of a release is still valid: %s', (file) => {
    const text = readFileSync(path.join(releasedFolder, 'operations', file), 'utf8');
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  it.each(clientOperations())('of the storefront or the examples is valid: $name', ({ text }) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });
});
