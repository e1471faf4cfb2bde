import { inArray } from 'drizzle-orm';
import { readProductRows } from '../catalogue/product-record.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { type Column, columns, type ImportedProduct, type ProductRow } from './product-row.ts';

/** New products that lack required columns. */
export class IncompleteProductsError extends Error {
  constructor(incomplete: readonly ImportedProduct[]) {
    const listed = incomplete
      .slice(0, maxListedIds)
      .map((row) => `${row.id} (${missingColumns(row).join(', ')})`);
    const hidden = incomplete.length - listed.length;
    const more = hidden > 0 ? ` and ${hidden} more` : '';
    super(
      `new products lack required columns. New ids and their missing columns: ${listed.join('; ')}${more}`,
    );
    this.name = 'IncompleteProductsError';
  }
}

const maxListedIds = 5;
const idsPerQuery = 2000;

/** The columns that a new product may lack, with their defaults. */
const optionalColumns = {
  thumbnailFile: null,
  pdfFile: null,
  productImages: {},
  remainingQuantity: null,
  isbnId: null,
  description: null,
} satisfies Partial<ProductRow>;

type NewProduct = ImportedProduct & Omit<ProductRow, keyof typeof optionalColumns>;

/**
 * Adds the columns that the file lacks: from the database for existing products, defaults for new ones. The caller
 * must have locked the table, so that orders placed meanwhile cannot change the stock.
 * @throws IncompleteProductsError
 */
export async function completeRows(
  transaction: Database,
  rows: readonly ImportedProduct[],
): Promise<ProductRow[]> {
  const partial = rows.filter((row) => columns.some((column) => row[column] === undefined));
  const storedRows = await readStoredRows(
    transaction,
    partial.map(({ id }) => id),
  );
  const incomplete: ImportedProduct[] = [];
  const complete = rows.flatMap((row): ProductRow[] => {
    const stored = storedRows.get(row.id);
    if (stored !== undefined) return [{ ...stored, ...row }];
    if (isNewProduct(row)) return [{ ...optionalColumns, ...row }];
    incomplete.push(row);
    return [];
  });
  if (incomplete.length > 0) throw new IncompleteProductsError(incomplete);
  return complete;
}

async function readStoredRows(
  transaction: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductRow>> {
  const stored = new Map<number, ProductRow>();
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const chunk = ids.slice(start, start + idsPerQuery);
    for (const row of await readProductRows(transaction, inArray(products.id, chunk)))
      stored.set(row.id, row);
  }
  return stored;
}

function isNewProduct(row: ImportedProduct): row is NewProduct {
  return missingColumns(row).length === 0;
}

function missingColumns(row: ImportedProduct): Column[] {
  return columns.filter((column) => !(column in optionalColumns) && row[column] === undefined);
}
