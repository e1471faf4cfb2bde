import { z } from 'zod';
import { Cursors, type Edge, getPageSize, type Page, type PageArguments } from '../catalogue/connection.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { OrderRange, ShopperOrders } from '../rest/orders.ts';

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

type OrderCursor = ReturnType<typeof cursors.read>;

/** Lists all orders, or a range of them if the host supports ranges. */
type ListOrders = (range?: OrderRange) => Promise<ShopperOrders>;

/** A part of the sorted orders of a shopper. */
interface OrderWindow {
  orders: readonly OrderRecord[];
  /** The position of the first one among all orders. */
  first: number;
  total: number;
}

/**
 * Returns a page of orders, newest first. A host that supports ranges sorts the orders itself. Only the needed range is
 * loaded from it, unless `before` is given without `last`, or `after` with `last`, or the list has shifted since the
 * cursor was created.
 *
 * @throws {PageArgumentError} for an invalid page size, a cursor of another list, or one whose order no longer exists.
 */
export async function loadOrderPage(list: ListOrders, page: PageArguments): Promise<OrderPage> {
  const size = getPageSize(page);
  const isForward = page.last == null;
  const after = page.after == null ? null : cursors.read(page.after, 'after');
  const before = page.before == null ? null : cursors.read(page.before, 'before');
  const load = async (range?: OrderRange): Promise<OrderWindow> => {
    const { orders, part } = await list(range);
    return part === null
      ? { orders: sortNewestFirst(orders), first: 0, total: orders.length }
      : { orders, ...part };
  };
  const [start, limit] = isForward ? [after, before] : [before, after];
  const window = limit === null ? await loadRange(load, start, isForward, size) : await load();
  return createOrderPage(window, after, before, isForward, size);
}

/** Loads the orders of a page, and the order to which its cursor points. Loads all orders if the list has shifted. */
async function loadRange(
  load: (range?: OrderRange) => Promise<OrderWindow>,
  cursor: OrderCursor | null,
  isForward: boolean,
  size: number,
): Promise<OrderWindow> {
  if (cursor === null && isForward) return load({ first: 0, last: size - 1 });
  if (cursor === null) {
    const newest = await load({ first: 0, last: 0 });
    const { orders, total } = newest;
    return orders.length === total ? newest : load({ first: Math.max(0, total - size), last: total - 1 });
  }
  const [id, position] = cursor;
  const [first, last] = isForward ? [position, position + size] : [Math.max(0, position - size), position];
  const window = await load({ first, last });
  const isWhole = window.orders.length === window.total;
  if (isWhole || window.orders[position - window.first]?.id === id) return window;
  // The order is no longer at its position, for example because new orders have shifted the list.
  return load();
}

function createOrderPage(
  { orders, first, total }: OrderWindow,
  after: OrderCursor | null,
  before: OrderCursor | null,
  isForward: boolean,
  size: number,
): OrderPage {
  const findPosition = ([id]: OrderCursor, argument: 'after' | 'before') => {
    const index = orders.findIndex((order) => order.id === id);
    if (index === -1) throw cursors.createError(argument);
    return first + index;
  };
  const from = after === null ? 0 : findPosition(after, 'after') + 1;
  const to = before === null ? total : findPosition(before, 'before');
  const start = isForward ? from : Math.max(from, to - size, first);
  const page = orders.slice(start - first, (isForward ? Math.min(to, from + size) : to) - first);
  return {
    edges: page.map((node, index) => ({ node, cursor: () => cursors.write([node.id, start + index]) })),
    hasNextPage: start + page.length < total,
    hasPreviousPage: start > 0,
    totalCount: total,
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
