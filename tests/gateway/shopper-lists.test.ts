import { beforeEach, describe, expect, it } from 'vitest';
import { listClientOperations } from '#tests/released/operations.ts';
import { at, listAt, textAt } from './graphql-call.ts';
import { setUpGateways, setUpSignedInShopper, signIn } from './harness.ts';
import { createProductRecord } from './rest-records.ts';

const productCount = 1_000;
const ids = Array.from({ length: productCount }, (_, index) => index + 1);
const setup = setUpSignedInShopper((host) => {
  host.products = ids.map((id) => createProductRecord(id));
});
const gateways = setUpGateways();
const card = 'id name price language { id name } author { id name }';
const related = `related(first: 20) { id author { name } }`;

const execute = (query: string) => setup.shop.graphql(query, {}, setup.token);

describe('a cart or wish list', () => {
  beforeEach(() => {
    Object.assign(setup.host.getShopper(7), { productIds: ids, wishlistProductIds: ids });
  });

  it('of a thousand books is returned completely', async () => {
    const query = `{ user { cart { lines { quantity product { ${card} } } } wishlist { products { id } } } }`;
    const { data, errors } = await execute(query);
    expect(errors).toEqual([]);
    expect(listAt(data, 'user.cart.lines')).toHaveLength(productCount);
    expect(listAt(data, 'user.wishlist.products')).toHaveLength(productCount);
  });

  it.each(
    listClientOperations().filter(
      ({ text }) => /^query \w+ \{\s+user \{/.test(text) && /\b(?:cart|wishlist)\b/.test(text),
    ),
  )('of a thousand books can be queried by $name', async ({ text }) => {
    expect((await execute(text)).errors).toEqual([]);
  });

  it.each([
    ['wishlist', `{ user { wishlist { products { ${related} } } } }`],
    ['cart', `{ user { cart { lines { product { ${related} } } } } }`],
  ])('of a thousand books is too complex to query with the related books of each: %s', async (_, query) => {
    const { errors, data } = await execute(query);
    expect(errors[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
    expect(data).toBeUndefined();
  });

  it('of a thousand books with related books is too complex for the result of a mutation, which then changes nothing', async () => {
    const selection = `cart { lines { product { ${related} } } }`;
    const query = `mutation { removeFromCart(input: { productId: "1" }) { ${selection} } }`;
    const { errors } = await execute(query);
    expect(errors[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
    expect(setup.host.getShopper(7).productIds).toHaveLength(productCount);
  });

  it.each([
    ['cart', 'productIds', 'lines { product { author { name } } }'],
    ['wishlist', 'wishlistProductIds', 'products { author { name } }'],
  ] as const)(
    'costs more of the quota the more products it contains: %s',
    async (list, hostField, selection) => {
      const shop = await gateways.start({ config: { visitorQuota: 5_000 } });
      const token = await signIn(shop);
      const query = `{ user { ${list} { ${selection} } } }`;
      const collectErrorCodes = async (times: number) => {
        const codes: unknown[] = [];
        for (let time = 0; time < times; time += 1) {
          codes.push((await shop.graphql(query, {}, token)).errors[0]?.extensions.code);
        }
        return codes;
      };
      setup.host.getShopper(7)[hostField] = ids.slice(0, 2);
      expect(await collectErrorCodes(5)).toEqual(Array(5).fill(undefined));
      setup.host.getShopper(7)[hostField] = ids;
      expect(await collectErrorCodes(5)).toContain('RATE_LIMITED');
    },
  );
});

describe('pages of a wish list', () => {
  const fields = 'totalCount nodes { sku } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const fetchPage = async (variables: Record<string, unknown> = {}) => {
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
      user { wishlist { items(first: $first, after: $after, last: $last, before: $before) { ${fields} } } }
    }`;
    const { data, errors } = await setup.shop.graphql(query, variables, setup.token);
    const page = errors.length > 0 ? null : at(data, 'user.wishlist.items');
    return {
      page,
      errors,
      ids: page === null ? [] : listAt(page, 'nodes').map((node) => Number(at(node, 'sku'))),
    };
  };

  beforeEach(() => {
    // The first id is that of a product that is no longer in the catalogue.
    setup.host.getShopper(7).wishlistProductIds = [5_000, ...ids];
  });

  it('contain the products that are in the catalogue, in the order in which they were added, twenty by default', async () => {
    const { ids: firstPage, page } = await fetchPage();
    expect(firstPage).toEqual(ids.slice(0, 20));
    expect(page).toMatchObject({
      totalCount: productCount,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const after = textAt(page, 'pageInfo.endCursor');
    expect((await fetchPage({ first: 3, after })).ids).toEqual([21, 22, 23]);
    const lastPage = await fetchPage({ last: 2 });
    expect(lastPage.ids).toEqual([999, 1_000]);
    const before = textAt(lastPage.page, 'pageInfo.startCursor');
    expect((await fetchPage({ last: 2, before })).ids).toEqual([997, 998]);
  });

  it('continue at the same position when the product to which the cursor points is removed', async () => {
    const after = textAt((await fetchPage({ first: 3 })).page, 'pageInfo.endCursor');
    setup.host.getShopper(7).wishlistProductIds = ids.filter((id) => id !== 3);
    expect((await fetchPage({ first: 2, after })).ids).toEqual([4, 5]);
  });

  it.each([
    [{ first: 101 }, "The argument 'first' is 101: it must be from 1 to 100."],
    [{ first: 5, last: 5 }, "Give either 'first' or 'last', not both."],
    [{ after: 'nonsense' }, "The argument 'after' is not a cursor of this wish list"],
  ])('are rejected for %o', async (variables, message) => {
    const { errors } = await fetchPage(variables);
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});
