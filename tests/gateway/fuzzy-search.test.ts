import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoCatalogue } from '#rest-api/demo/catalogue.ts';
import { at, listAt, textAt } from './graphql-call.ts';
import { fetchReadiness, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeAll(async () => {
  shop = await startGateway({ waitForCatalogue: false });
});
beforeEach(async () => {
  rest.host.products = demoCatalogue.products.map((product) =>
    createProductRecord(product.id, { ...product }),
  );
  await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
});
afterAll(() => shop.close());

const query = `query ($search: String, $filter: ProductFilter, $sort: ProductSort, $first: Int, $after: String) {
  products(search: $search, filter: $filter, sort: $sort, first: $first, after: $after) {
    totalCount correctedSearch nodes { id name } pageInfo { endCursor hasNextPage }
  }
}`;

async function search(text: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await shop.graphql(query, { search: text, ...variables });
  expect(errors).toEqual([]);
  return {
    names: listAt(data, 'products.nodes').map((node) => textAt(node, 'name')),
    total: at(data, 'products.totalCount'),
    correctedSearch: at(data, 'products.correctedSearch'),
    pageInfo: at(data, 'products.pageInfo'),
  };
}

describe('a search of the demo catalogue', () => {
  it.each([
    ['a typo in Latin script', 'shamchi aai', 'श्यामची आई', 'shyamchi aai'],
    ['a typo in Devanagari', 'शामची आई', 'श्यामची आई', 'श्यामची आई'],
    ['a missing vowel', 'dnyaneshwri', 'ज्ञानेश्वरी', 'dnyaneshwari'],
    ['an unusual transliteration', 'mrutunjay', 'मृत्युंजय', 'mrityunjay'],
    ['a typo in a title', 'gitanjli', 'Gitanjali', 'gitanjali'],
    ['a typo in an author', 'jane austin', 'Pride and Prejudice', 'jane austen'],
    ['a missing consonant', 'sherlok holmes', 'The Adventures of Sherlock Holmes', 'sherlock holmes'],
    ['a word that is not in the catalogue', 'munshi premchand', 'गोदान', 'premchand'],
  ])('finds a book despite %s (“%s”), and returns the corrected search', async (_, text, name, corrected) => {
    const { names, correctedSearch } = await search(text);
    expect(names).toContain(name);
    expect(correctedSearch).toBe(corrected);
    expect((await search(corrected)).correctedSearch).toBeNull();
  });

  it.each([
    ['a different vowel length in the same script', 'साने गुरूजी', 'श्यामची आई'],
    ['words left out in between', 'pride prejudice', 'Pride and Prejudice'],
    ['articles left out', 'home and world', 'The Home and the World'],
    ['a different word order', 'india discovery', 'The Discovery of India'],
    ['words from different fields', 'austen prejudice', 'Pride and Prejudice'],
    ['a part of a compound', 'gita', 'श्रीमद्भगवद्गीता'],
    ['two parts of a compound', 'bhagwad gita', 'श्रीमद्भगवद्गीता'],
    ['a part in the middle of a compound', 'shakuntal', 'अभिज्ञानशाकुन्तलम्'],
    ['initials', 'p l deshpande', 'बटाट्याची चाळ'],
    ['initials as one word', 'pula deshpande', 'बटाट्याची चाळ'],
    ['a language and a category', 'marathi novel', 'श्यामची आई'],
    ['a Marathi word for a category', 'कादंबरी', 'मृत्युंजय'],
    ['a Hindi word for a category', 'उपन्यास', 'गोदान'],
    ['a colloquial word for a category', 'kids', 'गोट्या'],
    ['a word for a category in the other script', 'kavita', 'विशाखा'],
    ['an ISBN', '9780141439518', 'Pride and Prejudice'],
    ['an ISBN with hyphens', '978-0-14-143951-8', 'Pride and Prejudice'],
    ['an ISBN with the label ISBN', 'ISBN: 978-0-14-143951-8', 'Pride and Prejudice'],
    ['an ISBN with the label ISBN-13', 'ISBN-13 9780141439518', 'Pride and Prejudice'],
    ['an ISBN-10 with the label ISBN', 'isbn 0141439513', 'Pride and Prejudice'],
    ['an ISBN-10', '0-14-143951-3', 'Pride and Prejudice'],
    ['the beginning of an ISBN', '978014143', 'Pride and Prejudice'],
    ['the first ten digits of an ISBN', '9780141439', 'Pride and Prejudice'],
    ['an ISBN in Devanagari digits', '९७८०१४१४३९५१८', 'Pride and Prejudice'],
    ['an ISBN surrounded by punctuation', '(ISBN 9780141439518).', 'Pride and Prejudice'],
  ])('finds a book without correcting the search (%s): %s', async (_, text, name) => {
    const { names, correctedSearch } = await search(text, { first: 100 });
    expect(names).toContain(name);
    expect(correctedSearch).toBeNull();
  });

  it.each(['zzzzqq', 'harry pottar', 'the xylophonist', 'no such thing', '!!'])(
    'finds nothing for %s',
    async (text) => {
      expect(await search(text)).toMatchObject({ names: [], total: 0, correctedSearch: null });
    },
  );

  it('tolerates no typos in numbers and short words', async () => {
    expect((await search('9780141439519')).total).toBe(0);
    expect((await search('gota')).names).not.toContain('गीता प्रवचने');
  });

  it('can be filtered, and finds the same books when sorted or paged', async () => {
    const all = await search('marathi novel', { first: 100 });
    const paged: string[] = [];
    let after: unknown = null;
    do {
      const { names, pageInfo } = await search('marathi novel', { first: 4, after });
      paged.push(...names);
      after = at(pageInfo, 'hasNextPage') === true ? at(pageInfo, 'endCursor') : null;
    } while (after !== null);
    expect(all.names.length).toBeGreaterThan(4);
    expect(paged).toEqual(all.names);
    const sorted = await search('marathi novel', { first: 100, sort: 'PRICE_LOW_TO_HIGH' });
    expect(sorted.names.toSorted()).toEqual(all.names.toSorted());
    const filtered = await search('marathi novel', { filter: { authors: ['रणजित देसाई'] } });
    expect(filtered.names.toSorted()).toEqual(['श्रीमान योगी', 'स्वामी']);
  });
});

it.each([
  ['jane austin', ['Jane Austen'], 'jane austen'],
  ['unknown austen', ['Jane Austen'], 'austen'],
  ['AUSTEN', ['Jane Austen'], null],
  ['nobody', [], null],
])(
  'a search of the authors for “%s” finds %o, with the corrected search %o',
  async (text, names, correctedSearch) => {
    const { data } = await shop.graphql(
      'query ($text: String) { collections(type: AUTHOR, search: $text) { nodes { name } correctedSearch } }',
      { text },
    );
    expect(data).toEqual({ collections: { nodes: names.map((name) => ({ name })), correctedSearch } });
  },
);

it('suggestions and name filters tolerate typos', async () => {
  const { data } = await shop.graphql(`{
    searchSuggestions(text: "dnyaneshwri") { ... on Product { name } }
    authorConnection(contains: "jane austin") { nodes { name } }
    products { facets { authors(contains: "austin") { value } } }
  }`);
  expect(data).toEqual({
    searchSuggestions: [{ name: 'ज्ञानेश्वरी' }, {}],
    authorConnection: { nodes: [{ name: 'Jane Austen' }] },
    products: { facets: { authors: [{ value: 'Jane Austen' }] } },
  });
});

it('suggestions and name filters find categories by the words that shoppers use for them', async () => {
  const { data } = await shop.graphql(`{
    searchSuggestions(search: "natak") { ... on Category { name } }
    collections(type: CATEGORY, search: "उपन्यास") { nodes { name } correctedSearch }
    products { facets { categories(search: "kavita") { value } } }
  }`);
  expect(data).toEqual({
    searchSuggestions: [{ name: 'Drama' }],
    collections: { nodes: [{ name: 'Novels' }], correctedSearch: null },
    products: { facets: { categories: [{ value: 'Poetry' }] } },
  });
});
