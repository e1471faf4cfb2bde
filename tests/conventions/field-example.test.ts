import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyRepository, repository } from '../copy-repository.ts';
import { startGatewayProcess, waitUntilReady } from '../gateway/gateway-process.ts';
import { createCall } from '../rest-api/calls.ts';
import { renderFieldTables } from '../rest-api/field-tables.ts';
import { openApiDocumentSchema } from '../rest-api/openapi-document.ts';
import { startService } from '../rest-api/service.ts';

// The first test checks the types of the whole repository, and starts a REST service and a gateway.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const patch = path.join(repository, 'docs', 'examples', 'weight-grams.patch');
const maxFiles = 10;

let copy: string;

/** Runs a program of the development dependencies, or of the system, in the copy. */
async function run(program: string, ...args: string[]): Promise<void> {
  const bin = path.join(repository, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  try {
    await promisify(execFile)(program, args, { cwd: copy, env });
  } catch (error) {
    const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
    throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
  }
}

beforeAll(async () => {
  copy = await copyRepository();
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test(`the example of a new field changes at most ${maxFiles} files, and the field reaches the API, its documentation and the product page`, async () => {
  const files = (await readFile(patch, 'utf8')).match(/(?<=^diff --git a\/.* b\/).*$/gm) ?? [];
  expect(files).not.toEqual([]);
  expect(files.length).toBeLessThanOrEqual(maxFiles);
  await run('git', 'apply', patch);
  await run('npm', 'run', '--silent', 'migrations', '--', '--name', 'weight');
  await run('npm', 'run', '--silent', 'generate');
  await run('npm', 'run', '--silent', 'check:types');
  // Only the files of the patch need linting, because the linter ignores those that the code generators write.
  await run('biome', 'check', '--error-on-warnings', '--files-ignore-unknown=true', ...files);
  await run(
    'vitest',
    'run',
    '--project',
    'web',
    'tests/web/product-page.test.tsx',
    'tests/web/messages.test.ts',
  );

  const dataDir = path.join(copy, '.data');
  const catalogue = path.join(copy, 'books.csv');
  await writeFile(
    catalogue,
    'id,productName,price,mrp,discount,category,language,publisher,author,status,remainingQuantity,weightGrams\n' +
      '1,Gitanjali,180,200,10,Poetry,English,River Press,Rabindranath Tagore,Available,5,180\n',
  );
  await run('env', `DATA_DIR=${dataDir}`, 'node', 'rest-api/admin/main.ts', 'catalogue', 'import', catalogue);
  const service = await startService({ DATA_DIR: dataDir }, path.join(copy, 'rest-api', 'main.ts'));
  const gateway = await startGatewayProcess(
    { REST_API_URL: service.url },
    path.join(copy, 'tests', 'gateway', 'gateway-main.ts'),
  );
  try {
    const { body } = await createCall(service.url)('GET /openapi.json');
    const docs = await readFile(path.join(copy, 'docs', 'rest-api.md'), 'utf8');
    expect(docs).toContain(renderFieldTables(openApiDocumentSchema.parse(body)));

    await waitUntilReady(gateway);
    expect((await gateway.graphql('{ product(sku: "1") { weightGrams } }')).data).toEqual({
      product: { weightGrams: 180 },
    });
  } finally {
    await gateway.stop();
    await service.stop();
  }
});

test.each([
  ['an unknown field', 'query Broken { product(sku: "1") { pageCountt } }', /Broken\.graphql.*"pageCountt"/s],
  ['a syntax error', 'query Broken {\n  product(sku: ) { sku }\n}', /"\)".*Broken\.graphql:2:16/s],
])('the code generator says where a document has %s', async (_, text, message) => {
  const file = path.join(copy, 'web', 'features', 'product', 'Broken.graphql');
  await writeFile(file, text);
  try {
    await expect(run('npm', 'run', '--silent', 'generate')).rejects.toThrow(message);
  } finally {
    await rm(file);
  }
});
