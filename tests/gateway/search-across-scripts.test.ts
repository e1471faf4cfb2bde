import { beforeEach, describe, expect, it } from 'vitest';
import { at, listAt, textAt } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();
let shop: TestGateway;

const books: Array<[name: string, author: string]> = [
  ['श्यामची आई', 'साने गुरुजी'],
  ['Pandurang', 'A. Writer'],
  ['पांडुरंग', 'ना. कवी'],
  ['ज्ञानेश्वरी', 'संत ज्ञानेश्वर'],
  ['गीतारहस्य', 'लोकमान्य टिळक'],
  ['Tilak and the Gita', 'B. Writer'],
  ['लक्ष्मीबाई', 'ना. कवी'],
  ['बनगरवाडी', 'व्यंकटेश माडगूळकर'],
  ['Shyamchi Aai, translated', 'C. Writer'],
  ['संपूर्ण कथा', 'ना. कवी'],
  ['अमृतानुभव', 'संत ज्ञानेश्वर'],
];

beforeEach(async () => {
  rest.host.products = books.map(([productName, author], index) =>
    createProductRecord(index + 1, { productName, author, price: 500 - index }),
  );
  shop = await start();
});

const query = `query ($search: String, $sort: ProductSort, $filter: ProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
  products(search: $search, sort: $sort, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    totalCount
    nodes { name }
    pageInfo { startCursor endCursor hasNextPage }
    facets { authors { value count } }
  }
}`;

/** The names of the items in the list at a path of a result. */
const namesAt = (data: unknown, path: string) => listAt(data, path).map((item) => textAt(item, 'name'));

async function findNames(variables: Record<string, unknown>): Promise<string[]> {
  const { data, errors } = await shop.graphql(query, variables);
  expect(errors).toEqual([]);
  const names = namesAt(data, 'products.nodes');
  expect(data).toHaveProperty('products.totalCount', names.length);
  return names;
}

describe('a search in the other script', () => {
  it('finds a book by the transliterated title in its record', async () => {
    rest.host.products = [
      // Unlike "Majha Pravas", a transliteration of the title, this name does not sound like the title, so the search
      // cannot find the book by the sound of its title.
      createProductRecord(1, { productName: 'माझा प्रवास', transliteratedName: 'My Travels' }),
      createProductRecord(2),
    ];
    shop = await start();
    expect(await findNames({ search: 'travels' })).toEqual(['माझा प्रवास']);
  });

  it('finds a book by its translator, and by the transliterated author in its record', async () => {
    rest.host.products = [
      createProductRecord(1, {
        author: 'मो. क. गांधी',
        transliteratedAuthor: 'Mahatma Gandhi',
        translator: 'Mahadev Desai',
      }),
      createProductRecord(2),
    ];
    shop = await start();
    for (const search of ['mahatma', 'Mahadev Desai', 'desai mahadev', 'महादेव देसाई', 'book gandhi'])
      expect(await findNames({ search }), search).toEqual(['Book 1']);
  });

  it.each([
    ['shyamchi aai', ['Shyamchi Aai, translated', 'श्यामची आई']],
    ['SHYAMACHI AI', ['श्यामची आई', 'Shyamchi Aai, translated']],
    ['श्यामची आई', ['श्यामची आई', 'Shyamchi Aai, translated']],
    ['Pandurang', ['Pandurang', 'पांडुरंग']],
    ['पांडुरंग', ['पांडुरंग', 'Pandurang']],
    ['pandu', ['Pandurang', 'पांडुरंग']],
    // The next three searches are at most one typo away from ज्ञानेश्वर, a word in the name of the author of
    // अमृतानुभव.
    ['Dnyaneshwari', ['ज्ञानेश्वरी', 'अमृतानुभव']],
    ['gyaneshwari', ['ज्ञानेश्वरी', 'अमृतानुभव']],
    ['dnyaneshwar', ['ज्ञानेश्वरी', 'अमृतानुभव']],
    ['Geeta Rahasya', ['गीतारहस्य']],
    ['Laxmibai', ['लक्ष्मीबाई']],
    ['lakshmibai', ['लक्ष्मीबाई']],
    ['bangarwadi', ['बनगरवाडी']],
    ['banagaravadi', ['बनगरवाडी']],
    ['sampurna katha', ['संपूर्ण कथा']],
    ['Amrutanubhav', ['अमृतानुभव']],
    ['amritanubhava', ['अमृतानुभव']],
    // Two typos away from Writer by sound, and a word of this length tolerates one.
    ['व्रायटर', []],
  ])('for %s finds %o, exact matches first', async (search, names) => {
    expect(await findNames({ search })).toEqual(names);
  });

  it.each([
    ['geetarahasya', 'गीतारहस्य'],
    ['banagaravadi', 'बनगरवाडी'],
    ['dnyaneshwari', 'ज्ञानेश्वरी'],
    ['amrutanubhav', 'अमृतानुभव'],
    ['पांडुरंग', 'Pandurang'],
  ])('finds %s as it is typed, from the third character on', async (fullText, name) => {
    const characters = Array.from(fullText);
    for (let length = 3; length <= characters.length; length += 1) {
      const search = characters.slice(0, length).join('');
      expect(await findNames({ search }), search).toContain(name);
    }
  });

  it.each([
    ['टिळक', ['गीतारहस्य', 'Tilak and the Gita']],
    ['tilak', ['Tilak and the Gita', 'गीतारहस्य']],
    ['sane guruji', ['श्यामची आई']],
  ])('also finds books by their authors: %s', async (search, names) => {
    expect(await findNames({ search })).toEqual(names);
  });

  it.each([
    ["the first letter of its author's last name", 'k'],
    ['three letters from the middle of a word', 'ura'],
    ['a word with the same beginning but a different ending', 'Pandit'],
    ['the beginning, in Devanagari, of a word with a different ending', 'पांडी'],
  ])('does not find a book by %s: %s', async (_, search) => {
    const { data } = await shop.graphql(query, { search });
    expect(namesAt(data, 'products.nodes')).not.toContain('पांडुरंग');
  });

  it('can be filtered and sorted, and has facets', async () => {
    expect(await findNames({ search: 'pandurang', sort: 'PRICE_LOW_TO_HIGH' })).toEqual([
      'पांडुरंग',
      'Pandurang',
    ]);
    expect(await findNames({ search: 'pandurang', filter: { authors: ['ना. कवी'] } })).toEqual(['पांडुरंग']);
    const { data } = await shop.graphql(query, { search: 'pandurang', filter: { authors: ['ना. कवी'] } });
    expect(at(data, 'products.facets.authors')).toEqual([
      { value: 'A. Writer', count: 1 },
      { value: 'ना. कवी', count: 1 },
    ]);
  });

  it('can be paged forwards and backwards from the results of one script to those of the other', async () => {
    const search = 'श्यामची';
    const first = (await shop.graphql(query, { search, first: 1 })).data;
    expect(first).toMatchObject({ products: { totalCount: 2, nodes: [{ name: 'श्यामची आई' }] } });
    const after = at(first, 'products.pageInfo.endCursor');
    const second = (await shop.graphql(query, { search, first: 1, after })).data;
    expect(namesAt(second, 'products.nodes')).toEqual(['Shyamchi Aai, translated']);
    expect(second).toHaveProperty('products.pageInfo.hasNextPage', false);
    const latin = { search: 'pandurang' };
    const last = (await shop.graphql(query, { ...latin, last: 1 })).data;
    expect(namesAt(last, 'products.nodes')).toEqual(['पांडुरंग']);
    const before = at(last, 'products.pageInfo.startCursor');
    const previous = (await shop.graphql(query, { ...latin, last: 1, before })).data;
    expect(namesAt(previous, 'products.nodes')).toEqual(['Pandurang']);
  });
});

describe('suggestions', () => {
  const suggestions = `query ($text: String!) {
    searchSuggestions(text: $text) { ... on Product { name } ... on Author { name } }
  }`;

  it.each([
    ['pandu', ['Pandurang', 'पांडुरंग']],
    ['पांडु', ['पांडुरंग', 'Pandurang']],
    ['guruji', ['साने गुरुजी']],
    ['dnyaneshw', ['ज्ञानेश्वरी', 'संत ज्ञानेश्वर']],
    ['tilak', ['Tilak and the Gita', 'लोकमान्य टिळक']],
  ])('for %s include names in the other script, best match first', async (text, names) => {
    const { data } = await shop.graphql(suggestions, { text });
    expect(namesAt(data, 'searchSuggestions')).toEqual(names);
  });

  it('include a language in the other script before titles that match with a typo', async () => {
    rest.host.products = [
      createProductRecord(1, { productName: 'माटी की मूरतें', language: 'हिंदी' }),
      createProductRecord(2, { productName: 'श्यामची आई', language: 'मराठी' }),
    ];
    shop = await start();
    const { data } = await shop.graphql(
      '{ searchSuggestions(search: "marathi") { __typename ... on Product { name } ... on Language { name } } }',
    );
    expect(data).toEqual({
      searchSuggestions: [
        { __typename: 'Language', name: 'मराठी' },
        { __typename: 'Product', name: 'माटी की मूरतें' },
      ],
    });
  });
});
