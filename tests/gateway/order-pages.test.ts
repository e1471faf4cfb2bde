import { beforeEach, describe, expect, it } from 'vitest';
import { at, listAt, textAt } from './graphql-call.ts';
import { setUpSignedInShopper } from './harness.ts';

const setup = setUpSignedInShopper();

/** Adds `count` orders of the shopper to the host. */
function addOrders(count: number): void {
  for (let index = 0; index < count; index += 1) {
    const number = setup.host.orders.length + 1;
    setup.host.orders.push({
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

const fetchPage = (first: number, after: string | null = null) => fetchOrders({ first, after });

async function fetchOrders(variables: Record<string, unknown>) {
  const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
    user { orders(first: $first, after: $after, last: $last, before: $before) {
      totalCount nodes { number lines { productName quantity product { sku } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } }
  }`;
  const { data, errors } = await setup.shop.graphql(query, variables, setup.token);
  const orders = at(data, 'user.orders');
  return {
    orders,
    errors,
    numbers: errors.length > 0 ? [] : listAt(orders, 'nodes').map((node) => at(node, 'number')),
  };
}

describe('pages of orders, if the host supports ranges,', () => {
  it.each([2, 9])(
    'keep the host\u2019s sequence even if an older order has a later date, in pages of %i orders',
    async (first) => {
      setup.host.supportsRanges = true;
      addOrders(2);
      Object.assign(setup.host.orders[1] ?? {}, { orderDate: '2027-01-20' });
      addOrders(1);
      expect((await fetchPage(first)).numbers.slice(0, 2)).toEqual(['ORD-3', 'ORD-2']);
    },
  );
});

describe.each([
  ['supports ranges', true],
  ['returns complete lists only', false],
])('pages of orders, if the host %s,', (_, supportsRanges) => {
  beforeEach(() => {
    setup.host.supportsRanges = supportsRanges;
  });

  it('contain all orders, newest first', async () => {
    addOrders(5);
    const first = await fetchPage(2);
    expect(first.numbers).toEqual(['ORD-5', 'ORD-4']);
    expect(first.orders).toMatchObject({
      totalCount: 5,
      nodes: [{ lines: [{ productName: 'Book 1', quantity: 2, product: { sku: '1' } }] }, {}],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const second = await fetchPage(2, textAt(first.orders, 'pageInfo.endCursor'));
    expect(second.numbers).toEqual(['ORD-3', 'ORD-2']);
    expect(second.orders).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: true } });
    const third = await fetchPage(2, textAt(second.orders, 'pageInfo.endCursor'));
    expect(third.numbers).toEqual(['ORD-1']);
    expect(third.orders).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: false } });
    const beyond = await fetchPage(2, textAt(third.orders, 'pageInfo.endCursor'));
    expect(beyond.numbers).toEqual([]);
  });

  it('can be read backwards, from the oldest order or from a cursor', async () => {
    addOrders(5);
    const oldest = await fetchOrders({ last: 2 });
    expect(oldest.numbers).toEqual(['ORD-2', 'ORD-1']);
    expect(oldest.orders).toMatchObject({
      totalCount: 5,
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    addOrders(3);
    const middle = await fetchOrders({ last: 2, before: textAt(oldest.orders, 'pageInfo.startCursor') });
    expect(middle.numbers).toEqual(['ORD-4', 'ORD-3']);
    expect(middle.orders).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: true } });
    const newest = await fetchOrders({ last: 9, before: textAt(middle.orders, 'pageInfo.startCursor') });
    expect(newest.numbers).toEqual(['ORD-8', 'ORD-7', 'ORD-6', 'ORD-5']);
    expect(newest.orders).toMatchObject({ pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    expect((await fetchOrders({ last: 9 })).numbers).toHaveLength(8);
  });

  it('can be limited by two cursors', async () => {
    addOrders(6);
    const after = textAt((await fetchOrders({ first: 1 })).orders, 'pageInfo.endCursor');
    const before = textAt((await fetchOrders({ last: 1 })).orders, 'pageInfo.startCursor');
    expect((await fetchOrders({ first: 2, after, before })).numbers).toEqual(['ORD-5', 'ORD-4']);
    expect((await fetchOrders({ last: 2, after, before })).numbers).toEqual(['ORD-3', 'ORD-2']);
    expect((await fetchOrders({ last: 9, after, before })).numbers).toHaveLength(4);
  });

  it('are empty for a shopper without orders', async () => {
    expect((await fetchOrders({ last: 2 })).orders).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it.each([3, 50])('neither repeat nor skip an order when %i new orders arrive in between', async (count) => {
    addOrders(5);
    const { orders } = await fetchPage(2);
    const oldest = await fetchOrders({ last: 2 });
    addOrders(count);
    const next = await fetchPage(2, textAt(orders, 'pageInfo.endCursor'));
    expect(next.numbers).toEqual(['ORD-3', 'ORD-2']);
    expect(next.orders).toMatchObject({
      totalCount: 5 + count,
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
    const previous = await fetchOrders({ last: 2, before: textAt(oldest.orders, 'pageInfo.startCursor') });
    expect(previous.numbers).toEqual(['ORD-4', 'ORD-3']);
  });

  it.each(['', 'nonsense', 'b3JkZXJAMCBPUkQtMw'])(
    'are rejected for the invalid cursor %o',
    async (cursor) => {
      addOrders(3);
      const { errors } = await fetchPage(2, cursor);
      expect(errors[0]?.message).toContain("'after' is not a cursor of these orders");
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    },
  );

  it('are rejected for a cursor of another list', async () => {
    addOrders(3);
    const { data } = await setup.shop.graphql('{ products { pageInfo { endCursor } } }');
    const { errors } = await fetchPage(2, textAt(data, 'products.pageInfo.endCursor'));
    expect(errors[0]?.message).toContain("'after' is not a cursor of these orders");
  });

  it('continue after the order to which the cursor points, even if newer orders no longer exist', async () => {
    addOrders(5);
    const { orders } = await fetchPage(4);
    setup.host.orders.splice(2, 3);
    const next = await fetchPage(2, textAt(orders, 'pageInfo.endCursor'));
    expect(next.numbers).toEqual(['ORD-1']);
    expect(next.orders).toMatchObject({ totalCount: 2 });
  });

  it('are rejected if the order to which the cursor points no longer exists', async () => {
    addOrders(3);
    const { orders } = await fetchPage(1);
    setup.host.orders.pop();
    const { errors } = await fetchPage(1, textAt(orders, 'pageInfo.endCursor'));
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('a short page of a long order history', () => {
  it('reads at most one order more than it shows, if the host supports ranges', async () => {
    setup.host.supportsRanges = true;
    addOrders(100);
    const { orders } = await fetchPage(1);
    expect(orders).toMatchObject({ totalCount: 100, nodes: [{ number: 'ORD-100' }] });
    await fetchPage(1, textAt(orders, 'pageInfo.endCursor'));
    expect(setup.host.returnedOrderCount).toBe(3);
    await fetchOrders({ last: 1 });
    expect(setup.host.returnedOrderCount).toBe(5);
  });
});

describe('the orders of a shopper without an e-mail address', () => {
  it('do not include orders of other shoppers without an e-mail address', async () => {
    addOrders(1);
    Object.assign(setup.host.orders[0] ?? {}, { userEmail: '' });
    Object.assign(setup.host.getShopper(7), { email: null });
    expect((await fetchPage(1)).orders).toMatchObject({ totalCount: 0, nodes: [] });
  });
});
