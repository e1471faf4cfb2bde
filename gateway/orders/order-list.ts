import { z } from 'zod';
import { Cursors, type Edge, type Page, type PageArguments, pageSize } from '../catalogue/connection.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { OrderRange, ShopperOrders } from '../rest/shopper-calls.ts';

export type OrderPageEdge = Edge<OrderRecord>;

/** One page of a shopper's orders. */
export type OrderPage = Page<OrderRecord>;

/** Cursors contain the order's id, and its position when they were created. */
const cursors = new Cursors(
  {
    schema: z.tuple([z.string(), z.int().min(0).max(999_999_999)]),
    listName: 'these orders',
    queryName: 'list of orders',
  },
  () => 'orders',
);

/** The most new orders between two page requests that a cursor survives, on a host with ranges. */
const maxNewOrders = 10;

/**
 * Returns a page of orders, sorted by `sortNewestFirst`.
 *
 * @param list lists all orders, or a range of them if the host supports ranges.
 * @throws {PageArgumentError} for an invalid page size, or a cursor that is not of these orders.
 */
export async function orderPage(
  list: (range?: OrderRange) => Promise<ShopperOrders>,
  page: Pick<PageArguments, 'first' | 'after'>,
): Promise<OrderPage> {
  const first = pageSize(page);
  if (page.after == null) {
    const { orders, part } = await list({ first: 0, last: first - 1 });
    if (part !== null) return pageOf(orders, 0, first, part);
    return pageOf(sortNewestFirst(orders), 0, first, { first: 0, total: orders.length });
  }
  const [id, position] = cursors.read(page.after, 'after');
  // The cursor's order must be the first: if it is not, new orders have moved the list since.
  const expected = await list({ first: position, last: position + first });
  const { orders, part } =
    expected.part === null || expected.orders[0]?.id === id
      ? expected
      : await list({ first: position, last: position + first + maxNewOrders });
  const all = part === null ? sortNewestFirst(orders) : orders;
  const start = all.findIndex((order) => order.id === id) + 1;
  if (start === 0) throw cursors.invalid('after');
  return pageOf(all, start, first, part ?? { first: 0, total: all.length });
}

/** The page that starts at index `start` of `orders`, which are themselves a range of all orders. */
function pageOf(
  orders: readonly OrderRecord[],
  start: number,
  first: number,
  part: { first: number; total: number },
): OrderPage {
  const page = orders.slice(start, start + first);
  const position = part.first + start;
  return {
    edges: page.map((node, index) => ({ node, cursor: () => cursors.write([node.id, position + index]) })),
    hasNextPage: position + page.length < part.total,
    hasPreviousPage: position > 0,
    totalCount: part.total,
  };
}

/**
 * Sorts orders, newest first. Orders of the same day are sorted by their number, highest first, if the
 * host numbers them; otherwise they stay in the host's order.
 */
export function sortNewestFirst(orders: readonly OrderRecord[]): OrderRecord[] {
  const isNumbered = new Set(orders.map(({ id }) => id.replaceAll(/\d+/g, '#'))).size === 1;
  return orders.toSorted(
    (a, b) =>
      b.orderDate.localeCompare(a.orderDate) ||
      (isNumbered ? b.id.localeCompare(a.id, 'en', { numeric: true }) : 0),
  );
}
