/**
 * `npm run release:schema`: notes what is released, for the tests to hold later versions against: the
 * schema, and every operation the storefront and the examples send. Operations of earlier releases stay,
 * as pages and programs out there still send them; to end one, delete its file and say so in the commit.
 */

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientOperations } from './operations.ts';

const folder = import.meta.dirname;
const operations = path.join(folder, 'operations');

mkdirSync(operations, { recursive: true });
copyFileSync(path.join(folder, '../../schema.graphql'), path.join(folder, 'schema.graphql'));
const released = clientOperations();
for (const { file, text } of released) writeFileSync(path.join(operations, file), text);
console.log(`Noted schema.graphql and ${released.length} operations.`);
