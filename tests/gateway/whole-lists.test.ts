import { afterAll, describe, expect, it } from 'vitest';
import { listAt } from './graphql-call.ts';
import { restSide, startGateway, type TestGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const authors = 3_000;
const rest = restSide();
let shop: TestGateway | undefined;
afterAll(() => shop?.close());

async function ask(query: string) {
  rest.host.products = Array.from({ length: authors }, (_, id) =>
    hostProduct(id, { author: `Author ${id}` }),
  );
  shop ??= await startGateway();
  const { data, errors } = await shop.graphql(query);
  return { data, code: errors[0]?.extensions.code };
}

const repeated = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => field.replace('#', String(n))).join(' ');

describe('a list that comes as a whole counts as long as it is in this catalogue', () => {
  it('is answered by itself, and as the counts of a listing', async () => {
    const { data } = await ask('{ authors { name } products(first: 1) { facets { authors { value } } } }');
    // The host's own list names one more.
    expect(listAt(data, 'authors')).toHaveLength(authors + 1);
    expect(listAt(data, 'products.facets.authors')).toHaveLength(authors);
  });

  it.each([
    ['each with its books', '{ authors { products(first: 1) { nodes { id } } } }'],
    ['each with counts of its books', '{ authors { products { facets { languages { value } } } } }'],
    ['many times', `{ ${repeated(20, 'a#: authors { name }')} }`],
    ['many times as counts', `{ products { facets { ${repeated(20, 'a#: authors { value }')} } } }`],
    ['each with its cheapest', '{ authors { products(first: 1, sort: PRICE_LOW_TO_HIGH) { totalCount } } }'],
  ])('is too much %s', async (_, query) => {
    expect((await ask(query)).code).toBe('QUERY_TOO_COMPLEX');
  });

  it('is no burden where it is short', async () => {
    const query =
      '{ languages { products(sort: PRICE_LOW_TO_HIGH) { nodes { id } facets { authors { value } } } } }';
    expect((await ask(query)).code).toBeUndefined();
  });
});
