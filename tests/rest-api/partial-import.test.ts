import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createShipmentBody, fetchOrders, register } from './calls.ts';
import { catalogue } from './catalogue.ts';
import { onEachEngine } from './engines.ts';
import { setUpImports } from './import-setup.ts';
import { pollOptions } from './service.ts';
import { runShop, runShopInTerminal } from './shop-command.ts';
import { connectForLocking } from './table-locks.ts';

// Most tests run the command several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

onEachEngine((start, engine) => {
  const {
    call,
    createFile,
    fetchProduct,
    fetchProducts,
    getDatabaseUrl,
    getPath,
    getService,
    importFile,
    run,
    runCommand,
  } = setUpImports(start);
  afterEach(() => importFile('all.json', catalogue, '--replace', '--yes'));

  // Nothing outside the service can lock a table of the embedded database.
  if (engine !== 'embedded') {
    test('an order that is placed during an import waits for it, and the import does not bring its copies back', async () => {
      const body = createShipmentBody(await register(call), [{ productId: 1, quantity: 1 }]);
      const { remainingQuantity } = await fetchProduct(1);
      const { client, countWaiting } = await connectForLocking(getDatabaseUrl());
      // The import reads the products before it stores the names of their categories.
      await client.query('begin; lock table categories in exclusive mode');
      const imported = importFile('descriptions.csv', 'id,description\n1,New\n');
      await expect.poll(countWaiting, pollOptions).toBe(1);
      const order = call('POST /createShipment', { body });
      await expect.poll(countWaiting, pollOptions).toBe(2);
      await client.query('commit');
      expect((await imported).output).toContain('1 changed');
      expect((await order).status).toBe(201);
      expect(await fetchProduct(1)).toMatchObject({
        description: 'New',
        remainingQuantity: (remainingQuantity ?? 0) - 1,
      });
    });
  }

  test('carts, wish lists and orders keep withdrawn products, and importing these again makes them available', async () => {
    const [orderedBook, wishlistedBook, remainingBook] = catalogue;
    if (orderedBook === undefined || wishlistedBook === undefined || remainingBook === undefined)
      throw new Error('The catalogue is empty');
    const { id, email } = await register(call);
    await call(`PUT /updateUser/${id}`, {
      body: { productIds: [orderedBook.id, orderedBook.id], wishlistProductIds: [wishlistedBook.id] },
    });
    const user = (await call(`GET /getUserById/${id}`)).body;
    const order = createShipmentBody(await register(call), [{ productId: orderedBook.id, quantity: 1 }]);
    await call('POST /createShipment', { body: { ...order, userEmail: email } });
    const orders = await fetchOrders(call, email);

    const withdrawal = await importFile('one.json', [remainingBook], '--replace', '--yes');
    expect(withdrawal.output).toContain('Withdrew 9 products not contained in the file.');
    expect((await fetchProducts()).map((record) => record.id)).toEqual([remainingBook.id]);
    expect((await call(`GET /getproductbyid/${orderedBook.id}`)).status).toBe(404);
    for (const [list, name] of [
      ['getallCategory', { categoryName: remainingBook.category }],
      ['AllAuthors', { authorName: remainingBook.author }],
      ['AllPublishers', { publisherName: remainingBook.publisher }],
      ['AllLanguages', { languageName: remainingBook.language }],
    ] as const) {
      expect((await call(`GET /${list}`)).body).toMatchObject([name]);
    }
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [line] = (await fetchOrders(call, email))[0]?.shipmentProducts ?? [];
    expect(line).toEqual({ ...orders[0]?.shipmentProducts[0], product: null });
    expect(await call('POST /createShipment', { body: order })).toMatchObject({
      status: 409,
      body: { message: `Not enough stock for product ${orderedBook.productName}` },
    });
    expect((await call(`PUT /moveToCart?userId=${id}&productId=${wishlistedBook.id}`)).status).toBe(404);
    const other = await register(call);
    expect((await call(`POST /addToWishlist?userId=${other.id}&productId=${orderedBook.id}`)).status).toBe(
      404,
    );
    await call(`PUT /updateUser/${other.id}`, { body: { productIds: [orderedBook.id] } });
    const removal = await call(
      `DELETE /removeProductFromUser?userId=${other.id}&productId=${orderedBook.id}`,
    );
    expect(removal.status).toBe(200);

    await importFile('all.json', catalogue);
    expect(await fetchProducts()).toEqual(catalogue);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [restoredLine] = (await fetchOrders(call, email))[0]?.shipmentProducts ?? [];
    expect(restoredLine?.product).toEqual(orderedBook);
  });

  test('withdrawing more than a tenth of the catalogue requires confirmation, and can be undone', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...catalogue[0], id: 101 + index }));
    await importFile('many.json', many);
    const before = await fetchProducts();
    const omitFirst = (count: number) => before.slice(count);
    const { exitCode, output } = await importFile('fewer.json', omitFirst(4), '--replace');
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(
        'The import failed and nothing was changed: --replace would withdraw 4 of 30 products; add --yes to confirm\n',
      ),
    ]);
    const preview = await importFile('fewer.json', omitFirst(4), '--replace', '--dry-run');
    expect(preview.output).toContain('Would withdraw 4 products not contained in the file.\n');
    expect(await fetchProducts()).toEqual(before);
    const withdrawal = await importFile('most.json', omitFirst(3), '--replace');
    expect(withdrawal.output).toContain('Withdrew 3 products not contained in the file.');
    // The file changes none of its products, so there is no progress to report.
    expect(withdrawal.output).not.toContain('%');
    expect((await importFile('one.json', omitFirst(29), '--replace', '--yes')).exitCode).toBe(0);
    expect(await fetchProducts()).toHaveLength(1);
    expect(await runCommand('catalogue', 'restore')).toMatch(
      /^Restored 26 books withdrawn at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d; the catalogue now has 27 books\.\n$/,
    );
    expect(await fetchProducts()).toEqual(omitFirst(3));
    await runCommand('catalogue', 'restore');
    expect(await fetchProducts()).toEqual(before);
    const again = await runShop(getService().settings, 'catalogue', 'restore');
    expect([again.exitCode, again.stderr]).toEqual([1, 'No book is withdrawn\n']);
  });

  test.each([
    ['the answer yes', 'yes\n', 0, 7],
    ['the answer no', 'no\n', 1, 10],
    ['Ctrl+D', '', 1, 10],
  ])(
    'in a terminal, the import asks before it withdraws more than a tenth of the catalogue, and obeys %s',
    async (_, input, exitCode, remainingCount) => {
      const file = await createFile('fewer.json', JSON.stringify(catalogue.slice(3)));
      const args = ['catalogue', 'import', file, '--replace'];
      const withdrawal = await runShopInTerminal(input, getService().settings, ...args);
      expect(withdrawal.exitCode).toBe(exitCode);
      expect(withdrawal.stdout).toContain('\n--replace would withdraw 3 of 10 products. Continue? (yes/no) ');
      // After the confirmation, the import is started again, but not announced again.
      expect(withdrawal.stdout).not.toMatch(/will execute the command[\s\S]*will execute the command/);
      expect(await fetchProducts()).toHaveLength(remainingCount);
    },
  );

  test('a dry run prints what would change and changes nothing', async () => {
    const before = await fetchProducts();
    const rows = [
      { ...catalogue[0], price: 150, discount: 25 },
      { ...catalogue[1] },
      { ...catalogue[0], id: 900 },
    ];
    const { exitCode, output } = await importFile('dry.json', rows, '--replace', '--yes', '--dry-run');
    expect(exitCode).toBe(0);
    expect(output).toContain('Dry run: nothing was changed. The import would do this:\n');
    expect(output).toContain('product 1, price: 180 → 150\nproduct 1, discount: 10 → 25\n');
    expect(output).toContain('1 product inserted, 1 changed, 1 unchanged.\n');
    expect(output).toContain('Would withdraw 8 products not contained in the file.\n');
    expect(await fetchProducts()).toEqual(before);
  });

  test('a dry run lists the first 100 changes, and says how many there are if there are more', async () => {
    const details = {
      pageCount: 480,
      binding: 'Paperback',
      edition: 'Third',
      publicationYear: 1998,
      firstPublicationYear: 1927,
      translator: 'Mahadev Desai',
      ageGroup: '8 to 12 years',
      transliteratedName: 'शामची आई',
      transliteratedAuthor: 'साने गुरुजी',
      workId: 'shyam',
    };
    const rows = catalogue.slice(0, 10).map(({ id }) => ({ id, ...details }));
    const hundred = await importFile('hundred.json', rows, '--dry-run');
    expect(hundred.output.match(/^product /gm)).toHaveLength(100);
    expect(hundred.output).not.toContain('are shown');
    const [first, ...others] = rows;
    const more = await importFile('more.json', [{ ...first, price: 1 }, ...others], '--dry-run');
    expect(more.output.match(/^product /gm)).toHaveLength(100);
    expect(more.output).toContain('… only the first 100 of 101 changes are shown.\n');
  });

  test('a file can identify books by ISBN in any notation; a book with a new ISBN gets the next id', async () => {
    const before = await fetchProduct(2);
    await importFile('isbn.csv', 'isbnId,price\n978-0-00-000000-2,120.50\n');
    expect(await fetchProduct(2)).toEqual({ ...before, price: 120.5 });
    const { id: _, ...book } = { ...catalogue[0], isbnId: '0141439513' };
    await importFile('new.json', [{ ...catalogue[0], id: 1000 }, book]);
    const added = (await fetchProducts()).find(({ isbnId }) => isbnId === '0141439513');
    expect(added?.id).toBe(1001);
    await importFile('again.csv', 'isbnId,productName\n9780141439518,Pride and Prejudice\n');
    expect(await fetchProduct(added?.id ?? 0)).toMatchObject({ productName: 'Pride and Prejudice' });
    // Word processors replace hyphens with dashes and non-breaking hyphens.
    await importFile('dashes.csv', 'isbnId,productName\n978\u20110\u2011141\u201343951\u20138,Emma\n');
    expect(await fetchProduct(added?.id ?? 0)).toMatchObject({ productName: 'Emma' });
  });

  test('a file that contains a new book both with its id and with only its ISBN is rejected', async () => {
    const book = { ...catalogue[0], isbnId: '9780439023481' };
    const { output } = await importFile('twice.json', [
      { ...book, id: 1000 },
      { ...book, id: null, isbnId: '978-0-439-02348-1' },
    ]);
    expect(output).toContain(
      'nothing was changed: the file contains product 1000 twice: by its id and by its ISBN\n',
    );
    expect(await fetchProducts()).toHaveLength(10);
  });

  test('an empty id counts as missing, so a row can be added to an export', async () => {
    await runCommand('catalogue', 'export', '--output', getPath('export.csv'));
    const exported = await readFile(getPath('export.csv'), 'utf8');
    const row = exported.split('\n').find((line) => line.includes('9780000000002')) ?? '';
    const addedRow = row.replace(/^\d+,/, ' ,').replace('9780000000002', '9780439023481');
    const { output } = await importFile('added.csv', `${exported.trimEnd()}\n${addedRow}\n`);
    expect(output).toContain('1 product inserted, 0 changed, 10 unchanged');
    const { id: _, ...book } = { ...catalogue[0], isbnId: '9780439023481' };
    await importFile('null.json', [{ ...book, id: null, price: 1 }]);
    expect((await fetchProducts()).filter(({ isbnId }) => isbnId === book.isbnId)).toMatchObject([
      { price: 1 },
    ]);
  });

  test('an ISBN identifies the book for sale, or a withdrawn one if no book for sale has it', async () => {
    const prices = 'isbnId,price\n9780000000002,120.50\n';
    const others = catalogue.filter(({ id }) => id !== 2);
    await importFile('others.json', others, '--replace', '--yes');
    await importFile('prices.csv', prices);
    expect(await fetchProduct(2)).toMatchObject({ price: 120.5 });
    const renumbered = catalogue.map((book) => ({ ...book, id: book.id + 20 }));
    await importFile('renumbered.json', renumbered, '--replace', '--yes');
    expect((await importFile('prices.csv', prices)).output).toContain('1 changed');
    expect(await fetchProduct(22)).toMatchObject({ price: 120.5 });
    expect(await fetchProducts()).toHaveLength(10);
  });

  test('a price above the stored MRP is rejected, and a discount that contradicts price and MRP is reported', async () => {
    const before = await fetchProduct(2);
    const above = await importFile('above.csv', 'id,price\n2,300\n');
    expect(above.output).toContain(
      'nothing was changed: prices above the MRP, by product id: 2 (300, MRP 299)\n',
    );
    expect(await fetchProduct(2)).toEqual(before);
    const withWrongDiscount = await importFile('discount.csv', 'id,discount\n2,52\n');
    expect(withWrongDiscount.output).toContain(
      'Warning: the discount contradicts price and MRP of 1 product; correct the discount column.\n',
    );
    const withNewPrice = await importFile('changed.csv', 'id,price\n2,250\n');
    expect(withNewPrice.output).toContain(
      'Warning: the discount contradicts price and MRP of 1 product; add a discount column.',
    );
  });

  test('importing an export, as CSV or JSON, changes nothing, or restores the details that were removed since', async () => {
    const details = {
      pageCount: 480,
      binding: 'Paperback',
      edition: 'Third, "revised" edition',
      publicationYear: 1998,
      firstPublicationYear: 1927,
      translator: 'Mahadev Desai, V. Desai',
      ageGroup: '8 to 12 years',
      transliteratedName: 'शामची आई',
      transliteratedAuthor: 'साने गुरुजी',
      workId: 'shyam',
    };
    await importFile('details.json', [{ id: 1, ...details }]);
    const before = await fetchProducts();
    const missing = Object.fromEntries(Object.keys(details).map((name) => [name, null]));
    for (const name of ['export.csv', 'export.json']) {
      const file = getPath(name);
      await runCommand('catalogue', 'export', '--output', file);
      const { output } = await run([file, '--replace', '--dry-run']);
      expect(output).toContain(`0 products inserted, 0 changed, ${before.length} unchanged.\nDone`);
      await importFile('missing.json', [{ id: 1, ...missing }]);
      expect(await fetchProduct(1)).toMatchObject(missing);
      await run([file]);
      expect(await fetchProducts()).toEqual(before);
    }
  });

  test('an import does not change columns that the file lacks, so importing prices does not reset the stock', async () => {
    const book = catalogue.find(({ remainingQuantity }) => (remainingQuantity ?? 0) > 2);
    const { id, remainingQuantity, ...others } = book ?? { id: 0, remainingQuantity: 0 };
    const order = createShipmentBody(await register(call), [{ productId: id, quantity: 2 }]);
    expect((await call('POST /createShipment', { body: order })).status).toBe(201);
    const expectedStock = (remainingQuantity ?? 0) - 2;
    const run = await importFile('prices.csv', `id,price\n${id},12.50\n`);
    expect(run.output).toContain('0 products inserted, 1 changed, 0 unchanged.');
    expect(await fetchProduct(id)).toEqual({ ...others, id, remainingQuantity: expectedStock, price: 12.5 });
    await importFile('blank.json', [{ id, isbnId: null, category: 'Another' }]);
    const changed = { isbnId: null, category: 'Another', price: 12.5 };
    expect(await fetchProduct(id)).toEqual({ ...others, id, remainingQuantity: expectedStock, ...changed });
    await importFile('stock.csv', `remainingQuantity,id\n,${id}\n`);
    expect(await fetchProduct(id)).toEqual({ ...others, id, remainingQuantity: null, ...changed });
  });

  test('bibliographic details are imported, a later import without their columns does not change them, and an invalid detail makes the import fail', async () => {
    const details = {
      pageCount: 480,
      binding: 'Paperback',
      publicationYear: 1998,
      translator: 'Mahadev Desai',
    };
    await importFile(
      'details.csv',
      'id,pageCount,binding,publicationYear,translator\n1,480,Paperback,1998,Mahadev Desai\n',
    );
    expect(await fetchProduct(1)).toMatchObject(details);
    await importFile('price.csv', 'id,price\n1,99\n');
    expect(await fetchProduct(1)).toMatchObject({ ...details, price: 99 });
    const { exitCode, output } = await importFile('wrong.csv', 'id,pageCount\n1,many\n');
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining('must be a whole number from 1 to 2147483647, or blank'),
    ]);
  });

  test('names that differ only in white space, invisible characters or the form of accents are imported as the same name', async () => {
    const names = [
      'Zoé  Rane',
      ' Zo\u0065\u0301\nRane',
      '\ufeffZoé\u00a0\u200bRane\u2060',
      'Z\u00adoé\u200d Rane\u200c',
    ];
    await importFile(
      'names.json',
      names.map((author, index) => ({ id: index + 1, author, category: author, productName: author })),
    );
    const products = (await fetchProducts()).slice(0, names.length);
    for (const { author, category, productName } of products) {
      expect([author, category, productName]).toEqual(['Zoé Rane', 'Zoé Rane', 'Zoé Rane']);
    }
  });

  test.each([
    ['Devanagari', 'कार्\u200dयकर्ता दृक्\u200cश्राव्य'],
    ['Malayalam', 'അവന്\u200d വന്നു'],
    ['Persian', 'کتاب\u200cها'],
  ])('joiners that change how letters are drawn remain in names in %s', async (_, author) => {
    await importFile('joiners.json', [{ id: 1, author: `${author}\u200c` }]);
    expect(await fetchProduct(1)).toMatchObject({ author });
  });

  test('names without a book are removed, but those with a picture or a translation only by --replace', async () => {
    const listNames = async () =>
      z
        .array(z.object({ categoryName: z.string() }))
        .parse((await call('GET /getallCategory')).body)
        .map(({ categoryName }) => categoryName);
    const misspelled = ['Fantasyy', 'With Picture', 'Translated'];
    const rows = misspelled.map((category, index) => ({
      id: index + 1,
      category,
      author: 'Misspelled',
      publisher: 'Misspelled',
      language: 'Misspelled',
    }));
    await importFile('misspelled.json', rows);
    const picture = 'https://pictures.example/1.jpg';
    await runCommand('collections', 'picture', 'category', 'With Picture', '--picture', picture);
    await runCommand('categories', 'translate', 'Translated', '--mr', 'भाषांतरित');
    expect(await listNames()).toEqual(expect.arrayContaining(misspelled));
    await importFile('all.json', catalogue);
    const names = await listNames();
    expect(names).toEqual(expect.arrayContaining(['With Picture', 'Translated']));
    expect(names).not.toContain('Fantasyy');
    for (const list of ['/AllAuthors', '/AllPublishers', '/AllLanguages']) {
      expect(JSON.stringify((await call(`GET ${list}`)).body)).not.toContain('Misspelled');
    }
    await importFile('all.json', catalogue, '--replace', '--yes');
    const remaining = await listNames();
    for (const name of misspelled) expect(remaining).not.toContain(name);
  });

  test('a cell with only spaces is blank', async () => {
    await importFile('blank.csv', 'id,isbnId,remainingQuantity,translator\n2, ,  ,\u00a0\n');
    expect(await fetchProduct(2)).toMatchObject({ isbnId: null, remainingQuantity: null, translator: null });
  });

  test('blank rows and unnamed columns without values, as spreadsheets write them, are ignored', async () => {
    const { output } = await importFile('sheet.csv', ',,,\nid,price,, \n1,99,,\n, ,,\n,,,\n2,98,,\n,,,\n');
    expect(output).toContain('0 products inserted, 2 changed, 0 unchanged.');
    expect((await fetchProducts()).slice(0, 2)).toMatchObject([{ price: 99 }, { price: 98 }]);
  });

  test('a new product without a required column is rejected with the names of the missing ones; it may lack all other columns', async () => {
    const before = await fetchProducts();
    const { exitCode, output } = await importFile(
      'new.csv',
      'id,productName,price,mrp\n1,A,1,2\n901,B,1,2\n',
    );
    expect([exitCode, output]).toEqual([
      1,
      expect.stringContaining(
        'The import failed and nothing was changed: new products lack required columns. New ids and their missing columns: 901 (discount, category, language, publisher, author, status)\n',
      ),
    ]);
    expect(await fetchProducts()).toEqual(before);
    const { remainingQuantity: _, isbnId: __, productImages: ___, ...rest } = { ...catalogue[0], id: 901 };
    expect((await importFile('new.json', [rest])).output).toContain(
      '1 product inserted, 0 changed, 0 unchanged.',
    );
    expect(await fetchProduct(901)).toEqual({
      ...rest,
      remainingQuantity: null,
      isbnId: null,
      productImages: {},
    });
  });
});
