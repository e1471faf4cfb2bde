import type { ProductColumns } from '../columns/product-columns.ts';
import type { Utf8Rows } from '../columns/utf8-column.ts';

/** How much a list holds: its records, and for each field the number of records with a value. */
export interface ListExtent {
  records: number;
  values: Readonly<Record<string, number>>;
}

/** A list lost so much in one refresh that a fault of the host is likelier than its owner's intention. */
export class ListLossError extends Error {
  override name = 'ListLossError';
  /** Whether the answer before was refused, too. */
  readonly isRepeated: boolean;

  constructor(loss: string, { isRepeated }: { isRepeated: boolean }) {
    super(loss);
    this.isRepeated = isRepeated;
  }
}

/** Below this number a share says little: three books of five may well be withdrawn in one day. */
const minCompared = 10;

/**
 * What a list lost from one refresh to the next, in words; null when that is within `maxPercent` of
 * its records, and of the values of each field.
 */
export function findLoss(before: ListExtent, after: ListExtent, maxPercent: number): string | null {
  const isTooMuch = (had: number, has: number) => has < had && (1 - has / had) * 100 > maxPercent;
  const isCompared = before.records >= minCompared || after.records === 0;
  if (isCompared && isTooMuch(before.records, after.records)) {
    return `${after.records} of ${before.records} records are left`;
  }
  if (after.records === 0) return null;
  for (const [field, had] of Object.entries(before.values)) {
    const has = after.values[field] ?? 0;
    if (had < minCompared || !isTooMuch(had / before.records, has / after.records)) continue;
    return `${has} of ${after.records} records have a value for ${field}, where ${had} of ${before.records} had one`;
  }
  return null;
}

/** The extent of a list of records. */
export function extentOfRecords(records: readonly unknown[]): ListExtent {
  const values: Record<string, number> = {};
  for (const [field, value] of records.flatMap((record) => Object.entries(record ?? {}))) {
    if (value !== null && value !== undefined && value !== '') values[field] = (values[field] ?? 0) + 1;
  }
  return { records: records.length, values };
}

/** The extent of the products. */
export function extentOfProducts(columns: ProductColumns): ListExtent {
  const { category, language, publisher, author } = columns.values;
  const isNumber = (value: number) => !Number.isNaN(value);
  const isCode = (code: number) => code !== 0;
  return {
    records: columns.prices.length,
    values: {
      category: countOf(category.codes, isCode),
      language: countOf(language.codes, isCode),
      publisher: countOf(publisher.codes, isCode),
      author: countOf(author.codes, isCode),
      mrp: countOf(columns.mrps, isNumber),
      remainingQuantity: countOf(columns.remainingQuantities, isNumber),
      thumbnailFile: countOfTexts(columns.thumbnails),
      pdfFile: countOfTexts(columns.pdfs),
      isbnId: countOfTexts(columns.isbns),
      description: countOfTexts(columns.descriptions),
    },
  };
}

function countOf(numbers: Float64Array | Uint32Array, isValue: (value: number) => boolean): number {
  let count = 0;
  for (const value of numbers) if (isValue(value)) count += 1;
  return count;
}

/** An empty text is its separator alone. */
function countOfTexts({ starts }: Utf8Rows): number {
  let count = 0;
  for (let row = 0; row + 1 < starts.length; row += 1) {
    if ((starts[row + 1] ?? 0) - (starts[row] ?? 0) > 1) count += 1;
  }
  return count;
}
