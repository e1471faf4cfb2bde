import { execFileSync } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readCsv } from '#rest-api/import/csv-file.ts';
import type { FileIssue, FileRecord } from '#rest-api/import/file-record.ts';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { type Call, createCall, createShipmentBody, productSchema, register } from './calls.ts';
import { catalogue } from './catalogue.ts';
import {
  importCatalogue,
  importInNewProcess,
  importTestCatalogue,
  testCatalogueFile,
} from './import-command.ts';
import { postgresqlDirectory } from './postgresql.ts';
import { createCatalogueDirectory, createDemoDirectory, createEmptyDatabase } from './prepared-data.ts';
import { createDataDirectory, type RunningService, removeDataDirectory, startService } from './service.ts';

const productsSchema = z.array(productSchema);
const idsSchema = z.array(z.object({ id: z.int() }));

const header =
  'id,productName,price,mrp,discount,category,language,publisher,author,status,thumbnailFile,pdfFile,productImages,remainingQuantity,isbnId,description';

/** Creates the text of a CSV file that is large enough for its import to be interrupted. */
function createLargeCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    return `${id},"Book ${id}, a ""novel""",100.50,201,50,Category ${id % 7},मराठी,Publisher ${id % 11},Author ${id % 997},Available,,,"{""image1"": ""https://pictures.example/${id}.jpg""}",${id % 5 === 0 ? '' : id % 60},,"Two\nlines"`;
  });
  return [header, ...rows, ''].join('\n');
}

describe('an import while the service is running with the demo catalogue', () => {
  let directory: string;
  let service: RunningService;
  let call: Call;

  beforeAll(async () => {
    directory = await createDemoDirectory();
    service = await startService({ DATA_DIR: directory });
    call = createCall(service.url);
    return async () => {
      await service.stop();
      await removeDataDirectory(directory);
    };
  });

  const run = (args: string[]) => importCatalogue(args, { DATA_DIR: directory });
  const createFile = async (name: string, content: string) => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    return file;
  };
  const fetchProducts = async () => productsSchema.parse((await call('GET /getallproducts')).body);

  test('a file with errors changes nothing, and each error is reported with line, column, value and reason', async () => {
    const validRow = (id: number) => `${id},A,1.00,2.00,50,C,L,P,A,Available,,,,1,,D`;
    const file = await createFile(
      'invalid.csv',
      [
        header,
        validRow(1),
        'x,A,1.00,2.00,50,C,L,P,A,Available,,,,1,,D',
        '3,,1.005,-2,101,C,L,P,A,available,javascript:alert(1),,{},1.5,,D',
        `4,A,1.00,2.00,50,C,L,P,A,Available,,,"{""image1"": 7}",1,,"a\nb"`,
        validRow(1),
        '6,A,1.00',
        '7,A,1.00,2.00,50,C,L,P,A,Available,,,not json,,,D',
      ].join('\n'),
    );
    const before = await call('GET /getallproducts');
    const { exitCode, output } = await run([file]);
    expect(exitCode).toBe(1);
    expect(output.split('\n')).toEqual([
      `${file} has 12 errors; nothing was imported:`,
      'line 3, column id, value "x": must be a whole number from 1 to 2147483647',
      'line 4, column productName, value "": must not be empty',
      'line 4, column price, value "1.005": must be rupees from 0 to 21474836.47 with at most 2 decimals, such as 249.50',
      'line 4, column mrp, value "-2": must be rupees from 0 to 21474836.47 with at most 2 decimals, such as 249.50',
      'line 4, column discount, value "101": must be a percentage from 0 to 100 with at most 2 decimals',
      'line 4, column status, value "available": must be one of Available, Unavailable, Not-Available',
      'line 4, column thumbnailFile, value "javascript:alert(1)": must be an http(s) URL or a path that starts with /',
      'line 4, column remainingQuantity, value "1.5": must be a whole number from 0 to 2147483647, or blank',
      `line 5, column productImages, value "{\\"image1\\": 7}": must be text`,
      'line 7, column id, value 1: is already used on line 2',
      'line 8: has 3 values for 16 columns',
      'line 9, column productImages, value "not json": must be a JSON object such as {"image1": "https://…"}',
      '',
    ]);
    expect((await call('GET /getallproducts')).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test.each([
    ['unknown.csv', `${header},colour\n`, /column colour: is not a known column/],
    ['missing.csv', 'productName,price\nA,1\n', /line 1, column id: is missing/],
    [
      'rounded.csv',
      'id,isbnId\n1,9.78014E+12\n',
      /line 2, column isbnId, .*: was rounded by a spreadsheet; format the column/,
    ],
    ['mistyped.csv', 'id,isbnId\n1,9780141439519\n', /column isbnId, .*: .* its check digit is wrong/],
    ['short.csv', 'id,isbnId\n1,141439513\n', /has 9 digits, but an ISBN has 10 or 13; .* the first zero/],
    ['above.csv', 'id,mrp,price\n1,200,200.01\n', /line 2, column price, .*: is above the MRP of 200\n/],
    ['amount.csv', 'id,mrp\n1,21474836.48\n', /line 2, column mrp, .* rupees from 0 to 21474836\.47 with/],
    [
      'years.csv',
      'id,publicationYear\n1,20190\n',
      /column publicationYear, .* a year from 1000 to 9999, or blank\n/,
    ],
    [
      'years.json',
      '[{"id": 1, "firstPublicationYear": 2147483647}]',
      /column firstPublicationYear, .* a year from 1000 to 9999, or blank\n/,
    ],
    ['percent.csv', 'id,discount\n1,10.0000001\n', /line 2, column discount, .* with at most 2 decimals\n/],
    ['twice.csv', 'isbnId\n9780141439518\n0-141-43951-3\n', /line 3, column isbnId, .* used on line 2/],
    ['blank-isbn.csv', 'isbnId,price\n ,99\n', /line 2, column id: is missing, and so is isbnId\n/],
    ['hyphen.csv', 'isbnId,price\n -,99\n', /line 2, column isbnId, .*: has neither digits nor letters\n/],
    [
      'unnamed-column.csv',
      'id,,mrp\n1,,2\n,,\n2,note,2\n',
      /has 1 error; .*\nline 4, value "note": is in column 2, which has no name\n/,
    ],
    ['semicolons.csv', 'id;price\n1;2,50\n', /line 1: the file is separated by semicolons; save it as CSV/],
    ['tabs.csv', 'id\tprice\n1\t2.50\n', /line 1: the file is separated by tabs; save it as CSV/],
    ['lines.jsonl', '{"id":1}\n{"id":2}\n', /line 1: the file is JSON lines; make it one JSON array/],
    ['lines.json', '{"id":1}\n{"id":2}\n', /line 1: the file is JSON lines; make it one JSON array/],
    ['page.xml', '<html></html>', /line 1: the file is XML, but not ONIX for Books/],
    [
      'broken.xml',
      '<ONIXMessage>\n<Product></ONIXMessage>',
      /line 2: is not valid XML \(unexpected close tag/,
    ],
    ['repeated-column.csv', `${header},id\n`, /line 1, column id: occurs more than once/],
    ['empty.csv', '', /line 1: the file is empty/],
    ['no-rows.csv', `${header}\n`, /the file contains no products/],
    [
      'open-quote.csv',
      `${header}\n1,"A\n`,
      /line 2: a quotation mark on this or a later line is never closed/,
    ],
    [
      'open-quote-after-blank-lines.csv',
      `${header}\r\n\r\n\r\n1,"A\r\n`,
      /line 4: a quotation mark on this or a later line is never closed/,
    ],
    ['broken.json', '[\n{"id": 1,\n}]', /line 3: is not valid JSON/],
    ['python.json', '[\n{"id": 1,\n"mrp": None},\n{"id": 2}\n]\n', /line 3: is not valid JSON/],
    ['missing-comma.json', '[\n{"id": 1}\n{"id": 2}\n]\n', /line 3: is not valid JSON/],
    ['unfinished.json', '[\n{"id": 1},\n', /line 3: is not valid JSON/],
    ['object.json', '{"id": 1}', /must be an array of products/],
    [
      'elements.json',
      '[\n1,\n{"mrp": 2}\n]',
      /line 2, value 1: must be an object.*\nline 3, column id: is missing/,
    ],
  ])('%s is rejected with the reason', async (name, content, reason) => {
    const { exitCode, output } = await run([await createFile(name, content)]);
    expect(exitCode).toBe(1);
    expect(output).toMatch(reason);
  });

  test('errors in a file with a byte order mark and Windows line endings are reported with their lines', async () => {
    const rows = ['x,A,1,2,0,C,L,P,A,Available,,,,1,,"a\r\nb"', 'y,A,1,2,0,C,L,P,A,Available,,,,1,,'];
    const { output } = await run([
      await createFile('windows.csv', `\ufeff${[header, ...rows, ''].join('\r\n')}`),
    ]);
    expect(output).toContain('has 2 errors');
    expect(output).toContain('line 2, column id, value "x"');
    expect(output).toContain('line 4, column id, value "y"');
  });

  test('a quotation mark inside a value is reported once, with its line', async () => {
    const file = await createFile('quotes.csv', `${header}\n1,"A "quoted" title",1,1,0\n`);
    const { exitCode, output } = await run([file]);
    expect([exitCode, output]).toEqual([
      1,
      `${file} has 1 error; nothing was imported:\nline 2: a quotation mark inside a value must be doubled, and the value must be in quotation marks\n`,
    ]);
  });

  test('a quotation mark inside a value is reported with its line after Windows line breaks in values, and after earlier errors', async () => {
    const rows = [
      'x,"A\r\nB",1,2,0,C,L,P,A,Available,,,,1,,"a\r\nb"',
      '',
      '2,"A\r\nB","C "quoted" title",1,1,0',
      '3,A,1',
    ];
    const file = await createFile('windows-quotes.csv', [header, ...rows, ''].join('\r\n'));
    expect((await run([file])).output.split('\n')).toEqual([
      `${file} has 2 errors; nothing was imported:`,
      'line 2, column id, value "x": must be a whole number from 1 to 2147483647',
      'line 7: a quotation mark inside a value must be doubled, and the value must be in quotation marks',
      '',
    ]);
  });

  // A regular file would not show how far it is read.
  test.skipIf(process.platform === 'win32')(
    'a CSV file is not read beyond its first syntax error, but the rows before it are',
    async () => {
      const pipe = path.join(directory, 'pipe.csv');
      execFileSync('mkfifo', [pipe]);
      const writer = await open(pipe, 'r+');
      try {
        await writer.writeFile(`id,productName\n1,A\n2,B "quoted"\n${'3,C\n'.repeat(1000)}`);
        const issues: FileIssue[] = [];
        const records: FileRecord[] = [];
        for await (const record of readCsv(pipe, (issue) => issues.push(issue))) records.push(record);
        expect(records).toEqual([{ line: 2, fields: { id: '1', productName: 'A' } }]);
        expect(issues).toEqual([{ line: 3, reason: expect.stringContaining('must be doubled') }]);
      } finally {
        await writer.close();
      }
    },
  );

  test('text that is not UTF-8 is reported', async () => {
    const file = path.join(directory, 'latin1.csv');
    await writeFile(file, Buffer.from(`${header}\n1,Caf\u00e9,1,2,0,C,L,P,A,Available,,,,1,,D\n`, 'latin1'));
    const { exitCode, output } = await run([file]);
    expect(exitCode).toBe(1);
    expect(output).toContain('line 2, column productName');
    expect(output).toContain('UTF-8');
  });

  test.each([
    [
      'little-endian.csv',
      Buffer.from(`\ufeffid,price\n1,2\n`, 'utf16le'),
      /the file is UTF-16; save it as UTF-8/,
    ],
    [
      'big-endian.csv',
      Buffer.from(`\ufeffid,price\n`, 'utf16le').swap16(),
      /the file is UTF-16; save it as UTF-8/,
    ],
    ['no-mark.csv', Buffer.from('id,price\n1,2\n', 'utf16le'), /the file is UTF-16 or not a text file/],
    ['workbook.csv', Buffer.from('504b030414000600', 'hex'), /is an Excel workbook \(\.xlsx\)/],
    ['workbook.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /is an Excel workbook \(\.xls\)/],
  ])('%s is rejected with advice', async (name, content, reason) => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    const { exitCode, output } = await run([file]);
    expect(exitCode).toBe(1);
    expect(output).toMatch(reason);
  });

  test('the first hundred errors are printed and the rest counted', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => `${index + 1},,1,2,0,C,L,P,A,Available,,,,1,,D`);
    const { output } = await run([await createFile('many-errors.csv', [header, ...rows].join('\n'))]);
    expect(output.split('\n')).toHaveLength(103);
    expect(output).toContain('… and 50 more.');
  });

  test('a missing file and a missing argument are explained', async () => {
    const missing = await run(['/nowhere/books.csv']);
    expect([missing.exitCode, missing.output]).toEqual([
      1,
      'Cannot read /nowhere/books.csv (ENOENT): use the path of a CSV, JSON or ONIX file\n',
    ]);
    expect((await run([])).output).toContain('Usage: npm run catalogue:import -- FILE');
  });

  test.skipIf(process.platform === 'win32')(
    'the output of another command, as with <(…), is rejected with the advice to save it first',
    async () => {
      const pipe = path.join(directory, 'pipe');
      execFileSync('mkfifo', [pipe]);
      // Opening a pipe only for writing would wait for the import.
      const handle = await open(pipe, 'r+');
      onTestFinished(() => handle.close());
      await handle.write(header);
      const { exitCode, output } = await run([pipe]);
      expect(exitCode).toBe(1);
      expect(output).toContain('line 1: the file is a pipe or a device; save the catalogue to a file first');
    },
  );

  test('an import that is killed while it stores products changes nothing', async () => {
    const before = await call('GET /getallproducts');
    const file = await createFile('many.csv', createLargeCsv(6000));
    const { exitCode, output } = await importInNewProcess(
      [file],
      { DATA_DIR: directory },
      (child, outputSoFar) => {
        if (outputSoFar.includes('10%')) child.kill('SIGKILL');
      },
    );
    expect(exitCode).toBeNull();
    expect(output).not.toContain('Done');
    expect(service.output()).not.toContain('imported a catalogue');
    expect((await call('GET /getallproducts')).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('a price file for demo books is rejected, because an import cannot change them', async () => {
    const file = await createFile('prices.csv', 'id,price\n1,190\n');
    const { exitCode, output } = await run([file]);
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(
        'The import failed and nothing was changed: the shop has no products of its own yet (an import replaces demo books instead of changing them), and new products lack required columns.',
      ),
    ]);
  });

  test('the first import replaces the whole demo, including its coupons and logins', async () => {
    const [login] = service.demoLogins;
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

  test('line and paragraph separators in a description are imported, and become spaces in a category', async () => {
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
    const { exitCode } = await importInNewProcess([file], { DATA_DIR: directory }, (_child, outputSoFar) => {
      if (outputSoFar.includes('30%') && service.process.exitCode === null) service.process.kill('SIGKILL');
    });
    expect(exitCode).toBe(1);
    service = await startService({ DATA_DIR: directory });
    call = createCall(service.url);
    expect(await fetchProducts()).toEqual(before);
  });

  test('the service is ready and lists its books while a long import uses the database', async () => {
    const before = await fetchProducts();
    // The readiness check waits up to three seconds for the database, so the import has to take longer.
    const file = await createFile('long.csv', createLargeCsv(40_000));
    let checks: Promise<unknown> | undefined;
    await importInNewProcess([file], { DATA_DIR: directory }, (child, outputSoFar) => {
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
  test('leaves the old catalogue if it is killed halfway, and succeeds when run again', async () => {
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

  test('waits for another import to end, and does not claim that a service does the import', async () => {
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

test.skipIf(postgresqlDirectory === undefined)(
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
  });
});
