import { afterEach, beforeEach, expect, it } from 'vitest';
import { listAt, textAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

/** Titles and authors in the reverse of the expected order. The search does not find `Garlic`. */
const books: ReadonlyArray<readonly [name: string, author: string]> = [
  ['Garlic', 'A. Writer'],
  ['Shansi', 'A. Writer'],
  ['विश्वशांती', 'A. Writer'],
  ['खरी शांती', 'A. Writer'],
  ['शांती', 'A. Writer'],
  ['Prashanti', 'A. Writer'],
  ['Shantiban', 'A. Writer'],
  ['Roses', 'Olive Shanti'],
  ['A Secret Shanti', 'A. Writer'],
  ['Shanti Paths', 'A. Writer'],
  ['Shanti', 'A. Writer'],
];

beforeEach(async () => {
  rest.host.products = books.map(([productName, author], index) =>
    createProductRecord(index + 1, { productName, author }),
  );
  shop = await startGateway();
});

async function findNames(search: string): Promise<string[]> {
  const { data } = await shop.graphql(
    'query ($search: String) { products(search: $search) { nodes { name } } }',
    {
      search,
    },
  );
  return listAt(data, 'products.nodes').map((node) => textAt(node, 'name'));
}

it('a search lists exact matches before those by sound, in compounds or with typos', async () => {
  expect(await findNames('shanti')).toEqual([
    'Shanti',
    'Shanti Paths',
    'A Secret Shanti',
    'Roses',
    'Shantiban',
    'Prashanti',
    'शांती',
    'खरी शांती',
    'विश्वशांती',
    'Shansi',
  ]);
});
