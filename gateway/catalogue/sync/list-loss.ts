import { z } from 'zod';
import { mapDimensions } from '../../domain/product.ts';
import { getRestName, numberFields, textFields } from '../../domain/product-fields.ts';
import type { ProductColumns } from '../columns/product-columns.ts';
import type { Utf8Rows } from '../columns/utf8-column.ts';

/** Figures by which two versions of a list are compared. */
export const listStatsSchema = z.object({
  recordCount: z.number(),
  /** For each field, the number of records with a value. */
  valueCounts: z.record(z.string(), z.number()),
});

export type ListStats = z.output<typeof listStatsSchema>;

/** A refreshed list is missing so much of the previous one that a fault of the host is the likely cause. */
export class ListLossError extends Error {
  /** Whether the previous response was rejected as well. */
  readonly isRepeated: boolean;

  constructor(loss: string, { isRepeated }: { isRepeated: boolean }) {
    super(loss);
    this.isRepeated = isRepeated;
  }
}

/**
 * Smaller lists may shrink, unless they become empty: an owner may withdraw three of five books in a day. Fields with
 * fewer values may lose them.
 */
const minComparedRecords = 10;

/**
 * Describes the first excessive loss of a refresh: of records, or of the values of a field. The values are compared as
 * a share of the records, so that the values of removed records do not count as lost.
 *
 * @param maxLossPercent the percentage of records, and of the values of each field, that a list may lose.
 * @returns null if no loss is excessive.
 */
export function findLoss(before: ListStats, after: ListStats, maxLossPercent: number): string | null {
  const isExcessive = (previous: number, current: number) =>
    current < previous && (1 - current / previous) * 100 > maxLossPercent;
  const isComparable = before.recordCount >= minComparedRecords || after.recordCount === 0;
  if (isComparable && isExcessive(before.recordCount, after.recordCount)) {
    return `${after.recordCount} of ${before.recordCount} records are left`;
  }
  if (after.recordCount === 0) return null;
  for (const [field, previous] of Object.entries(before.valueCounts)) {
    const current = after.valueCounts[field] ?? 0;
    if (previous < minComparedRecords) continue;
    if (!isExcessive(previous / before.recordCount, current / after.recordCount)) continue;
    return `${current} of ${after.recordCount} records have a value for ${field}, down from ${previous} of ${before.recordCount}`;
  }
  return null;
}

export function computeRecordStats(records: readonly unknown[]): ListStats {
  const valueCounts: Record<string, number> = {};
  for (const [field, value] of records.flatMap((record) => Object.entries(record ?? {}))) {
    if (value !== null && value !== undefined && value !== '') {
      valueCounts[field] = (valueCounts[field] ?? 0) + 1;
    }
  }
  return { recordCount: records.length, valueCounts };
}

export function computeProductStats(columns: ProductColumns): ListStats {
  const { texts, numbers, collections } = columns;
  const isNumber = (value: number) => !Number.isNaN(value);
  const isCode = (code: number) => code !== 0;
  return {
    recordCount: numbers.price.length,
    // Operators know the fields by their names in the REST API.
    valueCounts: {
      ...mapDimensions((dimension) => countValues(collections[dimension].codes, isCode)),
      ...Object.fromEntries([
        ...textFields.map((field) => [getRestName(field), countNonEmpty(texts[field])]),
        ...numberFields.map((field) => [getRestName(field), countValues(numbers[field], isNumber)]),
      ]),
    },
  };
}

function countValues(numbers: Float64Array | Uint32Array, isValue: (value: number) => boolean): number {
  let count = 0;
  for (const value of numbers) if (isValue(value)) count += 1;
  return count;
}

/** Counts the rows that are not empty. An empty row consists of its separator only. */
function countNonEmpty({ offsets }: Utf8Rows): number {
  let count = 0;
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    if ((offsets[row + 1] ?? 0) - (offsets[row] ?? 0) > 1) count += 1;
  }
  return count;
}
