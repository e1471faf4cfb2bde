import { describe, expect, it } from 'vitest';
import { at, listAt, textAt } from './graphql-call.ts';
import { signedInSide } from './harness.ts';

const side = signedInSide();

/** Orders of the shopper, `count` more of them. */
function addOrders(count: number): void {
  for (let added = 0; added < count; added += 1) {
    const number = side.host.orders.length + 1;
    side.host.orders.push({
      userEmail: 'reader@shop.example',
      orderId: `ORD-${number}`,
      orderDate: '2026-11-20',
      totalPrice: number,
      status: 'Paid',
      address: 'x',
      shipmentProducts: [{ product: { id: 1, productName: 'Book 1' }, quantity: 2 }],
    });
  }
}

async function page(first: number, after: string | null = null) {
  const query = `query ($first: Int, $after: String) {
    user { orders(first: $first, after: $after) {
      totalCount nodes { id lines { productName quantity product { id } } } pageInfo { hasNextPage hasPreviousPage endCursor }
    } }
  }`;
  const { data, errors } = await side.shop.graphql(query, { first, after }, side.token);
  const orders = at(data, 'user.orders');
  return {
    orders,
    errors,
    ids: errors.length > 0 ? [] : listAt(orders, 'nodes').map((node) => at(node, 'id')),
  };
}

describe.each([
  ['gives parts of the list', true],
  ['gives the whole list alone', false],
])('pages of orders, where the host %s', (_, knowsRanges) => {
  it('follow each other, the newest first', async () => {
    side.host.knowsRanges = knowsRanges;
    addOrders(5);
    const first = await page(2);
    expect(first.ids).toEqual(['ORD-5', 'ORD-4']);
    expect(first.orders).toMatchObject({
      totalCount: 5,
      nodes: [{ lines: [{ productName: 'Book 1', quantity: 2, product: { id: '1' } }] }, {}],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const second = await page(2, textAt(first.orders, 'pageInfo.endCursor'));
    expect(second.ids).toEqual(['ORD-3', 'ORD-2']);
    expect(second.orders).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: true } });
    const third = await page(2, textAt(second.orders, 'pageInfo.endCursor'));
    expect(third.ids).toEqual(['ORD-1']);
    expect(third.orders).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: false } });
    const beyond = await page(2, textAt(third.orders, 'pageInfo.endCursor'));
    expect(beyond.ids).toEqual([]);
  });

  it('neither repeat nor leave out an order when new ones come in between', async () => {
    side.host.knowsRanges = knowsRanges;
    addOrders(5);
    const { orders } = await page(2);
    addOrders(3);
    expect((await page(2, textAt(orders, 'pageInfo.endCursor'))).ids).toEqual(['ORD-3', 'ORD-2']);
  });

  it.each(['order ORD-1', 'order@1 ORD-9', 'nonsense'])('refuse a cursor of no order: %s', async (text) => {
    side.host.knowsRanges = knowsRanges;
    addOrders(3);
    const { errors } = await page(2, Buffer.from(text).toString('base64url'));
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('a page of few orders of a shopper who has many', () => {
  it('makes a host that gives parts give only these', async () => {
    side.host.knowsRanges = true;
    addOrders(100);
    const { orders } = await page(1);
    expect(orders).toMatchObject({ totalCount: 100, nodes: [{ id: 'ORD-100' }] });
    await page(1, textAt(orders, 'pageInfo.endCursor'));
    expect(side.host.ordersGiven).toBe(3);
    for (const wrong of ['order@50 ORD-1', 'order@999 ORD-1']) {
      const { errors } = await page(1, Buffer.from(wrong).toString('base64url'));
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
    expect(side.host.ordersGiven).toBeLessThan(20);
  });
});
