import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { createCall, createShipmentBody, register } from './calls.ts';
import { catalogue } from './catalogue.ts';
import { startDemo } from './engines.ts';
import {
  importCatalogue,
  importInNewProcess,
  importTestCatalogue,
  testCatalogueFile,
} from './import-command.ts';
import { header, setUpImports } from './import-setup.ts';
import { postgresqlBinaryDir, runSql } from './postgresql.ts';
import {
  createCatalogueDatabase,
  createCatalogueDirectory,
  createDemoDirectory,
  createEmptyDatabase,
} from './prepared-data.ts';
import { createDataDirectory, removeDataDirectory, startService } from './service.ts';

const idsSchema = z.array(z.object({ id: z.int() }));

/** Creates the text of a CSV file that is large enough for its import to be interrupted. */
function createLargeCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    return `${id},"Book ${id}, a ""novel""",100.50,201,50,Category ${id % 7},मराठी,Publisher ${id % 11},Author ${id % 997},Available,,,"{""image1"": ""https://pictures.example/${id}.jpg""}",${id % 5 === 0 ? '' : id % 60},,"Two\nlines"`;
  });
  return [header, ...rows, ''].join('\n');
}

describe('an import while the service is running', () => {
  const { call, createFile, fetchProducts, getService, restart, run } = setUpImports(startDemo);

  test('an import that is killed while it stores products changes nothing', async () => {
    const before = await call('GET /getallproducts');
    const file = await createFile('many.csv', createLargeCsv(6000));
    const { exitCode, output } = await importInNewProcess(
      [file],
      getService().settings,
      (child, outputSoFar) => {
        if (outputSoFar.includes('10%')) child.kill('SIGKILL');
      },
    );
    expect(exitCode).toBeNull();
    expect(output).not.toContain('Done');
    expect(getService().output()).not.toContain('imported a catalogue');
    expect((await call('GET /getallproducts')).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('the first import replaces the whole demo, including its coupons and logins', async () => {
    const [login] = getService().demoLogins;
    const demoEmail = 'demo.shopper@example.com';
    const shopper = await register(call);
    const [coupon] = idsSchema.parse((await call('GET /AllCoupons')).body);
    const [inStock] = (await fetchProducts()).filter(({ remainingQuantity }) => (remainingQuantity ?? 0) > 0);
    const lines = [{ productId: inStock?.id ?? 0, quantity: 1 }];
    const body = { ...createShipmentBody(shopper, lines), coupon: coupon?.id };
    const order = orderRecord.parse((await call('POST /createShipment', { body })).body);
    const demoCount = (await fetchProducts()).length;
    const { exitCode, output } = await run([testCatalogueFile]);
    expect([exitCode, output]).toEqual([
      0,
      expect.stringContaining('10 products inserted, 0 changed, 0 unchanged.'),
    ]);
    expect(output).toContain(
      `Removed the demo: its ${demoCount} products, coupons, home page content and logins.`,
    );
    expect(await fetchProducts()).toEqual(catalogue);
    const categories = z
      .array(z.object({ categoryName: z.string() }))
      .parse((await call('GET /getallCategory')).body);
    const names = categories.map(({ categoryName }) => categoryName);
    expect(names).toEqual(['Novels', 'Poetry', 'Travel & Places']);
    for (const list of ['/AllCoupons', '/AllSlideImages', '/AllMarketting', '/TodaysNotifications']) {
      expect((await call(`GET ${list}`)).body, list).toEqual([]);
    }
    const credentials = { contact: login?.contact, password: login?.password };
    expect((await call('POST /loginByContact', { body: credentials })).status).toBe(401);
    expect((await call(`GET /OrdersByUserEmail?email=${demoEmail}`)).body).toEqual([]);
    // Orders of real shoppers lose only the references to deleted products and coupons.
    expect((await call(`GET /OrdersByUserEmail?email=${shopper.email}`)).body).toEqual([
      { ...order, coupon: null, shipmentProducts: [{ ...order.shipmentProducts[0], product: null }] },
    ]);
  });

  test('a later import adds and updates products by id, and with --replace withdraws those that the file lacks', async () => {
    const rows = z
      .array(z.record(z.string(), z.unknown()))
      .parse(JSON.parse(await readFile(testCatalogueFile, 'utf8')));
    const changed = [
      { ...rows[0], price: 90.25, category: 'New Collection' },
      { ...rows[1], id: 11 },
    ];
    const file = await createFile('changed.json', JSON.stringify(changed));
    expect((await run([file])).output).toContain('1 product inserted, 1 changed, 0 unchanged.');
    expect(await fetchProducts()).toHaveLength(11);
    expect((await call('GET /getproductbyid/1')).body).toMatchObject({
      price: 90.25,
      category: 'New Collection',
    });
    const replaced = await run([file, '--replace', '--yes']);
    expect(replaced.output).toContain('0 products inserted, 0 changed, 2 unchanged.');
    expect(replaced.output).toContain('Withdrew 9 products not contained in the file.');
    expect((await fetchProducts()).map(({ id }) => id)).toEqual([1, 11]);
    expect((await call('GET /getproductbyid/2')).status).toBe(404);
  });

  test('line and paragraph separators in a description are imported, and a line separator in a category becomes a space', async () => {
    const row = 'Book,1.00,2.00,50,Short\u2028Stories,L,P,A,Available,,,,1,,"One\u2028two\u2029three"';
    const file = await createFile('separators.csv', [header, `21,${row}`, ''].join('\n'));
    expect(await run([file])).toEqual({
      exitCode: 0,
      output: expect.stringContaining('1 product inserted, 0 changed, 0 unchanged.'),
    });
    expect((await call('GET /getproductbyid/21')).body).toMatchObject({
      category: 'Short Stories',
      description: 'One\u2028two\u2029three',
    });
  });

  test('a service that is killed during an import still has the old catalogue after a restart', async () => {
    const before = await fetchProducts();
    const file = await createFile('many.csv', createLargeCsv(6000));
    const killService = (_child: unknown, outputSoFar: string) => {
      if (outputSoFar.includes('30%') && getService().process.exitCode === null)
        getService().process.kill('SIGKILL');
    };
    const { exitCode, output } = await importInNewProcess([file], getService().settings, killService);
    expect(exitCode).toBe(1);
    // The command cannot know whether the service had already stored the products.
    expect(output.trim().split('\n').at(-1)).toBe(
      'The import failed: The connection to the service ended before it reported the result; run the import again.',
    );
    await restart();
    expect(await fetchProducts()).toEqual(before);
  });

  test('the service is ready and lists its books while a long import uses the database', async () => {
    const before = await fetchProducts();
    // The readiness check waits up to three seconds for the database, so the import has to take longer.
    const file = await createFile('long.csv', createLargeCsv(40_000));
    let checks: Promise<unknown> | undefined;
    await importInNewProcess([file], getService().settings, (child, outputSoFar) => {
      if (!outputSoFar.includes('10%')) return;
      checks ??= Promise.all([
        fetchProducts(),
        call('GET /health/ready').then(({ status }) => status),
      ]).finally(() => child.kill('SIGKILL'));
    });
    expect(await checks).toEqual([before, 200]);
  }, 120_000);
});

test('the help of the import is printed on request', async () => {
  const { exitCode, output } = await importCatalogue(['--help'], {});
  expect(output).toContain('catalogue import FILE [--dry-run]');
  expect(output).not.toContain('Unknown option');
  expect(exitCode).toBe(0);
});

describe('an import while no service is running', () => {
  /** Creates a directory into which the import also puts its temporary files. */
  const createIsolatedDirectory = async () => {
    const directory = await createDataDirectory();
    vi.stubEnv('TMPDIR', directory);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await removeDataDirectory(directory);
    });
    return directory;
  };

  test('a dry run with a data directory that does not exist prints what the first import would do, and leaves no files', async () => {
    const directory = await createIsolatedDirectory();
    const settings = { DATA_DIR: path.join(directory, 'shop') };
    const { exitCode, output } = await importCatalogue([testCatalogueFile, '--dry-run'], settings);
    expect(output).toContain(
      'Dry run: nothing was changed. The import would do this:\n10 products inserted,',
    );
    expect(exitCode).toBe(0);
    expect(await readdir(directory)).toEqual([]);
  });

  test.skipIf(postgresqlBinaryDir === undefined)(
    'a dry run with an empty PostgreSQL database prints what the first import would do, and leaves the database empty',
    async () => {
      const directory = await createIsolatedDirectory();
      const url = await createEmptyDatabase();
      const settings = { DATA_DIR: path.join(directory, 'shop'), DATABASE_URL: url };
      const { exitCode, output } = await importCatalogue([testCatalogueFile, '--dry-run'], settings);
      expect(output).toContain(
        'Dry run: nothing was changed. The import would do this:\n10 products inserted,',
      );
      expect(exitCode).toBe(0);
      expect(await readdir(directory)).toEqual([]);
      const { rows } = await runSql(
        url,
        "select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
      );
      expect(rows).toEqual([]);
    },
  );

  /** Makes the newest migration a pending one. */
  const forgetMigration =
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)';
  const pendingMigrations =
    'this database has pending migrations; start the service once to run them, then repeat the command\n';

  test('a dry run is rejected while the embedded database has pending migrations', async () => {
    const directory = await createCatalogueDirectory();
    const database = await PGlite.create(path.join(directory, 'database'));
    await database.exec(forgetMigration);
    await database.close();
    const { exitCode, output } = await importCatalogue([testCatalogueFile, '--dry-run'], {
      DATA_DIR: directory,
    });
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(`DATA_DIR=${directory}: ${pendingMigrations}`),
    ]);
    await removeDataDirectory(directory);
  });

  test.skipIf(postgresqlBinaryDir === undefined)(
    'a dry run is rejected while the PostgreSQL database has pending migrations',
    async () => {
      const url = await createCatalogueDatabase();
      await runSql(url, forgetMigration);
      const directory = await createDataDirectory();
      const settings = { DATA_DIR: directory, DATABASE_URL: url };
      const { exitCode, output } = await importCatalogue([testCatalogueFile, '--dry-run'], settings);
      expect([exitCode, output]).toEqual([1, expect.stringContaining(pendingMigrations)]);
      await removeDataDirectory(directory);
    },
  );

  test('changes nothing if it is killed halfway, and succeeds when run again', async () => {
    const directory = await createCatalogueDirectory();
    const settings = { DATA_DIR: directory };
    const file = path.join(directory, 'many.csv');
    await writeFile(file, createLargeCsv(3000));
    const killed = await importInNewProcess([file], settings, (child, outputSoFar) => {
      if (outputSoFar.includes('50%')) child.kill('SIGKILL');
    });
    expect(killed.exitCode).toBeNull();
    const service = await startService(settings);
    expect((await createCall(service.url)('GET /getallproducts')).body).toHaveLength(10);
    await service.stop();
    expect((await importCatalogue([file], settings)).output).toContain(
      '2990 products inserted, 10 changed, 0 unchanged.',
    );
    await removeDataDirectory(directory);
  }, 180_000);

  test('waits for another import to end, and does not say that the REST service is running', async () => {
    // Each import takes so long to open the database that the two overlap.
    const directory = await createCatalogueDirectory();
    const runImport = () => importInNewProcess([testCatalogueFile], { DATA_DIR: directory });
    const runs = await Promise.all([runImport(), runImport()]);
    const outputs = runs.map(({ output }) => output).join('\n');
    expect(outputs).not.toContain('The REST service is running');
    expect(outputs).not.toContain('has this database open');
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    await removeDataDirectory(directory);
  }, 180_000);
});

test.skipIf(postgresqlBinaryDir === undefined)(
  'on PostgreSQL, an import and an order are visible immediately in all services that share the database',
  async () => {
    const directory = await createDataDirectory();
    const settings = { DATA_DIR: directory, DATABASE_URL: await createEmptyDatabase() };
    const [service, other] = await Promise.all([startService(settings), startService(settings)]);
    const [call, callOther] = [createCall(service.url), createCall(other.url)];
    expect([service.demoLogins, (await call('GET /getallproducts')).body]).toEqual([[], []]);
    await importTestCatalogue(settings);
    const [first, second] = [await call('GET /getallproducts'), await callOther('GET /getallproducts')];
    expect(first.body).toHaveLength(10);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    const body = createShipmentBody(await register(call), [{ productId: 9, quantity: 2 }]);
    expect((await call('POST /createShipment', { body })).status).toBe(201);
    expect((await callOther('GET /getproductbyid/9')).body).toMatchObject({ remainingQuantity: 1 });
    await Promise.all([service.stop(), other.stop()]);
    await removeDataDirectory(directory);
  },
  180_000,
);

describe('an import that the database rejects', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await createDemoDirectory();
    const database = await PGlite.create(path.join(directory, 'database'));
    await database.exec('ALTER TABLE products ADD CONSTRAINT cheap CHECK (price_paise < 100) NOT VALID');
    await database.close();
    return () => removeDataDirectory(directory);
  });

  const expectOneLine = async () => {
    const { exitCode, output } = await importCatalogue([testCatalogueFile], { DATA_DIR: directory });
    expect(exitCode).toBe(1);
    expect(output.trim().split('\n').at(-1)).toBe(
      'The import failed and nothing was changed: new row for relation "products" violates check constraint "cheap"',
    );
  };

  test('is reported in one line that does not contain the products', expectOneLine);

  test('is reported in the same way by a running service, whose log does not contain the products either', async () => {
    const service = await startService({ DATA_DIR: directory });
    await expectOneLine();
    await service.stop();
    const [line = ''] = service
      .output()
      .split('\n')
      .filter((text) => text.includes('an import failed'));
    expect(line).toContain('violates check constraint');
    expect(line.length).toBeLessThan(5_000);
    expect(service.output()).not.toContain('Letters from a Well');
  });
});
