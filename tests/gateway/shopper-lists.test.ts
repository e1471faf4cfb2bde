import { beforeEach, describe, expect, it } from 'vitest';
import { listAt } from './graphql-call.ts';
import { signedInSide, signIn, startGateway } from './harness.ts';
import { hostProduct } from './rest-records.ts';

const held = 1_000;
const ids = Array.from({ length: held }, (_, place) => place + 1);
const side = signedInSide((host) => {
  host.products = ids.map((id) => hostProduct(id));
});
const card = 'id name price language { id name } author { id name }';
const related = `related(first: 20) { id author { name } }`;

const ask = (query: string) => side.shop.graphql(query, {}, side.token);

describe('a cart or a wish list', () => {
  beforeEach(() => {
    Object.assign(side.host.shopper(7), { productIds: ids, wishlistProductIds: ids });
  });

  it('of a thousand books is given whole, with what the storefront shows of each', async () => {
    const query = `{ user { cart { lines { quantity product { ${card} } } } wishlist { products { id } } } }`;
    const { data, errors } = await ask(query);
    expect(errors).toEqual([]);
    expect(listAt(data, 'user.cart.lines')).toHaveLength(held);
    expect(listAt(data, 'user.wishlist.products')).toHaveLength(held);
  });

  it.each([
    ['wishlist', `{ user { wishlist { products { ${related} } } } }`],
    ['cart', `{ user { cart { lines { product { ${related} } } } } }`],
  ])('of a thousand books is too much where each is asked for others: %s', async (_, query) => {
    const { errors, data } = await ask(query);
    expect(errors[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
    expect(data).toBeUndefined();
  });

  it('of a thousand books is too much in the answer to a change, which then is not made', async () => {
    const selection = `cart { lines { product { ${related} } } }`;
    const query = `mutation { removeFromCart(input: { productId: "1" }) { ${selection} } }`;
    const { errors } = await ask(query);
    expect(errors[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
    expect(side.host.shopper(7).productIds).toHaveLength(held);
  });

  it('costs as much as it holds', async () => {
    const shop = await startGateway({ config: { visitorQuota: 5_000 } });
    try {
      const token = await signIn(shop);
      const query = '{ user { wishlist { products { author { name } } } } }';
      const refusals = async (times: number) => {
        const codes: unknown[] = [];
        for (let time = 0; time < times; time += 1) {
          codes.push((await shop.graphql(query, {}, token)).errors[0]?.extensions.code);
        }
        return codes;
      };
      side.host.shopper(7).wishlistProductIds = ids.slice(0, 2);
      expect(await refusals(5)).toEqual(Array(5).fill(undefined));
      side.host.shopper(7).wishlistProductIds = ids;
      expect(await refusals(5)).toContain('RATE_LIMITED');
    } finally {
      await shop.close();
    }
  });
});
