import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray } from 'drizzle-orm';
import { readStoredProducts } from '../catalogue/product-record.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { normalizeIsbn } from '../domain/isbn.ts';
import { toRupees } from '../domain/money.ts';
import { emptyProductFields } from '../domain/product-fields.ts';
import { ImportRejectedError, LargeWithdrawalError } from './import-error.ts';
import { chooseLanguageName, readLanguageNames } from './language-names.ts';
import { type Column, columns, type ImportedProduct, type ProductRow } from './product-row.ts';

/** One value that an import changes. */
export interface ValueChange {
  readonly id: number;
  readonly column: Column;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes that an import makes to the catalogue. */
export interface ImportPlan {
  readonly inserted: readonly ProductRow[];
  /** Existing products whose values the import changes, or that were withdrawn and are restored. */
  readonly changed: readonly ProductRow[];
  /** Number of existing products in the file, changed or not. */
  readonly existingCount: number;
  readonly changes: readonly ValueChange[];
  readonly withdrawnIds: readonly number[];
  /** Number of products with a new price, MRP or discount, whose discount does not match price and MRP. */
  readonly inconsistentDiscountCount: number;
}

export interface PlanOptions {
  /** Whether to withdraw products that the file does not contain. */
  readonly replace: boolean;
  /** Whether `replace` may withdraw more than a tenth of the catalogue. */
  readonly confirmed: boolean;
}

const maxListedProducts = 5;
const idsPerQuery = 2000;

/** The columns that a new product may lack, with their defaults. */
const optionalColumns = {
  productImages: {},
  ...emptyProductFields,
} satisfies Partial<ProductRow>;

type IdentifiedProduct = ImportedProduct & { readonly id: number };
type NewProduct = IdentifiedProduct & Omit<ProductRow, keyof typeof optionalColumns>;
type ExistingProduct = Pick<typeof products.$inferSelect, 'id' | 'isbnId' | 'withdrawnAt'>;

/**
 * Compares a file with the catalogue. Demo books are ignored, because an import removes them first. Before an import
 * (not before a dry run), the caller must lock the table `products`, so that no order changes the stock meanwhile.
 * @throws LargeWithdrawalError, ImportRejectedError
 */
export async function planImport(
  database: Database,
  imported: readonly ImportedProduct[],
  { replace, confirmed }: PlanOptions,
): Promise<ImportPlan> {
  const existing = await database
    .select({ id: products.id, isbnId: products.isbnId, withdrawnAt: products.withdrawnAt })
    .from(products)
    .where(eq(products.origin, 'shop'));
  const withIds = assignIds(imported, existing).toSorted((a, b) => a.id - b.id);
  const importedIds = new Set(withIds.map(({ id }) => id));
  const currentProducts = existing.filter(({ withdrawnAt }) => withdrawnAt === null);
  const withdrawnIds = replace
    ? currentProducts.map(({ id }) => id).filter((id) => !importedIds.has(id))
    : [];
  if (!confirmed && withdrawnIds.length * 10 > currentProducts.length) {
    const counts = `${withdrawnIds.length} of ${currentProducts.length}`;
    throw new LargeWithdrawalError(`--replace would withdraw ${counts} products`);
  }
  const stored = await readStoredRows(database, [...importedIds]);
  const identified = await nameLanguages(database, withIds, stored);
  const previouslyWithdrawnIds = new Set(
    existing.filter(({ withdrawnAt }) => withdrawnAt !== null).map(({ id }) => id),
  );
  const inserted = completeNewProducts(
    identified.filter(({ id }) => !stored.has(id)),
    existing.length > 0,
  );
  const changed: ProductRow[] = [];
  const repriced: ProductRow[] = [];
  const changes: ValueChange[] = [];
  for (const product of identified) {
    const before = stored.get(product.id);
    if (before === undefined) continue;
    const after = updateRow(before, product);
    const differences = columns.filter((column) => !isDeepStrictEqual(before[column], after[column]));
    if (differences.length > 0 || previouslyWithdrawnIds.has(after.id)) changed.push(after);
    if (differences.some(isPricingColumn)) repriced.push(after);
    for (const column of differences) {
      changes.push({ id: after.id, column, before: before[column], after: after[column] });
    }
  }
  const pricedProducts = [...inserted, ...repriced];
  rejectPricesAboveMrp(pricedProducts);
  const inconsistentDiscountCount = pricedProducts.filter(hasInconsistentDiscount).length;
  const existingCount = identified.length - inserted.length;
  return { inserted, changed, existingCount, changes, withdrawnIds, inconsistentDiscountCount };
}

/**
 * Finds the ids of products that the file identifies by ISBN. If products that are not withdrawn have the ISBN,
 * withdrawn ones are ignored, because an earlier catalogue that `--replace` withdrew may contain the same books with
 * other ids. Products with a new ISBN get the next free ids.
 */
function assignIds(
  imported: readonly ImportedProduct[],
  existing: readonly ExistingProduct[],
): IdentifiedProduct[] {
  const withIsbn = existing.filter(({ isbnId }) => isbnId !== null);
  const productsByIsbn = Map.groupBy(withIsbn, ({ isbnId }) => normalizeIsbn(isbnId ?? ''));
  const allIds = [...existing, ...imported].map(({ id }) => id ?? 0);
  let lastId = allIds.reduce((max, id) => Math.max(max, id), 0);
  const statedIdsByIsbn = new Map<string, number>();
  for (const { id, isbnId } of imported) {
    if (id !== undefined && isbnId) statedIdsByIsbn.set(normalizeIsbn(isbnId), id);
  }
  const identified = imported.map((product): IdentifiedProduct => {
    if (product.id !== undefined) return { ...product, id: product.id };
    const isbn = normalizeIsbn(product.isbnId ?? '');
    const withSameIsbn = productsByIsbn.get(isbn) ?? [];
    const current = withSameIsbn.filter(({ withdrawnAt }) => withdrawnAt === null);
    const statedId = statedIdsByIsbn.get(isbn);
    // The file contains the product a second time, which is rejected below.
    if (current.length === 0 && statedId !== undefined) return { ...product, id: statedId };
    const found = current.length > 0 ? current : withSameIsbn;
    if (found.length > 1) {
      const ids = found.map(({ id }) => id).join(', ');
      throw new ImportRejectedError(
        `several products have the ISBN ${product.isbnId}: ${ids}; add the right id to the file`,
      );
    }
    if (found[0] === undefined) lastId += 1;
    // A stored ISBN keeps its notation, such as its hyphens.
    return found[0] === undefined
      ? { ...product, id: lastId }
      : { ...product, id: found[0].id, isbnId: found[0].isbnId };
  });
  const [repeated] = [...Map.groupBy(identified, ({ id }) => id)].filter(([, rows]) => rows.length > 1);
  if (repeated === undefined) return identified;
  throw new ImportRejectedError(`the file contains product ${repeated[0]} twice: by its id and by its ISBN`);
}

async function readStoredRows(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductRow>> {
  const stored = new Map<number, ProductRow>();
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const chunk = ids.slice(start, start + idsPerQuery);
    const condition = and(inArray(products.id, chunk), eq(products.origin, 'shop'));
    for (const { pricePaise, mrpPaise, ...product } of await readStoredProducts(database, condition)) {
      stored.set(product.id, { ...product, price: pricePaise, mrp: mrpPaise });
    }
  }
  return stored;
}

/**
 * Replaces language codes, which only ONIX files contain, with names. A stored book keeps the name of its language if
 * that is one of the names for the code. To avoid a second name for a language, other books get the name that most books
 * in the catalogue have for it, otherwise the language's own name.
 */
async function nameLanguages(
  database: Database,
  imported: readonly IdentifiedProduct[],
  stored: ReadonlyMap<number, ProductRow>,
): Promise<readonly IdentifiedProduct[]> {
  if (imported.every(({ languageCode }) => languageCode === undefined)) return imported;
  const languageNames = await readLanguageNames(database);
  const chosen = new Map<string, string>();
  return imported.map(({ languageCode, ...product }) => {
    if (languageCode === undefined) return product;
    const storedName = stored.get(product.id)?.language;
    const key = `${languageCode} ${storedName ?? ''}`;
    const language =
      chosen.get(key) ??
      chooseLanguageName(
        languageCode,
        storedName === undefined ? languageNames : [storedName, ...languageNames],
      );
    chosen.set(key, language);
    return { ...product, language };
  });
}

/** Applies the values from the file to a stored product. With `priceFollowsMrp`, a new MRP also changes the price. */
function updateRow(before: ProductRow, product: IdentifiedProduct): ProductRow {
  const { ifNew: _, priceFollowsMrp, ...values } = product;
  const after = { ...before, ...values };
  if (priceFollowsMrp !== true || product.mrp === undefined || product.mrp === before.mrp) return after;
  return { ...after, price: Math.round((product.mrp * (100 - before.discount)) / 100) };
}

function completeNewProducts(rows: readonly IdentifiedProduct[], hasOwnProducts: boolean): ProductRow[] {
  const merged = rows.map(
    ({ ifNew, priceFollowsMrp: _, ...row }): IdentifiedProduct => ({ ...ifNew, ...row }),
  );
  const incomplete = merged.filter((row) => !isNewProduct(row));
  if (incomplete.length > 0) {
    const listed = incomplete.map((row) => {
      const name = row.isbnId ? `${row.id}, ISBN ${row.isbnId}` : String(row.id);
      return `${name} (${listMissingColumns(row).join(', ')})`;
    });
    const reason = hasOwnProducts
      ? ''
      : 'the shop has no products of its own yet (an import replaces demo books instead of changing them), and ';
    throw new ImportRejectedError(
      `${reason}new products lack required columns. New ids and their missing columns: ${formatList(listed)}`,
    );
  }
  return merged.filter(isNewProduct).map((row) => ({ ...optionalColumns, ...row }));
}

function isNewProduct(row: IdentifiedProduct): row is NewProduct {
  return listMissingColumns(row).length === 0;
}

function listMissingColumns(row: IdentifiedProduct): Column[] {
  return columns.filter((column) => !(column in optionalColumns) && row[column] === undefined);
}

function isPricingColumn(column: Column): boolean {
  return column === 'price' || column === 'mrp' || column === 'discount';
}

/** Rows with both amounts are checked when the file is read. Here, one of them may come from the database. */
function rejectPricesAboveMrp(rows: readonly ProductRow[]): void {
  const overpriced = rows.filter(({ price, mrp }) => price > mrp);
  if (overpriced.length === 0) return;
  const listed = overpriced.map(({ id, price, mrp }) => `${id} (${toRupees(price)}, MRP ${toRupees(mrp)})`);
  throw new ImportRejectedError(`prices above the MRP, by product id: ${formatList(listed)}`);
}

/** Whether the stated discount differs from the real one by more than a percentage point, which allows for rounding. */
function hasInconsistentDiscount({ price, mrp, discount }: ProductRow): boolean {
  return mrp > 0 && Math.abs(100 - (price / mrp) * 100 - discount) > 1;
}

function formatList(listed: readonly string[]): string {
  const omittedCount = listed.length - maxListedProducts;
  return (
    listed.slice(0, maxListedProducts).join('; ') + (omittedCount > 0 ? ` and ${omittedCount} more` : '')
  );
}
