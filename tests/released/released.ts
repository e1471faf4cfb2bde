import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const folder = import.meta.dirname;
const root = path.join(folder, '../..');

/** A schema that `npm run release:schema` has stored. */
export interface SchemaSnapshot {
  /** For example `1.2.0`. */
  version: string;
  text: string;
}

/** Reads the version of the repository, which may not have been released yet. */
export function readCurrentVersion(): string {
  const packageFile: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(packageFile).version;
}

/** Whether CHANGELOG.md has a section for the version. */
export function isReleased(version: string): boolean {
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  return changelog.split('\n').some((line) => /^## \[?([\d.]+\d)/.exec(line)?.[1] === version);
}

export const schemaChangelogPath = path.join(folder, '../../docs/schema-changelog.md');

/** The stored schemas, the oldest first, including that of a version that is not released yet. */
export function findSchemaSnapshots(): SchemaSnapshot[] {
  return globSync('*.graphql', { cwd: folder })
    .map((file) => ({ version: path.basename(file, '.graphql'), text: read(file) }))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/**
 * The stored operations of the storefront and of the sandbox's examples, including those of a version that is not
 * released yet.
 */
export function findStoredOperations(): { name: string; text: string }[] {
  return globSync('operations/*/*.graphql', { cwd: folder })
    .sort()
    .map((file) => ({ name: path.basename(file, '.graphql'), text: read(file) }));
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}
