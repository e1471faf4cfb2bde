import { inArray, sql } from 'drizzle-orm';
import { catalogueRevision, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';

/**
 * Counts a change of these products alone. To be called last in its transaction: the counter's row is
 * locked from here to the commit, so that revisions become visible in their order.
 */
export async function countChangeOfProducts(transaction: Database, ids: readonly number[]): Promise<void> {
  const [counter] = await transaction
    .update(catalogueRevision)
    .set({ value: sql`${catalogueRevision.value} + 1` })
    .returning({ value: catalogueRevision.value });
  await transaction
    .update(products)
    .set({ revision: counter?.value ?? 0 })
    .where(inArray(products.id, [...ids]));
}

/** Counts a change of anything else that the lists give. To be called last in its transaction. */
export async function countChangeOfCatalogue(transaction: Database): Promise<void> {
  await transaction.update(catalogueRevision).set({
    value: sql`${catalogueRevision.value} + 1`,
    reloadValue: sql`${catalogueRevision.value} + 1`,
  });
}
