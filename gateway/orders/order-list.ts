import { maxPageSize, PageArgumentError } from '../catalogue/connection.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { OrderRange, ShopperOrders } from '../rest/shopper-calls.ts';

/** An order of a page, and its cursor. */
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

/** The most new orders between two page requests that a cursor survives, on a host with ranges. */
const maxNewOrders = 10;

/**
 * Returns a page of orders, sorted by `sortNewestFirst`.
 *
 * @param list lists all orders, or a range of them if the host supports ranges.
 * @throws {PageArgumentError} for a size outside 1 to 100, or a cursor that is not of these orders.
 */
export async function orderPage(
  list: (range?: OrderRange) => Promise<ShopperOrders>,
  first: number,
  after: string | null,
): Promise<OrderPage> {
  if (first < 1 || first > maxPageSize) {
    throw new PageArgumentError(`The argument 'first' is ${first}: it must be from 1 to ${maxPageSize}.`);
  }
  if (after === null) {
    const { orders, part } = await list({ first: 0, last: first - 1 });
    if (part !== null) return pageOf(orders, 0, first, part);
    return pageOf(sortNewestFirst(orders), 0, first, { first: 0, total: orders.length });
  }
  const { id, position } = parseCursor(after);
  // The cursor's order must be the first: if it is not, new orders have moved the list since.
  let result = await list({ first: position, last: position + first });
  if (result.part !== null && result.orders[0]?.id !== id) {
    result = await list({ first: position, last: position + first + maxNewOrders });
  }
  const { orders, part } = result;
  const all = part === null ? sortNewestFirst(orders) : orders;
  const start = all.findIndex((order) => order.id === id) + 1;
  if (start === 0) throw wrongCursor();
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
    entries: page.map((order, index) => ({ order, cursor: cursorOf(order, position + index) })),
    hasNextPage: position + page.length < part.total,
    hasPreviousPage: position > 0,
    totalCount: part.total,
  };
}

function cursorOf({ id }: OrderRecord, position: number): string {
  return Buffer.from(`order@${position} ${id}`).toString('base64url');
}

/** The order of a cursor, and its position at that time. */
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
