import { largestPage } from '../catalogue/page.ts';
import { newestFirst } from '../checkout/newest-first.ts';
import { badInput } from '../graphql/errors.ts';
import type { OrderRecord } from '../rest/order-shapes.ts';

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

/**
 * One page of orders, the newest first; see `newestFirst`.
 *
 * @throws {GraphQLError} `BAD_USER_INPUT` for a size outside 1 to 100, or a cursor of no order here.
 */
export function orderPage(orders: readonly OrderRecord[], first: number, after: string | null): OrderPage {
  if (first < 1 || first > largestPage) {
    throw badInput(`The argument 'first' is ${first}: it must be from 1 to ${largestPage}.`);
  }
  const sorted = newestFirst(orders);
  const start = after === null ? 0 : sorted.findIndex((order) => cursorOf(order) === after) + 1;
  if (after !== null && start === 0) {
    throw badInput(
      "The argument 'after' is not a cursor of these orders: use an 'endCursor' as it was given.",
    );
  }
  const page = sorted.slice(start, start + first);
  return {
    entries: page.map((order) => ({ order, cursor: cursorOf(order) })),
    hasNextPage: start + page.length < sorted.length,
    hasPreviousPage: start > 0,
    totalCount: sorted.length,
  };
}

function cursorOf(order: OrderRecord): string {
  return Buffer.from(`order ${order.id}`).toString('base64url');
}
