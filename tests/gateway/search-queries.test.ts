import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { demoCatalogue } from '#rest-api/demo/catalogue.ts';
import { listAt, textAt } from './graphql-call.ts';
import { fetchReadiness, setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

/** The minimum share of queries that find the expected book among the first five (docs/search.md). */
const minHitRate = 0.95;
const maxPosition = 5;
const maxPageSize = 100;

/** Reads a tab-separated file in this folder. */
function readRows(file: string): string[][] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}

const queries = readRows('search-queries.tsv').map(([kind = '', text = '', title = '']) => ({
  kind,
  text,
  title,
}));
const demoProducts = demoCatalogue.products.map((product) => createProductRecord(product.id, { ...product }));
const products = [
  ...demoProducts,
  ...readRows('search-titles.tsv').map(([productName, author], index) =>
    createProductRecord(demoProducts.length + index + 1, {
      productName,
      author,
      category: 'World',
      publisher: 'Tide',
    }),
  ),
];

const rest = setUpRestHost();
let shop: TestGateway;
beforeAll(async () => {
  shop = await startGateway({ waitForCatalogue: false });
});
beforeEach(async () => {
  rest.host.products = products;
  await expect.poll(() => fetchReadiness(shop.url)).toBe(200);
});
afterAll(() => shop.close());

async function findBooks(text: string, first: number) {
  const { data, errors } = await shop.graphql(
    'query ($text: String, $first: Int) { products(search: $text, first: $first) { nodes { sku name } } }',
    { text, first },
  );
  expect(errors).toEqual([]);
  return listAt(data, 'products.nodes').map((node) => ({
    // The SKU is the id in the host's records.
    id: textAt(node, 'sku'),
    name: textAt(node, 'name'),
  }));
}

/** The ids of products that the substring rule of requirements.md 5 finds. */
function listSubstringMatches(text: string): string[] {
  return products
    .filter((product) =>
      [product.productName, product.author, product.publisher, product.category, product.language].some(
        (field) => String(field).toLowerCase().includes(text.toLowerCase()),
      ),
    )
    .map(({ id }) => String(id));
}

it('the search finds the expected book among the first five for at least 95 percent of 300 queries', async () => {
  expect(queries).toHaveLength(300);
  const misses: string[] = [];
  for (const { kind, text, title } of queries) {
    const names = (await findBooks(text, maxPosition)).map(({ name }) => name);
    if (!names.includes(title))
      misses.push(`${kind}: ${text} (${title}), found ${names.join(', ') || 'nothing'}`);
  }
  const hits = queries.length - misses.length;
  const rate = ((100 * hits) / queries.length).toFixed(1);
  const summary = `${hits} of ${queries.length} queries find the expected book (${rate}%). Missed:`;
  process.stdout.write(`${[summary, ...misses].join('\n  ')}\n`);
  expect(hits / queries.length).toBeGreaterThanOrEqual(minHitRate);
});

it('the search lists the matches of the substring rule before all others', async () => {
  const texts = queries.flatMap(({ text, title }) => [text, title, title.slice(0, 4), title.slice(2, 6)]);
  for (const text of new Set(
    texts.map((candidate) => candidate.trim()).filter((candidate) => candidate !== ''),
  )) {
    const expected = listSubstringMatches(text);
    if (expected.length === 0 || expected.length > maxPageSize) continue;
    const ids = (await findBooks(text, expected.length)).map(({ id }) => id);
    expect({ text, ids: ids.toSorted() }).toEqual({ text, ids: expected.toSorted() });
  }
});
