import { and } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import type { MailSettings } from '../mail/shop-email.ts';
import { queueOrderCancelledEmails } from './order-emails.ts';
import { buildOrdersCondition } from './order-record.ts';
import { buildOrderIdCondition, changeOrderStatus, toOrderStep } from './order-status.ts';

/**
 * Cancels an order for its shopper and restores the stock. Cancelling a cancelled order changes nothing, so that a
 * client can retry.
 * @throws HttpError 404 if the shopper has no such order, 409 if it can no longer be cancelled.
 */
export async function cancelOrder(
  database: Database,
  mailSettings: MailSettings,
  email: string,
  orderId: string,
  reason: string | undefined,
): Promise<void> {
  await runInTransaction(database, async (transaction) => {
    const ownOrdersCondition = await buildOrdersCondition(transaction, email);
    const [order] = await transaction
      .select()
      .from(orders)
      .where(and(buildOrderIdCondition(orderId), ownOrdersCondition))
      .for('update');
    if (order === undefined) throw new HttpError(404, 'Order not found');
    if (toOrderStep(order.status) === 'Cancelled') return;
    const changedBy = 'shopper';
    const cancelled = await changeOrderStatus(transaction, order, { status: 'Cancelled', changedBy, reason });
    await queueOrderCancelledEmails(transaction, mailSettings, cancelled, changedBy, reason);
  });
}
