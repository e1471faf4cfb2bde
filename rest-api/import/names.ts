import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import type { ProductRow } from './product-row.ts';

/** The dimensions of a product: the table of their names and the column of `products` that refers to it. */
const dimensions = [
  { field: 'category', table: categories, column: products.categoryId },
  { field: 'language', table: languages, column: products.languageId },
  { field: 'publisher', table: publishers, column: products.publisherId },
  { field: 'author', table: authors, column: products.authorId },
] as const;
type NameTable = (typeof dimensions)[number]['table'];

/** Looks up the id of a category, language, publisher or author by its name. */
export type NameLookups = Readonly<Record<(typeof dimensions)[number]['field'], (name: string) => number>>;

const namesPerStatement = 2000;

/** Stores new names of categories, languages, publishers and authors. Returns lookups for the ids of all names. */
export async function storeNames(transaction: Database, rows: readonly ProductRow[]): Promise<NameLookups> {
  const store = (table: NameTable, names: readonly string[]) =>
    storeNamesIn(transaction, table, new Set(names));
  return {
    category: await store(
      categories,
      rows.map(({ category }) => category),
    ),
    language: await store(
      languages,
      rows.map(({ language }) => language),
    ),
    publisher: await store(
      publishers,
      rows.map(({ publisher }) => publisher),
    ),
    author: await store(
      authors,
      rows.map(({ author }) => author),
    ),
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

/** Deletes names that no product uses: those of the demo, and also the shop's if `includeShop` is true. */
export async function deleteUnusedNames(transaction: Database, includeShop: boolean): Promise<void> {
  for (const { table, column } of dimensions) {
    const productsWithName = transaction.select({ one: sql`1` }).from(products).where(eq(column, table.id));
    const origins: ('demo' | 'shop')[] = includeShop ? ['demo', 'shop'] : ['demo'];
    await transaction.delete(table).where(and(inArray(table.origin, origins), notExists(productsWithName)));
  }
}
