import { inArray, sql } from 'drizzle-orm';
import { catalogueRevision, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';

/**
 * Increments the catalogue revision for a change to these products only. The counter's row stays locked until the
 * commit, so that revisions become visible in ascending order. Call this function after all other changes that the
 * transaction makes to the catalogue, so that other transactions wait for this lock only briefly.
 */
export async function recordProductChange(transaction: Database, ids: readonly number[]): Promise<void> {
  const [counter] = await transaction
    .update(catalogueRevision)
    .set({ value: sql`${catalogueRevision.value} + 1` })
    .returning({ value: catalogueRevision.value });
  await transaction
    .update(products)
    .set({ revision: counter?.value ?? 0 })
    .where(inArray(products.id, [...ids]));
}

/**
 * Increments the catalogue revision for a change that is not limited to certain products. Call this function after the
 * change, for the same reason as `recordProductChange`.
 */
export async function recordCatalogueChange(transaction: Database): Promise<void> {
  await transaction.update(catalogueRevision).set({
    value: sql`${catalogueRevision.value} + 1`,
    reloadValue: sql`${catalogueRevision.value} + 1`,
  });
}
