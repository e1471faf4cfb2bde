import { maxPageSize, PageArgumentError } from '../catalogue/connection.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { OrderRange, ShopperOrders } from '../rest/shopper-calls.ts';
import { sortNewestFirst } from './sort.ts';

/** An order of a page. */
export interface OrderPageEntry {
  order: OrderRecord;
  cursor: string;
}

/** One page of a shopper's orders. */
export interface OrderPage {
  entries: OrderPageEntry[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  totalCount: number;
}

/** How many orders may be placed between two pages. */
const maxNewOrders = 10;

/**
 * One page of orders, the newest first; see `sortNewestFirst`.
 *
 * @param read reads all orders, or a part of them where the host gives parts.
 * @throws {PageArgumentError} for a size outside 1 to 100, or a cursor of no order here.
 */
export async function orderPage(
  read: (range?: OrderRange) => Promise<ShopperOrders>,
  first: number,
  after: string | null,
): Promise<OrderPage> {
  if (first < 1 || first > maxPageSize) {
    throw new PageArgumentError(`The argument 'first' is ${first}: it must be from 1 to ${maxPageSize}.`);
  }
  if (after === null) {
    const { orders, part } = await read({ first: 0, last: first - 1 });
    if (part !== null) return pageOf(orders, 0, first, part);
    return pageOf(sortNewestFirst(orders), 0, first, { first: 0, total: orders.length });
  }
  const { id, position } = parseCursor(after);
  // The cursor's own order shows whether new ones have moved the list since.
  let list = await read({ first: position, last: position + first });
  if (list.part !== null && list.orders[0]?.id !== id) {
    list = await read({ first: position, last: position + first + maxNewOrders });
  }
  const { orders, part } = list;
  const all = part === null ? sortNewestFirst(orders) : orders;
  const start = all.findIndex((order) => order.id === id) + 1;
  if (start === 0) throw wrongCursor();
  return pageOf(all, start, first, part ?? { first: 0, total: all.length });
}

/** A page that begins at `start` of `orders`, which themselves are a part of all. */
function pageOf(
  orders: readonly OrderRecord[],
  start: number,
  first: number,
  part: { first: number; total: number },
): OrderPage {
  const page = orders.slice(start, start + first);
  const position = part.first + start;
  return {
    entries: page.map((order, place) => ({ order, cursor: cursorOf(order, position + place) })),
    hasNextPage: position + page.length < part.total,
    hasPreviousPage: position > 0,
    totalCount: part.total,
  };
}

function cursorOf({ id }: OrderRecord, position: number): string {
  return Buffer.from(`order@${position} ${id}`).toString('base64url');
}

/** A cursor's order, and where it stood. */
function parseCursor(cursor: string): { id: string; position: number } {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, position, id] = /^order@(\d{1,9}) (.+)$/s.exec(text) ?? [];
  if (id === undefined) throw wrongCursor();
  return { id, position: Number(position) };
}

function wrongCursor(): PageArgumentError {
  return new PageArgumentError(
    "The argument 'after' is not a cursor of these orders: use an 'endCursor' as it was given.",
  );
}
