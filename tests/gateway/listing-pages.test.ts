import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import { createMixedProducts, listingQuery, readSkus } from './mixed-products.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();
let shop: TestGateway;
beforeEach(async () => {
  rest.host.products = createMixedProducts();
  shop = await start();
});

const pageInfoSchema = z.object({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});

/** The SKUs of the products on a page, and its page info. */
async function fetchPage(variables: Record<string, unknown>) {
  const { data } = await shop.graphql(listingQuery, variables);
  return { skus: readSkus(data), pageInfo: pageInfoSchema.parse(at(data, 'products.pageInfo')) };
}

describe('pages of a listing', () => {
  it.each(['PRICE_HIGH_TO_LOW', 'NEWEST', 'TITLE', 'RELEVANCE', undefined])(
    'contain every product once, forwards and backwards (sort: %s)',
    async (sort) => {
      const all = readSkus((await shop.graphql(listingQuery, { sort, first: 100 })).data);
      const forwards: string[] = [];
      let after: string | null = null;
      do {
        const { skus, pageInfo } = await fetchPage({ sort, first: 7, after });
        forwards.push(...skus);
        expect(pageInfo.hasPreviousPage).toBe(after !== null);
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      expect(forwards).toEqual(all);

      const backwards: string[] = [];
      let before: string | null = null;
      do {
        const { skus, pageInfo } = await fetchPage({ sort, last: 7, before });
        backwards.unshift(...skus);
        before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
      } while (before !== null);
      expect(backwards).toEqual(all);
    },
  );

  it('contain each of several products with the same title once', async () => {
    rest.host.products = [1, 2, 3].map((id) => createProductRecord(id, { productName: 'Poems' }));
    const secondShop = await start();
    const page = { sort: 'TITLE', first: 2 };
    const { data } = await secondShop.graphql(listingQuery, page);
    expect(readSkus(data)).toEqual(['1', '2']);
    const after = at(data, 'products.pageInfo.endCursor');
    expect(readSkus((await secondShop.graphql(listingQuery, { ...page, after })).data)).toEqual(['3']);
  });

  it('contain twenty products by default', async () => {
    expect((await fetchPage({})).skus).toHaveLength(20);
  });

  it.each([
    [{ first: 0 }, "The argument 'first' is 0: it must be from 1 to 100."],
    [{ first: 101 }, "The argument 'first' is 101: it must be from 1 to 100."],
    [{ last: -1 }, "The argument 'last' is -1: it must be from 1 to 100."],
    [{ first: 1, last: 1 }, "Give either 'first' or 'last', not both."],
  ])('reject the arguments %o', async (page, message) => {
    const { data, errors } = await shop.graphql(listingQuery, page);
    expect(data).toBeNull();
    expect(errors[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } });
  });

  it.each([{ first: 10 }, { last: 10 }])(
    'contain only the products between `after` and `before` if a request has both: %o',
    async (size) => {
      const { skus, pageInfo } = await fetchPage({ first: 5 });
      const cursors = { after: pageInfo.startCursor, before: pageInfo.endCursor };
      expect((await fetchPage({ ...size, ...cursors })).skus).toEqual(skus.slice(1, -1));
    },
  );

  it('continue at the same position after the catalogue has changed', async () => {
    const { pageInfo } = await fetchPage({ first: 5 });
    rest.host.products = [
      createProductRecord(900, { productName: 'New at the front' }),
      ...createMixedProducts(),
    ];
    const secondShop = await start();
    const { data } = await secondShop.graphql(listingQuery, { first: 3, after: pageInfo.endCursor });
    expect(readSkus(data)).toEqual(['6', '7', '8']);
  });

  it.each([undefined, 'NEWEST', 'TITLE'])(
    'continue after a product that was removed (sort: %s)',
    async (sort) => {
      const { skus } = await fetchPage({ sort, first: 7 });
      const { pageInfo } = await fetchPage({ sort, first: 5 });
      rest.host.products = createMixedProducts().filter(({ id }) => String(id) !== skus[4]);
      const secondShop = await start();
      const { data } = await secondShop.graphql(listingQuery, { sort, first: 2, after: pageInfo.endCursor });
      expect(readSkus(data)).toEqual(skus.slice(5));
    },
  );

  it('continue if the filter contains the same values in another order', async () => {
    const filter = { categories: ['Poetry', 'Novels'] };
    const { pageInfo } = await fetchPage({ filter, first: 5 });
    const reversed = { categories: filter.categories.toReversed() };
    const { skus } = await fetchPage({ filter: reversed, first: 100 });
    const next = await fetchPage({ filter: reversed, first: 100, after: pageInfo.endCursor });
    expect(next.skus).toEqual(skus.slice(5));
  });

  it.each([
    [{ filter: { categories: ['Poetry'] } }],
    [{ filter: { availableOnly: true } }],
    [{ search: 'red' }],
    [{ sort: 'PRICE_LOW_TO_HIGH' }],
  ])('reject a cursor of another listing: %o', async (otherListing) => {
    const { pageInfo } = await fetchPage({ first: 5 });
    const { errors } = await shop.graphql(listingQuery, { ...otherListing, after: pageInfo.endCursor });
    expect(errors[0]?.message).toContain('was made for another filter, search or sort');
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each(['', 'x', 'not a cursor at all', 'AAAAAAAABBBBBBe30'])(
    'reject the invalid cursor %o',
    async (after) => {
      const { errors } = await shop.graphql(listingQuery, { after });
      expect(errors[0]?.message).toContain("'after' is not a cursor of this shop");
    },
  );

  it('reject a cursor whose position was replaced by that of another one', async () => {
    const { startCursor, endCursor } = (await fetchPage({ first: 5 })).pageInfo;
    const after = `${startCursor?.slice(0, 14)}${endCursor?.slice(14)}`;
    const { errors } = await shop.graphql(listingQuery, { after });
    expect(errors[0]?.message).toContain("'after' is not a cursor of this shop");
  });
});
