import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { orderRecord } from '#rest-api/orders/order-record.ts';
import { type Call, createCall, createShipmentBody, productSchema, register } from './calls.ts';
import { catalogue } from './catalogue.ts';
import { onEachEngine, type TestService } from './engines.ts';
import { importCatalogue } from './import-command.ts';
import { createOnixMessage, createShortOnixMessage } from './onix-messages.ts';
import { runShop, runShopInTerminal } from './shop-command.ts';

// Most tests run the command several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const productsSchema = z.array(productSchema);

onEachEngine((start) => {
  let service: TestService;
  let call: Call;

  beforeAll(async () => {
    service = await start();
    call = createCall(service.url);
    return () => service.remove();
  });

  const importFile = async (name: string, content: string | object, ...args: string[]) => {
    const file = path.join(service.settings.DATA_DIR ?? '', name);
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return importCatalogue([file, ...args], service.settings);
  };
  const fetchProducts = async () => productsSchema.parse((await call('GET /getallproducts')).body);
  const fetchProduct = async (id: number) =>
    productSchema.parse((await call(`GET /getproductbyid/${id}`)).body);
  const fetchOrders = async (email: string) =>
    z.array(orderRecord).parse((await call(`GET /OrdersByUserEmail?email=${email}`)).body);

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
    const orders = await fetchOrders(email);

    const withdrawal = await importFile('one.json', [remainingBook], '--replace', '--yes');
    expect(withdrawal.output).toContain('Withdrew 9 products not contained in the file.');
    expect((await fetchProducts()).map((record) => record.id)).toEqual([remainingBook.id]);
    expect((await call(`GET /getproductbyid/${orderedBook.id}`)).status).toBe(404);
    expect((await call('GET /getallCategory')).body).toMatchObject([
      { categoryName: remainingBook.category },
    ]);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [line] = (await fetchOrders(email))[0]?.shipmentProducts ?? [];
    expect(line).toEqual({ ...orders[0]?.shipmentProducts[0], product: null });
    expect(await call('POST /createShipment', { body: order })).toMatchObject({
      status: 409,
      body: { message: `Not enough stock for product ${orderedBook.productName}` },
    });
    expect((await call(`PUT /moveToCart?userId=${id}&productId=${wishlistedBook.id}`)).status).toBe(404);
    const other = await register(call);
    await call(`PUT /updateUser/${other.id}`, { body: { productIds: [orderedBook.id] } });
    const removal = await call(
      `DELETE /removeProductFromUser?userId=${other.id}&productId=${orderedBook.id}`,
    );
    expect(removal.status).toBe(200);

    await importFile('all.json', catalogue);
    expect(await fetchProducts()).toEqual(catalogue);
    expect((await call(`GET /getUserById/${id}`)).body).toEqual(user);
    const [restoredLine] = (await fetchOrders(email))[0]?.shipmentProducts ?? [];
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
    const restored = await runShop(service.settings, 'catalogue', 'restore');
    expect(restored.stdout).toMatch(
      /^Restored 26 books withdrawn at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d; the catalogue now has 27 books\.\n$/,
    );
    expect(await fetchProducts()).toEqual(omitFirst(3));
    await runShop(service.settings, 'catalogue', 'restore');
    expect(await fetchProducts()).toEqual(before);
    const again = await runShop(service.settings, 'catalogue', 'restore');
    expect([again.exitCode, again.stderr]).toEqual([1, 'No book is withdrawn\n']);
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test.each([
    ['the answer yes', 'yes\n', 0, 7],
    ['the answer no', 'no\n', 1, 10],
    ['Ctrl+D', '', 1, 10],
  ])(
    'in a terminal, the import asks before it withdraws more than a tenth of the catalogue, and obeys %s',
    async (_, input, exitCode, remainingCount) => {
      const file = path.join(service.settings.DATA_DIR ?? '', 'fewer.json');
      await writeFile(file, JSON.stringify(catalogue.slice(3)));
      const args = ['catalogue', 'import', file, '--replace'];
      const withdrawal = await runShopInTerminal(input, service.settings, ...args);
      expect(withdrawal.exitCode).toBe(exitCode);
      expect(withdrawal.stdout).toContain('\n--replace would withdraw 3 of 10 products. Continue? (yes/no) ');
      // After the confirmation, the import is started again, but announced only once.
      expect(withdrawal.stdout).not.toMatch(/will do the import[\s\S]*will do the import/);
      expect(await fetchProducts()).toHaveLength(remainingCount);
      await importFile('all.json', catalogue);
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
    await importFile('all.json', catalogue, '--replace', '--yes');
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
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test('a price above the stored MRP is rejected, and a discount that contradicts price and MRP is reported', async () => {
    const before = await fetchProduct(2);
    const above = await importFile('above.csv', 'id,price\n2,300\n');
    expect(above.output).toContain(
      'nothing was changed: prices above the MRP, by product id: 2 (300, MRP 299)\n',
    );
    expect(await fetchProduct(2)).toEqual(before);
    const corrected = await importFile('discount.csv', 'id,discount\n2,99\n');
    expect(corrected.output).toContain(
      'Warning: the discount contradicts price and MRP of 1 product; correct the discount column.\n',
    );
    const changed = await importFile('changed.csv', 'id,price\n2,250\n');
    expect(changed.output).toContain(
      'Warning: the discount contradicts price and MRP of 1 product; add a discount column.',
    );
    await importFile('back.json', catalogue);
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
      const file = path.join(service.settings.DATA_DIR ?? '', name);
      await runShop(service.settings, 'catalogue', 'export', '--output', file);
      const { output } = await importCatalogue([file, '--replace', '--dry-run'], service.settings);
      expect(output).toContain(`0 products inserted, 0 changed, ${before.length} unchanged.\nDone`);
      await importFile('missing.json', [{ id: 1, ...missing }]);
      expect(await fetchProduct(1)).toMatchObject(missing);
      await importCatalogue([file], service.settings);
      expect(await fetchProducts()).toEqual(before);
    }
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test('an ONIX message adds books by ISBN, and changes existing ones, but not their discount, category, status or stock', async () => {
    const { output } = await importFile(
      'onix.xml',
      createOnixMessage({ isbn: '9780141439600', mrp: '400.00' }),
    );
    expect(output).toContain('1 product inserted, 0 changed, 0 unchanged.');
    const added = (await fetchProducts()).find(({ isbnId }) => isbnId === '9780141439600');
    expect(added).toMatchObject({
      productName: 'The Tale: Of Two & More',
      author: 'Charles Dickens, George Eliot',
      publisher: 'Penguin',
      language: 'मराठी',
      category: 'Classics',
      price: 400,
      mrp: 400,
      discount: 0,
      status: 'Available',
      remainingQuantity: null,
      thumbnailFile: 'https://covers.example/1.jpg',
      description: 'It was the best of times.',
      pageCount: 304,
      binding: 'Paperback',
      edition: '3rd edition',
      publicationYear: 2026,
      firstPublicationYear: 1859,
      translator: 'A. Translator',
      ageGroup: '8 to 12 years',
      transliteratedName: 'द टेल',
      transliteratedAuthor: 'चार्ल्स डिकन्स, जॉर्ज एलियट',
      workId: 'two-cities',
    });
    const id = added?.id ?? 0;
    const shopColumns = 'id,price,discount,category,remainingQuantity,status';
    await importFile('own.csv', `${shopColumns}\n${id},360,10,Novels,7,Unavailable\n`);
    const shortTags = createShortOnixMessage({ isbn: '9780141439600', mrp: '500.00' });
    expect((await importFile('short.onix', shortTags)).output).toContain(
      '0 products inserted, 1 changed, 0 unchanged.',
    );
    expect(await fetchProduct(id)).toEqual({
      ...added,
      productName: 'A Tale',
      pageCount: 310,
      binding: 'Hardback',
      edition: 'Jubilee edition',
      publicationYear: 2027,
      ageGroup: 'from 14 years',
      workId: 'tale',
      mrp: 500,
      price: 450,
      discount: 10,
      category: 'Novels',
      remainingQuantity: 7,
      status: 'Unavailable',
    });
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test('a price of 0 in an ONIX message does not change a book, and counts as missing for a new one', async () => {
    const isbn = '9780143039433';
    const unpriced = createOnixMessage({ isbn, mrp: '0.00' });
    const { exitCode, output } = await importFile('onix.xml', unpriced);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/new products lack required columns\..+ISBN 9780143039433 \(price, mrp\)/);
    await importFile('priced.xml', createOnixMessage({ isbn, mrp: '400.00' }));
    expect((await importFile('onix.xml', unpriced)).output).toContain('0 changed, 1 unchanged');
    const product = (await fetchProducts()).find(({ isbnId }) => isbnId === isbn);
    expect(product).toMatchObject({ price: 400, mrp: 400 });
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test('a blank edition in an ONIX message counts as missing', async () => {
    const isbn = '9780140449136';
    const importEdition = async (elements: string) => {
      const message = createOnixMessage({ isbn, mrp: '400.00' });
      await importFile('onix.xml', message.replace('<EditionNumber>3</EditionNumber>', elements));
      return (await fetchProducts()).find(({ isbnId }) => isbnId === isbn)?.edition;
    };
    expect(await importEdition('<EditionNumber> </EditionNumber>')).toBeNull();
    expect(
      await importEdition('<EditionNumber>2</EditionNumber><EditionStatement> </EditionStatement>'),
    ).toBe('2nd edition');
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test('an undetermined language in an ONIX message does not replace the language of a book', async () => {
    const isbn = '9780141439600';
    const message = createOnixMessage({ isbn, mrp: '400.00' });
    await importFile('onix.xml', message);
    const undetermined = message.replace('>mar<', '>und<').replace('>Tale<', '>Story<');
    const { output } = await importFile('undetermined.xml', undetermined);
    expect(output).toContain('0 products inserted, 1 changed, 0 unchanged.');
    const product = (await fetchProducts()).find(({ isbnId }) => isbnId === isbn);
    expect(product).toMatchObject({ productName: 'The Story: Of Two & More', language: 'मराठी' });
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test('the language of an ONIX message is stored under the name that the book already uses for it, or else the most common name in the catalogue, or else its native name', async () => {
    const isbn = '9780141439600';
    const books = [
      { id: 1, isbnId: isbn, language: 'marathi' },
      { id: 3, language: 'French' },
      { id: 4, language: 'French' },
      { id: 5, language: 'Français' },
      { id: 6, language: 'Bengali' },
    ];
    await importFile('languages.json', books);
    const message = createOnixMessage({ isbn, mrp: '400.00' });
    const importInLanguage = async (code: string) => {
      await importFile('onix.xml', message.replace('>mar<', `>${code}<`));
      return (await fetchProduct(1)).language;
    };
    expect(await importInLanguage('mar')).toBe('marathi');
    expect(await importInLanguage('fre')).toBe('French');
    expect(await importInLanguage('ben')).toBe('Bengali');
    expect(await importInLanguage('ind')).toBe('Bahasa Indonesia');
    await importFile('indonesian.json', [{ id: 1, language: 'Indonesian' }]);
    expect(await importInLanguage('ind')).toBe('Indonesian');
    await importFile('english.json', [{ id: 1, language: 'इंग्रजी' }]);
    expect(await importInLanguage('eng')).toBe('इंग्रजी');
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test.each([
    [
      'reference names',
      createOnixMessage({ isbn: '9780143039433', mrp: '400.00' })
        .replace(
          '</Header>',
          '<DefaultLanguageOfText>guj</DefaultLanguageOfText><DefaultPriceType>02</DefaultPriceType><DefaultCurrencyCode>INR</DefaultCurrencyCode></Header>',
        )
        .replace('<LanguageRole>01</LanguageRole>', '<LanguageRole>02</LanguageRole>')
        .replace(/<PriceType>02<\/PriceType>(.+)<CurrencyCode>INR<\/CurrencyCode>/, '$1'),
    ],
    [
      'short tags',
      createShortOnixMessage({ isbn: '9780143039433', mrp: '400.00' })
        .replace('<product>', '<header><m184>guj</m184><x310>02</x310><m186>INR</m186></header><product>')
        .replace('<x462>02</x462>', '')
        .replace('<j152>INR</j152>', ''),
    ],
  ])('the defaults in the header of an ONIX message with %s apply to its books', async (_, message) => {
    const isbnId = '9780143039433';
    await importFile('own.json', [{ ...catalogue[0], id: 50, isbnId, price: 90, mrp: 100 }]);
    await importFile('defaults.xml', message);
    expect(await fetchProduct(50)).toMatchObject({ language: 'ગુજરાતી', mrp: 400, price: 360 });
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test.each([
    ['<p>Para &amp; <b>bo</b>ld.</p><p>second</p>', 'Para & bold. second'],
    ['line one<br/>line two', 'line one line two'],
    ['<ul><li>one</li><li>two</li></ul>', 'one two'],
    ['H<sub>2</sub>O <em>and</em> <a href="https://example.org/">link</a>ed', 'H2O and linked'],
    ['<p>The entity &amp;amp; of HTML</p>', 'The entity &amp; of HTML'],
    ['&lt;p&gt;One &amp;amp; two&lt;/p&gt;&lt;p&gt;th&lt;b&gt;re&lt;/b&gt;e&lt;/p&gt;', 'One & two three'],
    ['<![CDATA[<p>One&nbsp;&amp; two</p>three&#8230;<br>four]]>', 'One & two three… four'],
  ])('the description %s in an ONIX message becomes "%s"', async (content, expected) => {
    const isbn = '9780141439600';
    const description = `<Text textformat="05">${content}</Text>`;
    await importFile('onix.xml', createOnixMessage({ isbn, mrp: '400.00', description }));
    const product = (await fetchProducts()).find(({ isbnId }) => isbnId === isbn);
    expect(product?.description).toBe(expected);
    await importFile('all.json', catalogue, '--replace', '--yes');
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
    await importFile('all.json', catalogue);
  });

  test('bibliographic details are imported, a later import without their columns does not change them, and an invalid one makes the import fail', async () => {
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
    await importFile('all.json', catalogue, '--replace', '--yes');
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
    await importFile('all.json', catalogue, '--replace', '--yes');
  });

  test.each([
    ['Devanagari', 'कार्\u200dयकर्ता दृक्\u200cश्राव्य'],
    ['Malayalam', 'അവന്\u200d വന്നു'],
    ['Persian', 'کتاب\u200cها'],
  ])('joiners that change how letters are drawn remain in names in %s', async (_, author) => {
    await importFile('joiners.json', [{ id: 1, author: `${author}\u200c` }]);
    expect(await fetchProduct(1)).toMatchObject({ author });
    await importFile('all.json', catalogue, '--replace', '--yes');
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
    await runShop(
      service.settings,
      'collections',
      'picture',
      'category',
      'With Picture',
      '--picture',
      picture,
    );
    await runShop(service.settings, 'categories', 'translate', 'Translated', '--mr', 'भाषांतरित');
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
    await importFile('all.json', catalogue);
  });

  test('blank rows and unnamed columns without values, as spreadsheets write them, are ignored', async () => {
    const { output } = await importFile('sheet.csv', ',,,\nid,price,, \n1,99,,\n, ,,\n,,,\n2,98,,\n,,,\n');
    expect(output).toContain('0 products inserted, 2 changed, 0 unchanged.');
    expect((await fetchProducts()).slice(0, 2)).toMatchObject([{ price: 99 }, { price: 98 }]);
    await importFile('all.json', catalogue);
  });

  test('a new product that lacks required columns is rejected, and these are named; it may lack the others', async () => {
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
