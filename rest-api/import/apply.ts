import { setImmediate } from 'node:timers/promises';
import { and, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { milestones, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { inTransaction } from '../database/transaction.ts';
import { removeDemoContent, removeDemoProducts, removeDemoShoppers } from '../demo/remove-demo.ts';
import { completeRows } from './complete-rows.ts';
import { deleteUnusedNames, storeNames } from './names.ts';
import type { ImportedProduct, ProductRow } from './product-row.ts';

/** The number of products that an import changed. */
export interface ImportSummary {
  readonly inserted: number;
  readonly updated: number;
  /** Demo products that the first import deleted. */
  readonly demoRemoved: number;
  /** Products that `--replace` withdrew because the file does not contain them. */
  readonly withdrawn: number;
}

export interface ImportOptions {
  /** Withdraw products that the file does not contain. */
  readonly replace: boolean;
  /** Allow `replace` to withdraw most of the catalogue. */
  readonly withdrawMost: boolean;
  readonly onProgress: (done: number, total: number) => void;
  /** Throws if the client has disconnected. The import is then rolled back. */
  readonly throwIfAborted: () => void;
}

/** How many products `--replace` may withdraw without confirmation, even if they are most of the catalogue. */
const maxUnconfirmedWithdrawals = 10;

/** `--replace` would withdraw most of the catalogue, which usually means that the wrong file was given. */
export class LargeWithdrawalError extends Error {
  constructor(withdrawn: number, sold: number) {
    super(`--replace would withdraw ${withdrawn} of ${sold} products; add --withdraw-most to confirm`);
    this.name = 'LargeWithdrawalError';
  }
}

/** Keeps a statement well below PostgreSQL's limit of 65,535 parameters. */
const rowsPerStatement = 500;

/**
 * Imports products in one transaction.
 * @throws LargeWithdrawalError, IncompleteProductsError
 */
export function applyImport(
  database: Database,
  imported: readonly ImportedProduct[],
  options: ImportOptions,
): Promise<ImportSummary> {
  // Orders also lock products in ascending order of id, so an import and an order cannot deadlock.
  const sorted = imported.toSorted((a, b) => a.id - b.id);
  return inTransaction(database, async (transaction) => {
    // Orders lock users, coupons and products in this order too, so an import and an order cannot deadlock.
    await removeDemoShoppers(transaction);
    await removeDemoContent(transaction);
    // Blocks orders until the commit, but no reads.
    await transaction.execute(sql`lock table ${products} in exclusive mode`);
    const demoRemoved = await removeDemoProducts(transaction);
    const present = await transaction
      .select({ id: products.id, withdrawnAt: products.withdrawnAt })
      .from(products);
    const presentIds = new Set(present.map(({ id }) => id));
    const sold = present.filter(({ withdrawnAt }) => withdrawnAt === null);
    if (options.replace && !options.withdrawMost) rejectLargeWithdrawal(sold, sorted);
    const rows = await completeRows(transaction, sorted);
    await storeRows(transaction, rows, options);
    const withdrawn = options.replace ? await withdrawOthers(transaction, rows) : 0;
    await deleteUnusedNames(transaction, options.replace);
    await transaction.execute(
      sql`select setval(pg_get_serial_sequence('products', 'id'), (select max(id) from ${products}))`,
    );
    await transaction
      .insert(milestones)
      .values({ name: 'catalogue-imported' })
      .onConflictDoUpdate({ target: milestones.name, set: { reachedAt: sql`now()` } });
    await recordCatalogueChange(transaction);
    options.throwIfAborted();
    const updated = rows.filter(({ id }) => presentIds.has(id)).length;
    return { inserted: rows.length - updated, updated, demoRemoved, withdrawn };
  });
}

function rejectLargeWithdrawal(
  sold: readonly { readonly id: number }[],
  rows: readonly ImportedProduct[],
): void {
  const named = new Set(rows.map(({ id }) => id));
  const withdrawn = sold.filter(({ id }) => !named.has(id)).length;
  if (withdrawn > maxUnconfirmedWithdrawals && withdrawn > sold.length / 2) {
    throw new LargeWithdrawalError(withdrawn, sold.length);
  }
}

async function storeRows(
  transaction: Database,
  rows: readonly ProductRow[],
  { onProgress, throwIfAborted }: ImportOptions,
): Promise<void> {
  const ids = await storeNames(transaction, rows);
  onProgress(0, rows.length);
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    throwIfAborted();
    const values = rows.slice(start, start + rowsPerStatement).map((row) => ({
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
      .onConflictDoUpdate({ target: products.id, set: importedColumns });
    onProgress(start + values.length, rows.length);
    // The embedded database runs in this thread, so let other requests and the progress report through.
    await setImmediate();
  }
}

/** On conflict, every column except the id takes the imported value. A withdrawn product is restored. */
const importedColumns: Record<string, SQL> = Object.fromEntries(
  Object.entries(getTableColumns(products))
    .filter(([key]) => key !== 'id')
    .map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
);

/** Products are withdrawn, not deleted, so that importing the right file undoes a wrong one. */
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
