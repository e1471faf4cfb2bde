import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { emails } from '../database/back-office-tables.ts';
import { products } from '../database/catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';

/**
 * Deletes the demo shoppers, whose passwords are published, with their orders and the unsent e-mails to them and about
 * their orders. Otherwise, the next user with the e-mail address of a demo shopper would see the orders. A shopper
 * whose password was changed is no longer a demo shopper and stays, but without the demo's own orders.
 */
export async function removeDemoShoppers(transaction: Database): Promise<void> {
  // The lock makes concurrent orders of demo shoppers wait, and then fail.
  const shoppers = await transaction
    .select({ id: users.id, email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(eq(users.origin, 'demo'))
    .orderBy(users.id)
    .for('update');
  const ids = shoppers.map(({ id }) => id);
  const isDemoOrder = or(eq(orders.origin, 'demo'), inArray(orders.userId, ids));
  // A correlated subquery: the demo orders whose number is in the e-mail's subject.
  const demoOrdersInSubject = transaction
    .select({ id: orders.id })
    .from(orders)
    .where(and(isDemoOrder, sql`position(${orders.orderId} in ${emails.subject}) > 0`));
  const emailAddresses = shoppers.map(({ email }) => email);
  await transaction
    .delete(emails)
    .where(
      and(
        isNull(emails.sentAt),
        or(inArray(sql`lower(${emails.recipient})`, emailAddresses), exists(demoOrdersInSubject)),
      ),
    );
  await transaction.delete(orders).where(isDemoOrder);
  await transaction.delete(users).where(inArray(users.id, ids));
}

/** Deletes the demo's shoppers and coupons: anyone could use the published passwords and coupon names. */
export async function removeDemoAccess(transaction: Database): Promise<void> {
  await removeDemoShoppers(transaction);
  if ((await removeDemoCoupons(transaction)) > 0) await recordCatalogueChange(transaction);
}

/** Deletes the demo's coupons and returns how many there were. */
async function removeDemoCoupons(transaction: Database): Promise<number> {
  const removed = await transaction
    .delete(coupons)
    .where(eq(coupons.origin, 'demo'))
    .returning({ id: coupons.id });
  return removed.length;
}

/** Deletes the demo's coupons, notifications, marketing posts and slides. */
export async function removeDemoContent(transaction: Database): Promise<void> {
  await removeDemoCoupons(transaction);
  for (const table of [notifications, marketingPosts, slides]) {
    await transaction.delete(table).where(eq(table.origin, 'demo'));
  }
}

/**
 * Deletes the demo's products and returns how many there were. The caller then deletes unused categories, authors,
 * publishers and languages with `deleteUnusedNames`.
 */
export async function removeDemoProducts(transaction: Database): Promise<number> {
  const removed = await transaction
    .delete(products)
    .where(eq(products.origin, 'demo'))
    .returning({ id: products.id });
  return removed.length;
}
