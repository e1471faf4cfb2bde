import { and, eq, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Dimension } from '../catalogue/snapshot.ts';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import type { ProductRow } from './product-row.ts';

/**
 * The dimensions of a product. Each has a table of its names, a column of `products` that refers to this table, and
 * those columns of the table that the operator can set for a name.
 */
const dimensions = [
  {
    table: categories,
    column: products.categoryId,
    details: [categories.thumbnail, categories.nameEn, categories.nameMr, categories.nameHi],
  },
  { table: languages, column: products.languageId, details: [] },
  { table: publishers, column: products.publisherId, details: [publishers.thumbnail] },
  { table: authors, column: products.authorId, details: [authors.thumbnail] },
];
type NameTable = (typeof dimensions)[number]['table'];

const namesPerStatement = 2000;

/** Stores the names that are new. Returns lookups for the ids of all names in `rows`. */
export async function storeNames(transaction: Database, rows: readonly ProductRow[]) {
  const store = (table: NameTable, field: Dimension) =>
    storeNamesIn(transaction, table, new Set(rows.map((row) => row[field])));
  return {
    category: await store(categories, 'category'),
    language: await store(languages, 'language'),
    publisher: await store(publishers, 'publisher'),
    author: await store(authors, 'author'),
  };
}

async function storeNamesIn(
  transaction: Database,
  table: NameTable,
  names: ReadonlySet<string>,
): Promise<(name: string) => number> {
  const list = [...names];
  const ids = new Map<string, number>();
  for (let start = 0; start < list.length; start += namesPerStatement) {
    const chunk = list.slice(start, start + namesPerStatement);
    // If the imported catalogue contains a name of the demo, the name belongs to the shop from now on.
    const stored = await transaction
      .insert(table)
      .values(chunk.map((name) => ({ name })))
      .onConflictDoUpdate({ target: table.name, set: { origin: 'shop' } })
      .returning({ id: table.id, name: table.name });
    for (const { id, name } of stored) ids.set(name, id);
  }
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The name "${name}" was not stored.`);
    return id;
  };
}

/**
 * Deletes names that no product uses, such as misspelled ones that an import has corrected. Names of the shop that have
 * a picture or a translation are deleted only if `includeNamesWithDetails` is true, because the operator may want to
 * use them again.
 */
export async function deleteUnusedNames(
  transaction: Database,
  includeNamesWithDetails: boolean,
): Promise<void> {
  for (const { table, column, details } of dimensions) {
    const productsWithName = transaction.select({ one: sql`1` }).from(products).where(eq(column, table.id));
    const hasNoDetails = and(sql`true`, ...details.map((detail) => isNull(detail)));
    const isDeletable = includeNamesWithDetails ? undefined : or(eq(table.origin, 'demo'), hasNoDetails);
    await transaction.delete(table).where(and(isDeletable, notExists(productsWithName)));
  }
}
