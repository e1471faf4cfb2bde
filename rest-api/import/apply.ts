import { setImmediate } from 'node:timers/promises';
import { and, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { countChangeOfCatalogue } from '../catalogue/revision.ts';
import { milestones, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { inTransaction } from '../database/transaction.ts';
import { removeDemoContents, removeDemoProducts, removeDemoShoppers } from '../demo/remove-demo.ts';
import { completeRows } from './complete-rows.ts';
import { idsOfNames, removeUnusedNames } from './names.ts';
import type { ImportedProduct, ProductRow } from './product-row.ts';

/** What an import did. */
export interface ImportSummary {
  readonly inserted: number;
  readonly updated: number;
  /** Products of the demo that gave way. */
  readonly demoRemoved: number;
  /** Products that the file does not name and `--replace` took out of the shop. */
  readonly withdrawn: number;
}

export interface ImportOptions {
  /** Also take out of the shop what the file does not name. */
  readonly replace: boolean;
  /** That this may be most of the catalogue. */
  readonly withdrawMost: boolean;
  readonly onProgress: (done: number, total: number) => void;
  /** Throws when whoever asked for the import is gone; then nothing is changed. */
  readonly throwIfAborted: () => void;
}

/** What `--replace` may withdraw without a second word, however small the catalogue is. */
const maxUnquestioned = 10;

/** A file that leaves out most of the catalogue: more often the wrong file than what is meant. */
export class LargeWithdrawalError extends Error {
  constructor(withdrawn: number, sold: number) {
    super(`--replace would withdraw ${withdrawn} of ${sold} products; if this is meant, add --withdraw-most`);
    this.name = 'LargeWithdrawalError';
  }
}

/** As many rows as keep a statement well below PostgreSQL's 65,535 parameters. */
const chunkSize = 500;

/**
 * Imports products in one transaction: all of them or nothing.
 * @throws LargeWithdrawalError, IncompleteProductsError
 */
export function applyImport(
  database: Database,
  imported: readonly ImportedProduct[],
  options: ImportOptions,
): Promise<ImportSummary> {
  // Orders lock products in the order of ids too, so that neither waits for the other in a ring.
  const sorted = imported.toSorted((one, other) => one.id - other.id);
  return inTransaction(database, async (transaction) => {
    // In the order in which orders lock the same rows, so that neither waits for the other in a ring.
    await removeDemoShoppers(transaction);
    await removeDemoContents(transaction);
    // Orders wait from here on; reading goes on.
    await transaction.execute(sql`lock table ${products} in exclusive mode`);
    const demoRemoved = await removeDemoProducts(transaction);
    const present = await transaction
      .select({ id: products.id, withdrawnAt: products.withdrawnAt })
      .from(products);
    const presentIds = new Set(present.map(({ id }) => id));
    const sold = present.filter(({ withdrawnAt }) => withdrawnAt === null);
    if (options.replace && !options.withdrawMost) refuseLargeWithdrawal(sold, sorted);
    const rows = await completeRows(transaction, sorted);
    await storeRows(transaction, rows, options);
    const withdrawn = options.replace ? await withdrawOthers(transaction, rows) : 0;
    await removeUnusedNames(transaction, options.replace);
    await transaction.execute(
      sql`select setval(pg_get_serial_sequence('products', 'id'), (select max(id) from ${products}))`,
    );
    await transaction
      .insert(milestones)
      .values({ name: 'catalogue-imported' })
      .onConflictDoUpdate({ target: milestones.name, set: { reachedAt: sql`now()` } });
    await countChangeOfCatalogue(transaction);
    options.throwIfAborted();
    const updated = rows.filter(({ id }) => presentIds.has(id)).length;
    return { inserted: rows.length - updated, updated, demoRemoved, withdrawn };
  });
}

function refuseLargeWithdrawal(
  sold: readonly { readonly id: number }[],
  rows: readonly ImportedProduct[],
): void {
  const named = new Set(rows.map(({ id }) => id));
  const withdrawn = sold.filter(({ id }) => !named.has(id)).length;
  if (withdrawn > maxUnquestioned && withdrawn > sold.length / 2) {
    throw new LargeWithdrawalError(withdrawn, sold.length);
  }
}

async function storeRows(
  transaction: Database,
  rows: readonly ProductRow[],
  { onProgress, throwIfAborted }: ImportOptions,
): Promise<void> {
  const ids = await idsOfNames(transaction, rows);
  onProgress(0, rows.length);
  for (let start = 0; start < rows.length; start += chunkSize) {
    throwIfAborted();
    const values = rows.slice(start, start + chunkSize).map((row) => ({
      id: row.id,
      name: row.productName,
      pricePaise: row.price,
      mrpPaise: row.mrp,
      discount: row.discount,
      categoryId: ids.category(row.category),
      languageId: ids.language(row.language),
      publisherId: ids.publisher(row.publisher),
      authorId: ids.author(row.author),
      status: row.status,
      thumbnailFile: row.thumbnailFile,
      pdfFile: row.pdfFile,
      images: row.productImages,
      remainingQuantity: row.remainingQuantity,
      isbn: row.isbnId,
      description: row.description,
      origin: 'shop' as const,
    }));
    await transaction
      .insert(products)
      .values(values)
      .onConflictDoUpdate({ target: products.id, set: everythingImported });
    onProgress(start + values.length, rows.length);
    // The embedded database works in this very thread: let other requests and the progress through.
    await setImmediate();
  }
}

/** Every column but the id takes the value of the row that was to be inserted; a withdrawn product is back. */
const everythingImported: Record<string, SQL> = Object.fromEntries(
  Object.entries(getTableColumns(products))
    .filter(([key]) => key !== 'id')
    .map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
);

/** Nothing is deleted: a wrong file is taken back by importing the right one. */
async function withdrawOthers(transaction: Database, rows: readonly ProductRow[]): Promise<number> {
  const named = JSON.stringify(rows.map(({ id }) => id));
  const others = sql`${products.id} not in (select value::int from jsonb_array_elements_text(${named}::jsonb))`;
  const withdrawn = await transaction
    .update(products)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isNull(products.withdrawnAt), others))
    .returning({ id: products.id });
  return withdrawn.length;
}
