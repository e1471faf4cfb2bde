import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, findBreakingChanges, parse, print, validate, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { clientOperations } from '#tests/released/operations.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const releasedFolder = path.join(root, 'tests/released');
const schemaText = readFileSync(path.join(root, 'schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);
/** The schema with a line a field. */
const plainText = print(visit(parse(schemaText), { StringValue: () => null }));
const releasedSchema = buildSchema(readFileSync(path.join(releasedFolder, 'schema.graphql'), 'utf8'));
const releasedOperations = globSync('*.graphql', { cwd: path.join(releasedFolder, 'operations') }).sort();

/** What of a schema would break a client of the released one. */
function breakingChanges(text: string): string[] {
  return findBreakingChanges(releasedSchema, buildSchema(text)).map(
    ({ type, description }) => `${type}: ${description}`,
  );
}

describe('The schema', () => {
  it('breaks no client of the last released one', () => {
    expect(breakingChanges(schemaText)).toEqual([]);
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
  ])('would be refused by name with %s', (_what, line, changed, named) => {
    expect(plainText).toContain(line);
    expect(breakingChanges(plainText.replace(line, changed))).toEqual([named]);
  });
});

describe('An operation', () => {
  it.each(releasedOperations)('that was released is still answered: %s', (file) => {
    const text = readFileSync(path.join(releasedFolder, 'operations', file), 'utf8');
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });

  it.each(clientOperations())('that is sent today is in the schema: $name', ({ text }) => {
    expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
  });
});
