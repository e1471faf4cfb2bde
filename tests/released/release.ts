/**
 * `npm run release:schema` stores what later versions must stay compatible with: the schema, and each
 * operation that the storefront and the examples send. Operations of earlier releases remain, because open
 * pages and partners' programs still send them. To end support for one, delete its file and say so in the commit.
 */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { clientOperations } from './operations.ts';

const folder = import.meta.dirname;
const root = path.join(folder, '../..');
const operations = path.join(folder, 'operations');
const packageFile: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const { version } = z.object({ version: z.string() }).parse(packageFile);

mkdirSync(operations, { recursive: true });
copyFileSync(path.join(root, 'schema.graphql'), path.join(folder, `${version}.graphql`));
const released = clientOperations();
for (const { file, text } of released) writeFileSync(path.join(operations, file), text);
console.log(`Stored the schema of version ${version} and ${released.length} operations.`);
