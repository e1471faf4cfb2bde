import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;

/** A schema as it was released. */
export interface ReleasedSchema {
  /** For example `1.2.0`. */
  version: string;
  text: string;
}

/** The path of the schema changelog. */
export const changelogPath = path.join(folder, '../../docs/schema-changelog.md');

/** The schemas of all releases, the oldest first. */
export function findReleasedSchemas(): ReleasedSchema[] {
  return globSync('*.graphql', { cwd: folder })
    .map((file) => ({ version: path.basename(file, '.graphql'), text: read(file) }))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}

/** The operations of the storefront and of the documented examples, from all releases since 1.0.0. */
export function findReleasedOperations(): { name: string; text: string }[] {
  return globSync('operations/*/*.graphql', { cwd: folder })
    .sort()
    .map((file) => ({ name: path.basename(file, '.graphql'), text: read(file) }));
}

function read(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}
