import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import type { ProductRow } from './product-row.ts';

/** Each kind of name with its table and the product's column that points to it. */
const kinds = [
  { field: 'category', table: categories, column: products.categoryId },
  { field: 'language', table: languages, column: products.languageId },
  { field: 'publisher', table: publishers, column: products.publisherId },
  { field: 'author', table: authors, column: products.authorId },
] as const;
type NamedTable = (typeof kinds)[number]['table'];

/** Gives the id of a name of each kind. */
export type IdsOfNames = Readonly<Record<(typeof kinds)[number]['field'], (name: string) => number>>;

const chunkSize = 2000;

/** The ids of all names that the rows use; names that the database lacks are created. */
export async function idsOfNames(transaction: Database, rows: readonly ProductRow[]): Promise<IdsOfNames> {
  return {
    category: await idsIn(transaction, categories, new Set(rows.map(({ category }) => category))),
    language: await idsIn(transaction, languages, new Set(rows.map(({ language }) => language))),
    publisher: await idsIn(transaction, publishers, new Set(rows.map(({ publisher }) => publisher))),
    author: await idsIn(transaction, authors, new Set(rows.map(({ author }) => author))),
  };
}

async function idsIn(
  transaction: Database,
  table: NamedTable,
  names: ReadonlySet<string>,
): Promise<(name: string) => number> {
  const list = [...names];
  const ids = new Map<string, number>();
  for (let start = 0; start < list.length; start += chunkSize) {
    const chunk = list.slice(start, start + chunkSize);
    // A name of the demo that the owner's catalogue uses is the owner's from now on.
    const found = await transaction
      .insert(table)
      .values(chunk.map((name) => ({ name })))
      .onConflictDoUpdate({ target: table.name, set: { origin: 'shop' } })
      .returning({ id: table.id, name: table.name });
    for (const { id, name } of found) ids.set(name, id);
  }
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error('A name of the file was not stored.');
    return id;
  };
}

/** Removes the names that no product uses: those of the demo, or all when the whole catalogue is replaced. */
export async function removeUnusedNames(transaction: Database, all: boolean): Promise<void> {
  for (const { table, column } of kinds) {
    const users = transaction.select({ one: sql`1` }).from(products).where(eq(column, table.id));
    const origins: ('demo' | 'shop')[] = all ? ['demo', 'shop'] : ['demo'];
    await transaction.delete(table).where(and(inArray(table.origin, origins), notExists(users)));
  }
}
