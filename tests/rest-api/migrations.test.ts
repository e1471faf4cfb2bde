import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createCall, register } from './calls.ts';
import { createCatalogueDirectory, createEmptyDirectory } from './prepared-data.ts';
import { createDataDirectory, expectStartupError, removeDataDirectory, startService } from './service.ts';
import { runShop } from './shop-command.ts';

// The tests of a downgrade start several processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const repository = path.join(import.meta.dirname, '..', '..');
const migrations = path.join('rest-api', 'database', 'migrations');
const journalFile = path.join(migrations, 'meta', '_journal.json');
const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() })),
});
const journal = journalSchema.parse(JSON.parse(readFileSync(path.join(repository, journalFile), 'utf8')));

/** The index of the first migration that can be recorded as breaking: the previous one created the table for that. */
const firstCheckedIndex = 6;

const separator = '--> statement-breakpoint';

/** Whether the previous version of the service can still read and write all of its own tables after the statement. */
function isAdditive(statement: string): boolean {
  if (/^CREATE (TABLE|INDEX|SEQUENCE) /.test(statement)) return true;
  return /^ALTER TABLE \S+ ADD COLUMN /.test(statement) && /^(?!.*NOT NULL)|DEFAULT/.test(statement);
}

/** The statements of a migration, except changes to the tables that it creates itself. */
function listStatements(sql: string): string[] {
  const created = [...sql.matchAll(/^CREATE TABLE ("\w+")/gm)].map(([, name]) => `ALTER TABLE ${name} `);
  return sql
    .split(separator)
    .map((statement) => statement.trim())
    .filter((statement) => !created.some((start) => statement.startsWith(start)));
}

describe('a migration', () => {
  test.each(journal.entries.filter(({ idx }) => idx >= firstCheckedIndex))(
    '$tag only adds to the database, or is recorded as breaking',
    ({ tag, when }) => {
      const sql = readFileSync(path.join(repository, migrations, `${tag}.sql`), 'utf8');
      const isRecordedAsBreaking = sql.includes(
        `INSERT INTO "drizzle"."breaking_migrations" ("created_at") VALUES (${when})`,
      );
      expect(
        isRecordedAsBreaking ? [] : listStatements(sql).filter((statement) => !isAdditive(statement)),
      ).toEqual([]);
    },
  );

  test.each([
    ['ALTER TABLE "products" ADD COLUMN "weight" integer;', true],
    [`ALTER TABLE "products" ADD COLUMN "unit" text DEFAULT 'g' NOT NULL;`, true],
    ['ALTER TABLE "products" ADD COLUMN "unit" text NOT NULL;', false],
    ['ALTER TABLE "products" DROP COLUMN "edition";', false],
    ['ALTER TABLE "orders" ADD CONSTRAINT "x" CHECK (true);', false],
    ['CREATE UNIQUE INDEX "x" ON "orders" ("email");', false],
    [
      `CREATE TABLE "x" ("id" integer);\n${separator}\nALTER TABLE "x" ADD CONSTRAINT "y" CHECK (true);`,
      true,
    ],
  ])('with %s is additive: %s', (sql, expected) => {
    expect(listStatements(sql).every(isAdditive)).toBe(expected);
  });
});

describe('after a downgrade', () => {
  const newestTime = Math.max(...journal.entries.map(({ when }) => when));
  let newerVersion: string;

  beforeAll(async () => {
    newerVersion = await mkdtemp(path.join(tmpdir(), 'newer-version-'));
    for (const name of ['package.json', 'rest-api', 'web/shop']) {
      await cp(path.join(repository, name), path.join(newerVersion, name), { recursive: true });
    }
    await symlink(path.join(repository, 'node_modules'), path.join(newerVersion, 'node_modules'));
  });
  afterAll(() => rm(newerVersion, { recursive: true }));

  /** Adds a migration to the newer version, and starts and stops it with the database. */
  async function upgrade(settings: Record<string, string>, sql: string) {
    const entries = [
      ...journal.entries,
      { idx: 99, version: '7', when: newestTime + 1, tag: '0099_newer', breakpoints: true },
    ];
    await writeFile(path.join(newerVersion, journalFile), JSON.stringify({ ...journal, entries }));
    await writeFile(path.join(newerVersion, migrations, '0099_newer.sql'), sql);
    await (await startService(settings, path.join(newerVersion, 'rest-api', 'main.ts'))).stop();
  }

  test('this version works with a database that a newer version has extended, and backs up its new tables and columns', async () => {
    const settings = { DATA_DIR: await createCatalogueDirectory() };
    await upgrade(
      settings,
      `ALTER TABLE "products" ADD COLUMN "unit" text DEFAULT 'g' NOT NULL;${separator}
       CREATE TABLE "gifts" ("id" integer PRIMARY KEY);${separator}
       INSERT INTO "gifts" VALUES (7);`,
    );
    const service = await startService(settings);
    const call = createCall(service.url);
    const user = await register(call);
    expect((await call(`GET /getUserById/${user.id}`)).body).toEqual(user);
    const folder = await createDataDirectory();
    const file = path.join(folder, 'backup.tar.gz');
    expect((await runShop(settings, 'backup', file)).stderr).toBe('');
    await service.stop();

    const restored = { DATA_DIR: await createEmptyDirectory() };
    expect((await runShop(restored, 'restore', file)).stderr).toContain('was made by a newer version');
    await mkdir(path.join(folder, 'content'));
    await extract({ file, cwd: path.join(folder, 'content') });
    const readTable = (name: string) =>
      readFile(path.join(folder, 'content', 'tables', `${name}.ndjson`), 'utf8');
    expect(await readTable('gifts')).toBe('{"id": 7}\n');
    expect(await readTable('products')).toContain('"unit": "g"');
    await Promise.all(
      [settings.DATA_DIR, restored.DATA_DIR, folder].map((directory) => removeDataDirectory(directory)),
    );
  });

  test('this version does not start with a database to which a newer version has applied a breaking migration', async () => {
    const settings = { DATA_DIR: await createCatalogueDirectory() };
    await upgrade(
      settings,
      `ALTER TABLE "products" ADD CONSTRAINT "positive_id" CHECK ("id" > 0);${separator}
       INSERT INTO "drizzle"."breaking_migrations" ("created_at") VALUES (${newestTime + 1});`,
    );
    const error = await expectStartupError(settings);
    expect(error.exitCode).toBe(1);
    expect(error.output).toBe(
      `DATA_DIR=${settings.DATA_DIR}: a newer version has changed this database in a way that this version does not support; start the newer version, or restore a backup made before the upgrade\n`,
    );
    await removeDataDirectory(settings.DATA_DIR);
  });
});
