import { inArray } from 'drizzle-orm';
import { readProductRows } from '../catalogue/product-record.ts';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { type Column, columns, type ImportedProduct, type ProductRow } from './product-row.ts';

/** New products that lack columns without which there is no product. */
export class IncompleteProductsError extends Error {
  constructor(incomplete: readonly ImportedProduct[]) {
    const named = incomplete.slice(0, maxNamed).map((row) => `${row.id} (${missingColumns(row).join(', ')})`);
    const others = incomplete.length > maxNamed ? ` and ${incomplete.length - maxNamed} more` : '';
    super(`a new product needs more columns. New ids and what they lack: ${named.join('; ')}${others}`);
    this.name = 'IncompleteProductsError';
  }
}

const maxNamed = 5;
const chunkSize = 2000;

/** What a new product may lack: its stock is then unknown, and the rest empty. */
const optional = {
  thumbnailFile: null,
  pdfFile: null,
  productImages: {},
  remainingQuantity: null,
  isbnId: null,
  description: null,
} satisfies Partial<ProductRow>;

type NewProduct = ImportedProduct & Omit<ProductRow, keyof typeof optional>;

/**
 * Adds to each row what its file has no column for: from the database where that has the product. The caller
 * holds the table, so that stock sold meanwhile is not given back.
 * @throws IncompleteProductsError
 */
export async function completeRows(
  transaction: Database,
  rows: readonly ImportedProduct[],
): Promise<ProductRow[]> {
  const partial = rows.filter((row) => columns.some((column) => row[column] === undefined));
  const stored = await storedRows(
    transaction,
    partial.map(({ id }) => id),
  );
  const incomplete: ImportedProduct[] = [];
  const complete = rows.flatMap((row): ProductRow[] => {
    const known = stored.get(row.id);
    if (known !== undefined) return [{ ...known, ...row }];
    if (isNewProduct(row)) return [{ ...optional, ...row }];
    incomplete.push(row);
    return [];
  });
  if (incomplete.length > 0) throw new IncompleteProductsError(incomplete);
  return complete;
}

async function storedRows(
  transaction: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductRow>> {
  const stored = new Map<number, ProductRow>();
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize);
    for (const row of await readProductRows(transaction, inArray(products.id, chunk)))
      stored.set(row.id, row);
  }
  return stored;
}

function isNewProduct(row: ImportedProduct): row is NewProduct {
  return missingColumns(row).length === 0;
}

function missingColumns(row: ImportedProduct): Column[] {
  return columns.filter((column) => !(column in optional) && row[column] === undefined);
}
