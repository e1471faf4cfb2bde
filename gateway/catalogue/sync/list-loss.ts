import type { ProductColumns } from '../columns/product-columns.ts';
import type { Utf8Rows } from '../columns/utf8-column.ts';

/** The size of a list: its records, and for each field the number of records with a value. */
export interface ListExtent {
  records: number;
  values: Readonly<Record<string, number>>;
}

/** A refreshed list lacks so much of the previous one that a fault of the host is the likely cause. */
export class ListLossError extends Error {
  override name = 'ListLossError';
  /** Whether the previous response was rejected as well. */
  readonly isRepeated: boolean;

  constructor(loss: string, { isRepeated }: { isRepeated: boolean }) {
    super(loss);
    this.isRepeated = isRepeated;
  }
}

/** Shorter lists are not compared: an owner may well withdraw three of five books in a day. */
const minComparedRecords = 10;

/**
 * Describes what a list lost in a refresh.
 *
 * @param maxPercent how much of its records, and of the values of each field, a list may lose.
 * @returns null when the loss is within `maxPercent`.
 */
export function findLoss(before: ListExtent, after: ListExtent, maxPercent: number): string | null {
  const isTooMuch = (previous: number, current: number) =>
    current < previous && (1 - current / previous) * 100 > maxPercent;
  const isCompared = before.records >= minComparedRecords || after.records === 0;
  if (isCompared && isTooMuch(before.records, after.records)) {
    return `${after.records} of ${before.records} records are left`;
  }
  if (after.records === 0) return null;
  for (const [field, previous] of Object.entries(before.values)) {
    const current = after.values[field] ?? 0;
    if (previous < minComparedRecords) continue;
    if (!isTooMuch(previous / before.records, current / after.records)) continue;
    return `${current} of ${after.records} records have a value for ${field}, where ${previous} of ${before.records} had one`;
  }
  return null;
}

export function extentOfRecords(records: readonly unknown[]): ListExtent {
  const values: Record<string, number> = {};
  for (const [field, value] of records.flatMap((record) => Object.entries(record ?? {}))) {
    if (value !== null && value !== undefined && value !== '') values[field] = (values[field] ?? 0) + 1;
  }
  return { records: records.length, values };
}

export function extentOfProducts(columns: ProductColumns): ListExtent {
  const { category, language, publisher, author } = columns.collections;
  const isNumber = (value: number) => !Number.isNaN(value);
  const isCode = (code: number) => code !== 0;
  return {
    records: columns.prices.length,
    // The REST names of the fields, which operators know.
    values: {
      category: countValues(category.codes, isCode),
      language: countValues(language.codes, isCode),
      publisher: countValues(publisher.codes, isCode),
      author: countValues(author.codes, isCode),
      mrp: countValues(columns.mrps, isNumber),
      remainingQuantity: countValues(columns.remainingQuantities, isNumber),
      thumbnailFile: countTexts(columns.thumbnails),
      pdfFile: countTexts(columns.pdfs),
      isbnId: countTexts(columns.isbns),
      description: countTexts(columns.descriptions),
    },
  };
}

function countValues(numbers: Float64Array | Uint32Array, isValue: (value: number) => boolean): number {
  let count = 0;
  for (const value of numbers) if (isValue(value)) count += 1;
  return count;
}

/** Counts the rows that are not empty. An empty row consists of its separator only. */
function countTexts({ offsets }: Utf8Rows): number {
  let count = 0;
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    if ((offsets[row + 1] ?? 0) - (offsets[row] ?? 0) > 1) count += 1;
  }
  return count;
}
