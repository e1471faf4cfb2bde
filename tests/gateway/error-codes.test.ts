import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '#gateway/domain/error-codes.ts';
import { errorTablePath, formatErrorTable } from '#tests/released/error-table.ts';

/** The source files in which the gateway creates errors with a code in `extensions`. */
const sourcePatterns = [
  'gateway/{http,graphql,quota}/**/*.ts',
  'gateway/catalogue/{connection,product-changes}.ts',
];

describe('the table of error codes', () => {
  it('is in the documentation for partners as the gateway defines it', () => {
    expect(readFileSync(errorTablePath, 'utf8')).toContain(formatErrorTable());
  });

  it('contains the codes that the gateway sends, and no others', () => {
    const source = globSync(sourcePatterns)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    // A code follows a status and a comma, or `code`.
    const sentCodes = [
      ...source.matchAll(/(?:\d{3},\s*|code(?:: string)?(?: =|:) )'([A-Z]+(?:_[A-Z]+)*)'/g),
    ].map(([, code = '']) => code);
    expect(sentCodes.length).toBeGreaterThan(20);
    for (const code of sentCodes) expect(errorCodes).toHaveProperty(code);
    const unusedCodes = Object.keys(errorCodes).filter((code) => !source.includes(`'${code}'`));
    expect(unusedCodes).toEqual([]);
  });
});
