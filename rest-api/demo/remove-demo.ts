import { eq } from 'drizzle-orm';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { products } from '../database/catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';

/** Deletes the demo shoppers, whose passwords are published, with their seeded orders. */
export async function removeDemoShoppers(transaction: Database): Promise<void> {
  await transaction.delete(users).where(eq(users.origin, 'demo'));
  await transaction.delete(orders).where(eq(orders.origin, 'demo'));
}

/** Deletes the demo's shoppers and coupons. Their passwords and names are published, so anyone could use them. */
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

/** Deletes the demo's coupons and home page content. */
export async function removeDemoContent(transaction: Database): Promise<void> {
  await removeDemoCoupons(transaction);
  for (const table of [notifications, marketingPosts, slides]) {
    await transaction.delete(table).where(eq(table.origin, 'demo'));
  }
}

/**
 * Deletes the demo's products and returns how many there were. Their categories, authors, publishers and languages
 * are deleted later, by `deleteUnusedNames`.
 */
export async function removeDemoProducts(transaction: Database): Promise<number> {
  const removed = await transaction
    .delete(products)
    .where(eq(products.origin, 'demo'))
    .returning({ id: products.id });
  return removed.length;
}
