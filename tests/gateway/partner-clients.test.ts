import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createPartnerKey, sendQuery } from './partner-calls.ts';
import { createProductRecord } from './rest-records.ts';

// Each client waits until its quota is reset, up to a minute.
vi.setConfig({ testTimeout: 480_000 });

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const productCount = 2_000;
const languages = ['English', 'मराठी', 'हिन्दी', 'संस्कृत'];
const hasJq = spawnSync('jq', ['--version']).error === undefined;
const clients = ['graphql-request.js', 'urql.js', 'apollo.js', 'relay.js', ...(hasJq ? ['curl.sh'] : [])];

const resultSchema = z.looseObject({});

/** The ISBN-13 of a product, with its check digit. */
function createIsbn(id: number): string {
  const digits = `978${String(id).padStart(9, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function createProducts(): ReturnType<typeof createProductRecord>[] {
  return Array.from({ length: productCount }, (_, index) =>
    createProductRecord(index + 1, { isbnId: createIsbn(index + 1), language: languages[index % 4] }),
  );
}

const rest = setUpRestHost();
let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  dataDir = path.join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates a project folder for each client, and generates code from the served schema for clients that need it. */
async function prepareProjects(url: string): Promise<void> {
  const schema = await (await fetch(`${url}/schema.graphql`)).text();
  for (const client of clients) {
    const project = path.join(folder, client);
    await cp(path.join(import.meta.dirname, 'partner-clients'), project, { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
    await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
    await writeFile(path.join(project, 'schema.graphql'), schema);
  }
  const codegenConfig = {
    schema: 'schema.graphql',
    documents: 'documents.graphql',
    importExtension: '.ts',
    generates: { './gql/': { preset: 'client', config: { useTypeImports: true, enumsAsTypes: true } } },
  };
  await runTool('graphql-request.js', 'graphql-codegen', 'codegen.json', codegenConfig);
  const documents = await readFile(
    path.join(import.meta.dirname, 'partner-clients/documents.graphql'),
    'utf8',
  );
  const tagged = documents.split(/^(?=query )/m).map((text) => `graphql\`${text}\`;\n`);
  await writeFile(path.join(folder, 'relay.js/Shop.js'), tagged.join(''));
  const relayConfig = { src: '.', language: 'javascript', schema: 'schema.graphql', eagerEsModules: true };
  await runTool('relay.js', 'relay-compiler', 'relay.config.json', {
    ...relayConfig,
    excludes: ['node_modules/**'],
  });
}

/** Runs a code generator in the project of a client. */
async function runTool(client: string, tool: string, configFile: string, config: object): Promise<void> {
  const cwd = path.join(folder, client);
  await writeFile(path.join(cwd, configFile), JSON.stringify(config));
  const args = tool === 'relay-compiler' ? [configFile] : ['--config', configFile];
  await run(path.join(root, 'node_modules/.bin', tool), args, { cwd });
}

/** Runs a client and returns what it prints. */
async function runClient(client: string, shop: TestGateway, key: string, ...args: string[]) {
  const { stdout } = await run(client.endsWith('.sh') ? 'sh' : process.execPath, [client, ...args], {
    cwd: path.join(folder, client),
    env: { ...process.env, SHOP_URL: shop.url, API_KEY: key },
    maxBuffer: 100_000_000,
  });
  return resultSchema.parse(JSON.parse(stdout));
}

/** Whether the gateway accepts a key. The gateway reads new keys with a short delay. */
async function isAccepted(shop: TestGateway, key: string): Promise<boolean> {
  const { status } = await sendQuery(shop.url, '{ __typename }', { 'x-api-key': key });
  return status === 200;
}

/** Lets a client copy the catalogue. Returns the cursor of its copy. */
async function copyCatalogue(client: string, shop: TestGateway, key: string): Promise<string> {
  const { cursor, ...result } = await runClient(client, shop, key, 'read');
  expect(result, client).toEqual({
    books: productCount,
    found: 200,
    languages: expect.arrayContaining(languages.map((language) => [language, productCount / 4])),
    categories: [['Novels', productCount]],
  });
  return z.string().parse(cursor);
}

// Not shorter, because the fake host serializes and hashes the whole list for each refresh.
const start = () => startGateway({ config: { dataDir }, refreshIntervalMs: 2_000 });

describe('clients that are built from the documentation for partners', () => {
  it('copy 2,000 products, find 200 by ISBN, wait for their quota, and continue after changes and a restart', async () => {
    rest.host.products = createProducts();
    let shop = await start();
    try {
      const key = await createPartnerKey(dataDir, 'large', 100_000_000);
      await expect.poll(() => isAccepted(shop, key)).toBe(true);
      await prepareProjects(shop.url);
      const cursors = new Map<string, string>();
      const waitForQuota = async (client: string, index: number) => {
        const smallQuotaKey = await createPartnerKey(dataDir, `small-${index}`, 5_000);
        await expect.poll(() => isAccepted(shop, smallQuotaKey)).toBe(true);
        expect(await runClient(client, shop, smallQuotaKey, 'exhaust'), client).toEqual({ waits: 1 });
      };
      const copy = async (client: string) => cursors.set(client, await copyCatalogue(client, shop, key));
      await Promise.all([...clients.map(waitForQuota), ...clients.map(copy)]);

      const changed = createProducts().map((product, index) =>
        index < 50 ? { ...product, price: 7 } : product,
      );
      rest.host.products = changed;
      const readPrice = async () => (await shop.graphql('{ product(sku: "50") { price } }')).data;
      await expect.poll(readPrice).toEqual({ product: { price: 7 } });
      await shop.close();
      shop = await start();
      const expected = Array.from({ length: 50 }, (_, index) => ['CHANGED', String(index + 1), 7]);
      const sync = async (client: string) => {
        const { changes, requests } = await runClient(client, shop, key, 'sync', cursors.get(client) ?? '');
        expect({ changes: z.array(z.unknown()).parse(changes).toSorted(), requests }, client).toEqual({
          changes: expected.toSorted(),
          requests: 1,
        });
      };
      await Promise.all(clients.map(sync));
    } finally {
      await shop.close();
    }
  });
});
