import { eq } from 'drizzle-orm';
import { products } from '../database/catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';

/** Removes the demo's shoppers, whose passwords are published, with their accounts and seeded orders. */
export async function removeDemoShoppers(transaction: Database): Promise<void> {
  await transaction.delete(users).where(eq(users.origin, 'demo'));
  await transaction.delete(orders).where(eq(orders.origin, 'demo'));
}

/** Removes the demo's coupons and all that it shows on the home page. */
export async function removeDemoContents(transaction: Database): Promise<void> {
  for (const table of [coupons, notifications, marketingPosts, slides]) {
    await transaction.delete(table).where(eq(table.origin, 'demo'));
  }
}

/** Removes the demo's products, and gives how many there were. Their names stay as long as others use them. */
export async function removeDemoProducts(transaction: Database): Promise<number> {
  const removed = await transaction
    .delete(products)
    .where(eq(products.origin, 'demo'))
    .returning({ id: products.id });
  return removed.length;
}
