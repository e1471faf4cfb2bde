import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { encodeNodeId } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();

const query = `{
  products { totalCount }
  coupons { __typename }
  notifications { __typename }
  slides { __typename }
  marketingPosts { __typename }
  user { cart { unitCount } wishlist { products { name } } orders { totalCount } }
}`;

const complete = {
  products: { totalCount: 3 },
  coupons: [{ __typename: 'Coupon' }],
  notifications: [{ __typename: 'Notification' }],
  slides: [{ __typename: 'Slide' }],
  marketingPosts: [{ __typename: 'MarketingPost' }],
  user: { cart: { unitCount: 2 }, wishlist: { products: [{ name: 'Book 3' }] }, orders: { totalCount: 0 } },
};

/** Starts a gateway whose host fails at an endpoint from the beginning. */
function startWithFailingEndpoint(endpoint: string): Promise<TestGateway> {
  rest.server.use(http.get(`${hostUrl}/${endpoint}`, () => createErrorResponse(503, 'out of order')));
  Object.assign(rest.host.getShopper(7), { productIds: [1, 1], wishlistProductIds: [3] });
  return start();
}

describe('a mutation that fails with an error outside its payload', () => {
  it('has a null payload and does not affect the other mutations of the request', async () => {
    const gateway = await start();
    const token = await signIn(gateway);
    const fields = '{ cart { unitCount } userErrors { code } }';
    const { data, errors } = await gateway.graphql(
      `mutation ($first: ID!, $failing: ID!, $last: ID!) {
        first: addToCart(input: { productId: $first }) ${fields}
        failing: addToCart(input: { productId: $failing }) ${fields}
        last: addToCart(input: { productId: $last }) ${fields}
      }`,
      {
        first: encodeNodeId('Product', 1),
        failing: encodeNodeId('User', 7),
        last: encodeNodeId('Product', 2),
      },
      token,
    );
    expect(data).toEqual({
      first: { cart: { unitCount: 1 }, userErrors: [] },
      failing: null,
      last: { cart: { unitCount: 2 }, userErrors: [] },
    });
    expect(errors).toMatchObject([{ path: ['failing'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

describe('a list that cannot be read', () => {
  it.each([
    ['coupons', 'AllCoupons', 'Failed to fetch coupons'],
    ['notifications', 'TodaysNotifications', 'Failed to fetch notifications'],
    ['slides', 'AllSlideImages', 'Failed to fetch slides'],
    ['marketingPosts', 'AllMarketting', 'Failed to fetch posts'],
  ])('is null without affecting the rest of the response: %s', async (field, endpoint, message) => {
    const gateway = await startWithFailingEndpoint(endpoint);
    const token = await signIn(gateway);
    const { data, errors } = await gateway.graphql(query, {}, token);
    expect(data).toEqual({ ...complete, [field]: null });
    expect(errors).toMatchObject([{ message, path: [field], extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
  });

  it('is null without affecting the rest of the response: User.orders', async () => {
    const gateway = await startWithFailingEndpoint('OrdersByUserEmail');
    const token = await signIn(gateway);
    const { data, errors } = await gateway.graphql(query, {}, token);
    expect(data).toEqual({ ...complete, user: { ...complete.user, orders: null } });
    expect(errors).toMatchObject([
      {
        message: 'Failed to fetch user data',
        path: ['user', 'orders'],
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      },
    ]);
  });

  it('is requested again by later queries, because a response without it is not cached', async () => {
    let isBroken = true;
    rest.server.use(
      http.get(`${hostUrl}/AllCoupons`, () =>
        isBroken ? createErrorResponse(503, 'out of order') : undefined,
      ),
    );
    const gateway = await start();
    const readCoupons = async () => (await gateway.graphql('{ coupons { couponName } }')).data;
    for (let request = 0; request < 3; request += 1) expect(await readCoupons()).toEqual({ coupons: null });
    isBroken = false;
    await expect.poll(readCoupons).toEqual({ coupons: [{ couponName: 'TEN' }] });
  });
});
