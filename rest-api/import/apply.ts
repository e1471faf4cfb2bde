import { setImmediate } from 'node:timers/promises';
import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { recordCatalogueChange } from '../catalogue/revision.ts';
import { auditEntries } from '../database/back-office-tables.ts';
import { milestones, products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { advanceIdSequence } from '../database/id-sequence.ts';
import { runInTransaction } from '../database/transaction.ts';
import { removeDemoContent, removeDemoProducts, removeDemoShoppers } from '../demo/remove-demo.ts';
import { deleteUnusedNames, storeNames } from './names.ts';
import { type ImportPlan, type PlanOptions, planImport } from './plan.ts';
import type { ImportedProduct, ProductRow } from './product-row.ts';
import { type ImportSummary, summarizePlan } from './summary.ts';

/** The options of the import command. */
export interface ImportCommandOptions extends PlanOptions {
  /** Whether to report the changes without making them. */
  readonly dryRun: boolean;
  /** The name of the user who runs the import, for the audit log. */
  readonly actor: string;
}

/** The options of the command, and the callbacks of the process that runs the import. */
export interface ImportOptions extends ImportCommandOptions {
  readonly onProgress: (done: number, total: number) => void;
  /** Throws if the client has disconnected. The import is then rolled back. */
  readonly throwIfAborted: () => void;
}

/** Keeps a statement well below PostgreSQL's limit of 65,535 parameters. */
const rowsPerStatement = 500;

/**
 * Imports products in one transaction.
 * @throws LargeWithdrawalError, ImportRejectedError
 */
export function applyImport(
  database: Database,
  imported: readonly ImportedProduct[],
  options: ImportOptions,
): Promise<ImportSummary> {
  if (options.dryRun) return previewImport(database, imported, options);
  return runInTransaction(database, async (transaction) => {
    // Placing an order locks users, coupons and products in the same sequence, so it cannot deadlock with an import.
    await removeDemoShoppers(transaction);
    await removeDemoContent(transaction);
    // Until the commit, orders and changes to carts and wish lists have to wait. The catalogue can still be read.
    await transaction.execute(sql`lock table ${products} in exclusive mode`);
    const demoRemoved = await removeDemoProducts(transaction);
    const plan = await planImport(transaction, imported, options);
    await storeRows(transaction, [...plan.inserted, ...plan.changed], options);
    await withdrawProducts(transaction, plan);
    await deleteUnusedNames(transaction, options.replace);
    await advanceIdSequence(transaction, products);
    await transaction
      .insert(milestones)
      .values({ name: 'catalogue-imported' })
      .onConflictDoUpdate({ target: milestones.name, set: { reachedAt: sql`now()` } });
    const summary = summarizePlan(plan, demoRemoved);
    const { actor, replace } = options;
    const { changes: _, ...counts } = summary;
    const details = { replace, ...counts };
    await transaction
      .insert(auditEntries)
      .values({ actor, action: 'catalogue import', subject: 'catalogue', details });
    await recordCatalogueChange(transaction);
    options.throwIfAborted();
    return summary;
  });
}

/** Reports what an import would change. Unlike an import, it does not lock the products. */
function previewImport(
  database: Database,
  imported: readonly ImportedProduct[],
  options: ImportOptions,
): Promise<ImportSummary> {
  return runInTransaction(database, async (transaction) => {
    const demoCount = await transaction.$count(products, eq(products.origin, 'demo'));
    return summarizePlan(await planImport(transaction, imported, options), demoCount);
  });
}

async function storeRows(
  transaction: Database,
  rows: readonly ProductRow[],
  { onProgress, throwIfAborted }: ImportOptions,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = await storeNames(transaction, rows);
  onProgress(0, rows.length);
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    throwIfAborted();
    const values = rows
      .slice(start, start + rowsPerStatement)
      .map(
        ({ productName, price, mrp, category, language, publisher, author, productImages, ...fields }) => ({
          ...fields,
          name: productName,
          pricePaise: price,
          mrpPaise: mrp,
          categoryId: ids.category(category),
          languageId: ids.language(language),
          publisherId: ids.publisher(publisher),
          authorId: ids.author(author),
          images: productImages,
          origin: 'shop' as const,
        }),
      );
    await transaction
      .insert(products)
      .values(values)
      .onConflictDoUpdate({ target: products.id, set: importedColumns });
    onProgress(start + values.length, rows.length);
    // The embedded database runs in this thread, so other requests and the progress report need a chance to run.
    await setImmediate();
  }
}

/** On conflict, every column except the id takes its imported value or default, which restores a withdrawn product. */
const importedColumns: Record<string, SQL> = Object.fromEntries(
  Object.entries(getTableColumns(products))
    .filter(([key]) => key !== 'id')
    .map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
);

/**
 * Withdraws products instead of deleting them. All of them get the time of the transaction as `withdrawnAt`, by which
 * `catalogue restore` finds the products that were withdrawn last.
 */
async function withdrawProducts(transaction: Database, { withdrawnIds }: ImportPlan): Promise<void> {
  for (let start = 0; start < withdrawnIds.length; start += rowsPerStatement) {
    await transaction
      .update(products)
      .set({ withdrawnAt: sql`now()` })
      .where(inArray(products.id, withdrawnIds.slice(start, start + rowsPerStatement)));
  }
}
