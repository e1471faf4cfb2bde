import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findDiscouragedWords } from './discouraged-words.ts';
import { findFilesWithoutLayer, findForbiddenImports, type SourceFile } from './import-rules.ts';
import { findLiteralStyles } from './style-tokens.ts';

/**
 * `npm run check:conventions`: checks that imports follow the layers, that no discouraged words are used, and that
 * style sheets use the design tokens. Exits with 1 if a rule is broken.
 */

const root = path.resolve(import.meta.dirname, '../..');

function readFiles(pattern: RegExp, folders: string[] = []): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...folders];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  // Git lists a deleted file until the deletion is staged.
  const existing = files.filter((file) => pattern.test(file) && existsSync(path.join(root, file)));
  return existing.map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

const tierFiles = readFiles(/\.tsx?$/, ['gateway', 'rest-api', 'web']);
const problems = [
  ...findFilesWithoutLayer(tierFiles).map(
    (file) => `${file} belongs to no layer: add its folder to tests/conventions/import-layers.ts.`,
  ),
  ...findForbiddenImports(tierFiles),
  ...findLiteralStyles(readFiles(/\.css$/, ['web'])),
  ...findDiscouragedWords(readFiles(/\.(?:tsx?|mjs|css|graphql|md)$|\/locales\/en\.json$|examples\.json$/)),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
