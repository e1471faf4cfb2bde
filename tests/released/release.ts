/**
 * `npm run release:schema` stores the schema, and the operations of the storefront and of the sandbox's examples,
 * under the version in package.json. Later versions must stay compatible with them. The command then writes the
 * changelog of the schema and the table of error codes for partners. Until the version is released, run it again after
 * each change of the schema, an operation or an error code.
 *
 * Operations of earlier releases remain, because open pages and partners' programs still send them. To end
 * support for one, delete its file and say so in the commit.
 */

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatChangelog } from './changelog.ts';
import { writeErrorTable } from './error-table.ts';
import { listClientOperations } from './operations.ts';
import { findSchemaSnapshots, readCurrentVersion, schemaChangelogPath } from './released.ts';

const folder = import.meta.dirname;
const root = path.join(folder, '../..');
const version = readCurrentVersion();
const operationsFolder = path.join(folder, 'operations', version);

copyFileSync(path.join(root, 'schema.graphql'), path.join(folder, `${version}.graphql`));
rmSync(operationsFolder, { recursive: true, force: true });
mkdirSync(operationsFolder, { recursive: true });
const operations = listClientOperations();
for (const { file, text } of operations) writeFileSync(path.join(operationsFolder, file), text);
writeFileSync(schemaChangelogPath, await formatChangelog(findSchemaSnapshots()));
writeErrorTable();
console.log(`Stored the schema of version ${version} and ${operations.length} operations.`);
