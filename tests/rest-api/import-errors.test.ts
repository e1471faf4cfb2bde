import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readCsv } from '#rest-api/import/csv-file.ts';
import type { FileIssue, FileRecord } from '#rest-api/import/file-record.ts';
import { startDemo } from './engines.ts';
import { header, setUpImports } from './import-setup.ts';
import { createOnixMessage } from './onix-messages.ts';

describe('an import while the service is running with the demo catalogue', () => {
  const { call, createFile, getPath, run } = setUpImports(startDemo);

  test('a file with errors changes nothing, and each error is reported with its line and reason, and with the column and value of a wrong cell', async () => {
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
      `line 5, column productImages, value "{\\"image1\\": 7}": must be a JSON object such as {"image1": "https://…"}`,
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
    [
      'number.csv',
      'id,isbnId\n1,9780141439518.0\n',
      /line 2, column isbnId, .*: was made a decimal number by a spreadsheet; format the column/,
    ],
    [
      'mistyped-dashes.csv',
      'id,isbnId\n1,978\u20110\u2011141\u201343951\u20139\n',
      /column isbnId, .*: .* its check digit is wrong/,
    ],
    ['mistyped.csv', 'id,isbnId\n1,9780141439519\n', /column isbnId, .*: .* its check digit is wrong/],
    ['short.csv', 'id,isbnId\n1,141439513\n', /has 9 digits, but an ISBN has 10 or 13; .* the leading zero/],
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
    ['blank-id.csv', 'id,price\n ,99\n', /line 2, column id, value " ": is missing, and so is isbnId\n/],
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
    [
      'nested.xml',
      `<ONIXMessage>\n<Product>\n${'<p>'.repeat(200)}${'</p>'.repeat(200)}</Product></ONIXMessage>`,
      /line 3: has elements that are nested more than 200 levels deep/,
    ],
    [
      'amount.xml',
      createOnixMessage({ isbn: '9780141439518', mrp: '1.005' }),
      /column price, value "1\.005": must be rupees/,
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
      'nested.json',
      `[\n1,\n${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
      /line 3: is nested more than 200 levels deep/,
    ],
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

  test.each([
    [
      'long.csv',
      `id,description\n\n1,"A\n`,
      '"\n2,B\n',
      'line 3: the record is longer than 10 MB; perhaps a quotation mark is never closed',
    ],
    [
      'long.xml',
      '<ONIXMessage>\n<Header></Header>\n<Product><CollateralDetail><TextContent><Text>',
      '</Text></TextContent></CollateralDetail></Product></ONIXMessage>',
      'line 3: the record is longer than 10 MB',
    ],
  ])(
    'a record that is too long is rejected with its line and the limit (%s)',
    async (name, start, end, reason) => {
      const createLongFile = (bytes: number) => createFile(name, `${start}${'क'.repeat(bytes / 3)}${end}`);
      const file = await createLongFile(10_100_000);
      const { exitCode, output } = await run([file]);
      expect([exitCode, output]).toEqual([1, `${file} has 1 error; nothing was imported:\n${reason}\n`]);
      expect((await run([await createLongFile(9_900_000)])).output).not.toContain('longer');
    },
  );

  test('errors in a file with a byte order mark and Windows line breaks are reported with their lines', async () => {
    const rows = ['x,A,1,2,0,C,L,P,A,Available,,,,1,,"a\r\nb"', 'y,A,1,2,0,C,L,P,A,Available,,,,1,,'];
    const { output } = await run([
      await createFile('windows.csv', `\ufeff${[header, ...rows, ''].join('\r\n')}`),
    ]);
    expect(output).toContain('has 2 errors');
    expect(output).toContain('line 2, column id, value "x"');
    expect(output).toContain('line 4, column id, value "y"');
  });

  test.each([
    ['\r\n', '\n'],
    ['\n', '\r\n'],
  ])(
    'the lines of a file with the line breaks %j and %j are read and counted correctly',
    async (first, second) => {
      const file = await createFile(
        'mixed.csv',
        [
          `id,productName${first}x,"A${second}B"${second}${second}`,
          `y,"A${first}B"${first}z,"C"${second}1,"D${first}E${second}F"${first}`,
          `${first}${second}2,"G"${second}3,"H "quoted" title"${first}`,
        ].join(''),
      );
      const issues: FileIssue[] = [];
      const records: FileRecord[] = [];
      for await (const record of readCsv(file, (issue) => issues.push(issue))) records.push(record);
      expect(records.map(({ line, fields }) => [line, fields.id, fields.productName])).toEqual([
        [2, 'x', `A${second}B`],
        [5, 'y', `A${first}B`],
        [7, 'z', 'C'],
        [8, '1', `D${first}E${second}F`],
        [13, '2', 'G'],
      ]);
      expect(issues).toEqual([{ line: 14, reason: expect.stringContaining('must be doubled') }]);
    },
  );

  test('the line of a quotation mark inside a value is correct after blank lines with mixed line breaks', async () => {
    const file = await createFile('mixed-blank-lines.csv', `${header}\n\r\n\n\r\n1,"A "quoted" title"\n`);
    expect((await run([file])).output).toContain('\nline 5: a quotation mark inside a value must be doubled');
  });

  test('a quotation mark inside a value is reported once, with its line', async () => {
    const file = await createFile('quotes.csv', `${header}\n1,"A "quoted" title",1,1,0\n`);
    const { exitCode, output } = await run([file]);
    expect([exitCode, output]).toEqual([
      1,
      `${file} has 1 error; nothing was imported:\nline 2: a quotation mark inside a value must be doubled, and the value must be in quotation marks\n`,
    ]);
  });

  test('the line of a quotation mark inside a value is correct even after Windows line breaks in values and after earlier errors', async () => {
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

  // The pipe is not closed, so that reading beyond the error would never end.
  test.skipIf(process.platform === 'win32')(
    'a CSV file is not read beyond its first syntax error, and the rows before the error are returned',
    async () => {
      const pipe = getPath('pipe.csv');
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
    const content = Buffer.from(`${header}\n1,Caf\u00e9,1,2,0,C,L,P,A,Available,,,,1,,D\n`, 'latin1');
    const file = await createFile('latin1.csv', content);
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
    const { exitCode, output } = await run([await createFile(name, content)]);
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
      const pipe = getPath('pipe');
      execFileSync('mkfifo', [pipe]);
      // Ends an import that is still waiting for a writer of the pipe.
      onTestFinished(async () => (await open(pipe, 'r+')).close());
      const { exitCode, output } = await run([pipe]);
      expect(exitCode).toBe(1);
      expect(output).toContain('line 1: the file is a pipe or a device; save the catalogue to a file first');
    },
  );

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
});
