import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listAt, textAt } from './graphql-call.ts';
import { fetchReadiness, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

/**
 * Books for the searches below. Many titles and authors are spelled in a way that readers rarely type. A search for
 * `किस्सा` must find `क़िस्सा लंदन का` before the first book, whose title only sounds like the searched word.
 */
const books: ReadonlyArray<readonly [name: string, author: string]> = [
  ['Kissa Kissa', 'A. Writer'],
  ['Angels & Demons', 'Dan Brown'],
  ['Q&A', 'Vikas Swarup'],
  ['आई & बाबा', 'A. Writer'],
  ['The Amazing Spider-Man', 'A. Writer'],
  ['Catch-22', 'Joseph Heller'],
  ['Moby-Dick; or, The Whale', 'Herman Melville'],
  ['माता-पिता', 'A. Writer'],
  ['क़िस्सा लंदन का', 'A. Writer'],
  ['लड़कपन', 'A. Writer'],
  ['The Snowman', 'Jo Nesbø'],
  ['Solaris', 'Stanisław Lem'],
  ['The Rings', 'W. G. Weiß'],
  ['My Name', 'Yıldız Kaya'],
  ['Ælfred', 'A. Writer'],
  ['Œuvres', 'A. Writer'],
  ['Ngo', 'Đỗ Writer'],
  ['गीतारहस्य ज्ञानेश्वरी', 'A. Writer'],
  ['मीठ & साखर', 'A. Writer'],
  ['Big Red', 'Jim Kjelgaard'],
  ['गोष्टी', 'A. Writer'],
  ['अण्णाभाऊ', 'A. Writer'],
  ['आशापूर्णा', 'A. Writer'],
  ['छूमंतर', 'A. Writer'],
  ['Rock and Roll', 'सखाराम'],
];

const rest = setUpRestHost();
let shop: TestGateway;
beforeAll(async () => {
  shop = await startGateway({ waitForCatalogue: false });
});
beforeEach(async () => {
  rest.host.products = books.map(([productName, author], index) =>
    createProductRecord(index + 1, { productName, author }),
  );
  await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
});
afterAll(() => shop.close());

async function search(text: string) {
  const query = 'query ($search: String) { products(search: $search) { correctedSearch nodes { name } } }';
  const { data, errors } = await shop.graphql(query, { search: text });
  expect(errors).toEqual([]);
  return data;
}

it.each([
  ['angels and demons', 'Angels & Demons'],
  ['angels & demons', 'Angels & Demons'],
  ['angels demons', 'Angels & Demons'],
  ['q and a', 'Q&A'],
  ['आई आणि बाबा', 'आई & बाबा'],
  ['आई और बाबा', 'आई & बाबा'],
  ['meeth and sakhar', 'मीठ & साखर'],
  ['spiderman', 'The Amazing Spider-Man'],
  ['spider man', 'The Amazing Spider-Man'],
  ['catch22', 'Catch-22'],
  ['mobydick', 'Moby-Dick; or, The Whale'],
  ['मातापिता', 'माता-पिता'],
  ['किस्सा', 'क़िस्सा लंदन का'],
  ['nesbo', 'The Snowman'],
  ['stanislaw', 'Solaris'],
  ['weiss', 'The Rings'],
  ['yildiz', 'My Name'],
  ['aelfred', 'Ælfred'],
  ['oeuvres', 'Œuvres'],
  ['do writer', 'Ngo'],
])('finds a name as readers type it: %s', async (text, name) => {
  const data = await search(text);
  expect(data).toMatchObject({ products: { correctedSearch: null } });
  expect(textAt(listAt(data, 'products.nodes')[0], 'name')).toBe(name);
});

it('joins words of the search in a correction if they are one word in the name', async () => {
  const name = 'गीतारहस्य ज्ञानेश्वरी';
  expect(await search('geeta rahasya dnyaneshwpri')).toEqual({
    products: { correctedSearch: name, nodes: [{ name }] },
  });
});

it('leaves the word for & out of a correction in the other script', async () => {
  const correction = { correctedSearch: 'मीठ साखर', nodes: [{ name: 'मीठ & साखर' }] };
  expect(await search('meeth and sakhpr')).toEqual({ products: correction });
});

it('keeps the word "and" of a name in a correction that contains the author in the other script', async () => {
  const correction = { correctedSearch: 'rock and roll सखाराम', nodes: [{ name: 'Rock and Roll' }] };
  expect(await search('rock and roll sakhapam')).toEqual({ products: correction });
});

it('finds no words by a phonetic key of two letters if the searched word is long', async () => {
  expect(await search('qqqqzzz')).toEqual({ products: { correctedSearch: null, nodes: [] } });
  // A short word with the key `go`, and one with the longer key `gos`.
  for (const text of ['go', 'gosh'])
    expect(listAt(await search(text), 'products.nodes')).toContainEqual({ name: 'गोष्टी' });
});

it.each([
  ['annaa', 'अण्णाभाऊ'],
  ['aasha', 'आशापूर्णा'],
  ['aashaa', 'आशापूर्णा'],
  ['chhoo', 'छूमंतर'],
])('finds a name by the sound of its beginning, even if the search is short: %s', async (text, name) => {
  expect(listAt(await search(text), 'products.nodes')).toContainEqual({ name });
});

it('keeps the dot of ड़ in the correction of a misspelled word', async () => {
  // `normalize` because editors may write the letter in one or two code points.
  const name = 'लड़कपन'.normalize();
  expect(await search('लड़कपम')).toEqual({ products: { correctedSearch: name, nodes: [{ name }] } });
});
