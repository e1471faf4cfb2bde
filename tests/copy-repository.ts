import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const repository = path.join(import.meta.dirname, '..');
/** Files and folders that are not part of the project. */
const excludedNames = new Set(['.git', '.data', 'node_modules', 'dist', 'output']);

/** Copies the project, with the generated code, so that a test can edit the copies. Returns the new folder. */
export async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'bookshop-copy-'));
  const isIncluded = (source: string) => !excludedNames.has(path.basename(source));
  await cp(repository, copy, { recursive: true, filter: isIncluded });
  await symlink(path.join(repository, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}
