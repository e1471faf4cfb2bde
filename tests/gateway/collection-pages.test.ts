import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, listAt, textAt } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

/** Authors in the order of their books. The first has one book, the second two, and so on. */
const authorNames = ['zoya', 'Émile', 'साने गुरुजी', 'Adams', 'प्रेमचंद', 'eliot', '“Anon”', 'टिळक'];
const sortedNames = ['“Anon”', 'टिळक', 'प्रेमचंद', 'साने गुरुजी', 'Adams', 'eliot', 'Émile', 'zoya'];

function createBooksBy(names: readonly string[]) {
  return names.flatMap((author, index) =>
    Array.from({ length: index + 1 }, (_, copy) => createProductRecord((index + 1) * 100 + copy, { author })),
  );
}

beforeEach(async () => {
  rest.host.authors = [];
  rest.host.products = createBooksBy(authorNames);
  shop = await startGateway({ refreshIntervalMs: 20 });
});

const authorsQuery = `query ($search: String, $initial: String, $sort: CollectionSort, $first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
  collections(type: AUTHOR, search: $search, initial: $initial, sort: $sort, first: $first, after: $after, last: $last, before: $before, offset: $offset) {
    totalCount
    nodes { name productCount }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    initials { letter count }
  }
}`;

async function fetchPage(variables: Record<string, unknown>) {
  const { data, errors } = await shop.graphql(authorsQuery, variables);
  expect(errors).toEqual([]);
  return at(data, 'collections');
}

const listNames = (page: unknown) => listAt(page, 'nodes').map((node) => textAt(node, 'name'));

describe('the list of authors', () => {
  it('contains each author once, in the order of the books or by name, and can be paged forwards and backwards', async () => {
    expect(listNames(await fetchPage({}))).toEqual(authorNames);
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page: unknown = await fetchPage({ sort: 'NAME', first: 3, after });
      seen.push(...listNames(page));
      more = at(page, 'pageInfo.hasNextPage') === true;
      after = textAt(page, 'pageInfo.endCursor');
    }
    expect(seen).toEqual(sortedNames);
    const lastPage = await fetchPage({ sort: 'NAME', last: 3 });
    expect(listNames(lastPage)).toEqual(sortedNames.slice(-3));
    const before = textAt(lastPage, 'pageInfo.startCursor');
    expect(listNames(await fetchPage({ sort: 'NAME', last: 2, before }))).toEqual(sortedNames.slice(-5, -3));
  });

  it('can be paged by offset, and continued from there with a cursor', async () => {
    const second = await fetchPage({ sort: 'NAME', first: 3, offset: 3 });
    expect(listNames(second)).toEqual(sortedNames.slice(3, 6));
    expect(at(second, 'pageInfo')).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
    const after = textAt(second, 'pageInfo.endCursor');
    expect(listNames(await fetchPage({ sort: 'NAME', first: 3, after }))).toEqual(sortedNames.slice(6));
    const beyondEnd = await fetchPage({ sort: 'NAME', first: 3, offset: 90 });
    expect(beyondEnd).toMatchObject({ nodes: [], totalCount: sortedNames.length });
    expect(at(beyondEnd, 'pageInfo')).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
  });

  it('can be filtered by part of a name, by its spelling in the other script, and by initial', async () => {
    expect(listNames(await fetchPage({ search: ' TILAK ' }))).toEqual(['टिळक']);
    expect(listNames(await fetchPage({ search: 'lio' }))).toEqual(['eliot']);
    expect(listNames(await fetchPage({ search: 'xi' }))).toEqual([]);
    expect(listNames(await fetchPage({ initial: 'e', sort: 'NAME' }))).toEqual(['eliot', 'Émile']);
    const byInitial = await fetchPage({ search: '', initial: 'Z' });
    expect(byInitial).toMatchObject({ totalCount: 1, nodes: [{ name: 'zoya', productCount: 1 }] });
    const initials = listAt(await fetchPage({ initial: 'Z', sort: 'NAME' }), 'initials');
    expect(initials).toEqual([
      { letter: '#', count: 1 },
      { letter: 'ट', count: 1 },
      { letter: 'प', count: 1 },
      { letter: 'स', count: 1 },
      { letter: 'A', count: 1 },
      { letter: 'E', count: 2 },
      { letter: 'Z', count: 1 },
    ]);
  });

  it.each([
    [{ initial: 'e', sort: 'NAME' }, ['eliot', 'Émile']],
    [{ initial: 'e' }, ['Émile', 'eliot']],
    [{ search: 'a', sort: 'NAME' }, ['“Anon”', 'Adams', 'zoya']],
    [{ search: 'a' }, ['zoya', 'Adams', '“Anon”']],
    [{ search: 'a', initial: 'A', sort: 'NAME' }, ['Adams']],
  ])('pages through the names that match %o', async (query, expected) => {
    const all = await fetchPage(query);
    expect(listNames(all)).toEqual(expected);
    const after = textAt(await fetchPage({ ...query, first: 1 }), 'pageInfo.endCursor');
    expect(listNames(await fetchPage({ ...query, after }))).toEqual(expected.slice(1));
    const before = textAt(all, 'pageInfo.endCursor');
    expect(listNames(await fetchPage({ ...query, last: 2, before }))).toEqual(expected.slice(0, -1));
    const initials = listAt(await fetchPage({ ...query, initial: null }), 'initials');
    const counts = initials.map((initial) => Number(at(initial, 'count')));
    const total = at(await fetchPage({ ...query, initial: null }), 'totalCount');
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(counts).not.toContain(0);
  });

  it('continues at the same position after the catalogue has changed', async () => {
    const after = textAt(await fetchPage({ sort: 'NAME', first: 5 }), 'pageInfo.endCursor');
    rest.host.products = createBooksBy(['New', ...authorNames.filter((name) => name !== 'Adams'), 'Aaron']);
    await expect.poll(async () => at(await fetchPage({}), 'totalCount')).toBe(9);
    expect(listNames(await fetchPage({ sort: 'NAME', after }))).toEqual(['eliot', 'Émile', 'New', 'zoya']);
  });

  it('rejects invalid paging arguments, texts that are too long, and cursors of other lists', async () => {
    const after = textAt(await fetchPage({ first: 1 }), 'pageInfo.endCursor');
    for (const variables of [
      { first: 0 },
      { first: 101 },
      { first: 1, last: 1 },
      { search: 'x'.repeat(201) },
      { after: 'nonsense' },
      { after, sort: 'NAME' },
      { after, initial: 'A' },
      { offset: -1 },
      { offset: 1, last: 1 },
      { offset: 1, before: after },
      { offset: 1, after },
    ]) {
      const { errors } = await shop.graphql(authorsQuery, variables);
      expect({ variables, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
        variables,
        codes: ['BAD_USER_INPUT'],
      });
    }
  });

  it('says in the error on which arguments a cursor depends', async () => {
    const after = textAt(await fetchPage({ first: 1 }), 'pageInfo.endCursor');
    const { errors } = await shop.graphql(authorsQuery, { after, initial: 'A' });
    expect(errors[0]?.message).toContain('was made for another type, search text, initial or sort');
  });
});

describe('an author', () => {
  it('has the transliterated name that one of the books states, and otherwise none', async () => {
    rest.host.products = [
      ...createBooksBy(authorNames),
      createProductRecord(900, { author: 'टिळक', transliteratedAuthor: 'Lokmanya Tilak' }),
    ];
    const query =
      '{ author(name: "टिळक") { transliteratedName } other: author(name: "zoya") { transliteratedName } }';
    await expect
      .poll(async () => (await shop.graphql(query)).data)
      .toEqual({
        author: { transliteratedName: 'Lokmanya Tilak' },
        other: { transliteratedName: null },
      });
  });
});

describe('the author facet of a listing', () => {
  const facetsQuery = `query ($filter: ProductFilter, $first: Int, $search: String) {
    products(filter: $filter, first: 1) {
      facets { authorCount authors(first: $first, search: $search) { value count selected } }
    }
  }`;
  async function fetchFacets(variables: Record<string, unknown>) {
    const { data, errors } = await shop.graphql(facetsQuery, variables);
    expect(errors).toEqual([]);
    const facetValues = listAt(data, 'products.facets.authors');
    return {
      count: at(data, 'products.facets.authorCount'),
      values: facetValues.map((facetValue) => textAt(facetValue, 'value')),
    };
  }

  it('is limited to the most frequent authors, and always includes the selected ones', async () => {
    expect(await fetchFacets({})).toEqual({ count: 8, values: [...authorNames].reverse() });
    expect(await fetchFacets({ first: 2 })).toEqual({ count: 8, values: ['टिळक', '“Anon”'] });
    const filter = { authors: ['zoya', 'Nobody'] };
    const selected = await fetchFacets({ filter, first: 1 });
    expect(selected).toEqual({ count: 8, values: ['zoya', 'Nobody', 'टिळक'] });
    expect((await fetchFacets({ filter, search: 'premchand' })).values).toEqual(['zoya', 'Nobody', 'प्रेमचंद']);
  });

  it('is limited to a hundred authors at a time', async () => {
    const { errors } = await shop.graphql(facetsQuery, { first: 101 });
    expect(errors[0]?.message).toContain("'first' is 101");
  });
});
