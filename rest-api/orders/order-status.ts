import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { recordProductChange } from '../catalogue/revision.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { orderLines, orderStatusChanges, orders } from '../database/order-tables.ts';
import { getDateInIndia } from '../domain/calendar.ts';
import { HttpError } from '../http/errors.ts';

/** The steps of an order. A status that a client sent, such as `Paid`, counts as `Placed`. */
export const orderSteps = ['Placed', 'Packed', 'Dispatched', 'Delivered', 'Cancelled'] as const;
export type OrderStep = (typeof orderSteps)[number];

export type StoredOrder = typeof orders.$inferSelect;
export type StoredStatusChange = typeof orderStatusChanges.$inferSelect;

/** A change of an order's status by the shop or the shopper. */
export interface StatusChange {
  readonly status: Exclude<OrderStep, 'Placed'>;
  readonly changedBy: 'shop' | 'shopper';
  readonly reason?: string | undefined;
  readonly trackingNo?: string | undefined;
  readonly trackingUrl?: string | undefined;
}

/**
 * The steps from which the shop can reach each step. It can even cancel a dispatched order, if the parcel is returned.
 */
const previousSteps: Readonly<Record<StatusChange['status'], readonly OrderStep[]>> = {
  Packed: ['Placed'],
  Dispatched: ['Placed', 'Packed'],
  Delivered: ['Dispatched'],
  Cancelled: ['Placed', 'Packed', 'Dispatched'],
};

export function toOrderStep(status: string): OrderStep {
  return orderSteps.find((step) => step === status) ?? 'Placed';
}

/**
 * Whether an order can start with a status that a client sends. Rejects the names of the steps after `Placed`, in upper
 * or lower case, because an order reaches these steps only later.
 */
export function isInitialStatus(status: string): boolean {
  const name = status.trim().toLowerCase();
  return !orderSteps.some((step) => step !== 'Placed' && step.toLowerCase() === name);
}

/** Whether the shopper may still cancel an order. The shop may cancel it until it is delivered. */
export function isCancellable(status: string): boolean {
  return toOrderStep(status) === 'Placed';
}

/** Whether the shopper has paid online. Otherwise the carrier collects the amount, unless it is 0. */
export function isPaid({ transactionStatus }: Pick<StoredOrder, 'transactionStatus'>): boolean {
  return transactionStatus === 'Paid';
}

/**
 * The status history of an order, starting with `Placed`. If the order was paid online, `Paid`, which is not one of the
 * `orderSteps`, follows with the same time.
 */
export function listStatusHistory(
  order: StoredOrder & { readonly statusChanges: readonly StoredStatusChange[] },
) {
  const placed = {
    status: 'Placed',
    changedAt: order.createdAt,
    changedBy: 'shopper',
    reason: null,
  } as const;
  const paid = { ...placed, status: 'Paid' } as const;
  return [placed, ...(isPaid(order) ? [paid] : []), ...order.statusChanges];
}

/** The date in India on which an order was dispatched; null if it has not been. */
export function findDispatchDate(changes: readonly StoredStatusChange[]): string | null {
  const dispatch = changes.find(({ status }) => status === 'Dispatched');
  return dispatch === undefined ? null : getDateInIndia(dispatch.changedAt);
}

/**
 * Changes the status of an order, in the caller's transaction. Cancelling it restores the stock. Returns the changed
 * order.
 * @throws HttpError 409 if the order's status does not allow the step.
 */
export async function changeOrderStatus(
  transaction: Database,
  order: StoredOrder,
  change: StatusChange,
): Promise<StoredOrder> {
  const step = toOrderStep(order.status);
  const isAllowed =
    change.changedBy === 'shopper'
      ? isCancellable(order.status)
      : previousSteps[change.status].includes(step);
  if (!isAllowed) throw new HttpError(409, describeRejection(order.orderId, step, change));
  if (change.status === 'Cancelled') await restoreStock(transaction, order.id);
  await transaction.insert(orderStatusChanges).values({
    orderRowId: order.id,
    status: change.status,
    changedBy: change.changedBy,
    reason: change.reason,
  });
  const [changed] = await transaction
    .update(orders)
    .set({ status: change.status, trackingNo: change.trackingNo, trackingUrl: change.trackingUrl })
    .where(eq(orders.id, order.id))
    .returning();
  if (changed === undefined) throw new Error('The update returned no order.');
  return changed;
}

/** Selects an order by its `orderId`, in upper or lower case. */
export function buildOrderIdCondition(orderId: string): SQL {
  return eq(orders.orderId, orderId.toUpperCase());
}

/**
 * Reads an order by its `orderId`, in upper or lower case, and locks it until the end of the transaction.
 * @throws HttpError 404
 */
export async function lockOrder(transaction: Database, orderId: string): Promise<StoredOrder> {
  const [order] = await transaction.select().from(orders).where(buildOrderIdCondition(orderId)).for('update');
  if (order === undefined) throw new HttpError(404, `Order not found: ${orderId}`);
  return order;
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function describeRejection(orderId: string, step: OrderStep, { status, changedBy }: StatusChange): string {
  if (step === status) return `Order ${orderId} is already ${step}`;
  if (changedBy === 'shopper') return `Order ${orderId} is ${step} and can no longer be cancelled`;
  return `Order ${orderId} is ${step}; only orders that are ${alternatives.format(previousSteps[status])} can become ${status}`;
}

/**
 * Returns the copies of an order to the stock. Locks the products in ascending order of id, as `createShipment` does,
 * so that the two cannot deadlock. Unknown stock stays unknown.
 */
async function restoreStock(transaction: Database, orderRowId: number): Promise<void> {
  const lines = await transaction
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderRowId, orderRowId));
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of lines) {
    if (productId !== null) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  if (quantities.size === 0) return;
  const locked = await transaction
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...quantities.keys()]))
    .orderBy(asc(products.id))
    .for('update');
  for (const { id } of locked) {
    await transaction
      .update(products)
      .set({ remainingQuantity: sql`${products.remainingQuantity} + ${quantities.get(id) ?? 0}` })
      .where(eq(products.id, id));
  }
  await recordProductChange(
    transaction,
    locked.map(({ id }) => id),
  );
}
