import type { OrderRecord } from '../rest/order-schema.ts';

/**
 * Orders with the newest first. Of one day, the one with the higher number comes first where the host
 * counts its orders; else they stay as the host gave them.
 */
export function sortNewestFirst(orders: readonly OrderRecord[]): OrderRecord[] {
  const isCounted = new Set(orders.map(({ id }) => id.replaceAll(/\d+/g, '#'))).size === 1;
  return orders.toSorted(
    (one, other) =>
      other.orderDate.localeCompare(one.orderDate) ||
      (isCounted ? other.id.localeCompare(one.id, 'en', { numeric: true }) : 0),
  );
}
