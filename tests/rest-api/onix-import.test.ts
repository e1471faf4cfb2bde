import { afterEach, expect, test, vi } from 'vitest';
import { catalogue } from './catalogue.ts';
import { onEachEngine } from './engines.ts';
import { setUpImports } from './import-setup.ts';
import { createOnixMessage, createShortOnixMessage } from './onix-messages.ts';

// Some tests run the command several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

onEachEngine((start) => {
  const { fetchProduct, fetchProducts, importFile } = setUpImports(start);
  afterEach(() => importFile('all.json', catalogue, '--replace', '--yes'));

  const findProduct = async (isbn: string) => (await fetchProducts()).find(({ isbnId }) => isbnId === isbn);

  test('an ONIX message adds books by ISBN, and changes existing ones, but not their discount, category, status or stock', async () => {
    const { output } = await importFile(
      'onix.xml',
      createOnixMessage({ isbn: '9780141439600', mrp: '400.00' }),
    );
    expect(output).toContain('1 product inserted, 0 changed, 0 unchanged.');
    const added = await findProduct('9780141439600');
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
  });

  test('a price of 0 in an ONIX message does not change a book, and counts as missing for a new one', async () => {
    const isbn = '9780143039433';
    const unpriced = createOnixMessage({ isbn, mrp: '0.00' });
    const { exitCode, output } = await importFile('onix.xml', unpriced);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/new products lack required columns\..+ISBN 9780143039433 \(price, mrp\)/);
    await importFile('priced.xml', createOnixMessage({ isbn, mrp: '400.00' }));
    expect((await importFile('onix.xml', unpriced)).output).toContain('0 changed, 1 unchanged');
    expect(await findProduct(isbn)).toMatchObject({ price: 400, mrp: 400 });
  });

  test('a book without an author in an ONIX message gets its other contributors as the authors', async () => {
    const isbn = '9780141439600';
    const message = createOnixMessage({ isbn, mrp: '400.00' }).replaceAll('>A01<', '>B01<');
    await importFile('editors.xml', message);
    expect((await findProduct(isbn))?.author).toBe('Charles Dickens, George Eliot, A. Translator');
  });

  test('a blank edition in an ONIX message counts as missing', async () => {
    const isbn = '9780140449136';
    const importEdition = async (elements: string) => {
      const message = createOnixMessage({ isbn, mrp: '400.00' });
      await importFile('onix.xml', message.replace('<EditionNumber>3</EditionNumber>', elements));
      return (await findProduct(isbn))?.edition;
    };
    expect(await importEdition('<EditionNumber> </EditionNumber>')).toBeNull();
    expect(
      await importEdition('<EditionNumber>2</EditionNumber><EditionStatement> </EditionStatement>'),
    ).toBe('2nd edition');
  });

  test('an undetermined language in an ONIX message does not replace the language of a book', async () => {
    const isbn = '9780141439600';
    const message = createOnixMessage({ isbn, mrp: '400.00' });
    await importFile('onix.xml', message);
    const undetermined = message.replace('>mar<', '>und<').replace('>Tale<', '>Story<');
    const { output } = await importFile('undetermined.xml', undetermined);
    expect(output).toContain('0 products inserted, 1 changed, 0 unchanged.');
    expect(await findProduct(isbn)).toMatchObject({
      productName: 'The Story: Of Two & More',
      language: 'मराठी',
    });
  });

  test('the language of an ONIX message is stored under the name that the book already uses for it, or else the most common name in the catalogue, or else its native name, or else its English name', async () => {
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
    expect(await importInLanguage('mag')).toBe('Magahi');
    await importFile('indonesian.json', [{ id: 1, language: 'Indonesian' }]);
    expect(await importInLanguage('ind')).toBe('Indonesian');
    await importFile('english.json', [{ id: 1, language: 'इंग्रजी' }]);
    expect(await importInLanguage('eng')).toBe('इंग्रजी');
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
    expect((await findProduct(isbn))?.description).toBe(expected);
  });
});
