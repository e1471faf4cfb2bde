import { z } from 'zod';

const rowArray = z.instanceof(Uint32Array);

/** An order of all rows: `rowByRank` lists the rows in this order, `rankByRow` is the inverse. */
export const rowOrderSchema = z.object({ rowByRank: rowArray, rankByRow: rowArray });

export type RowOrder = z.output<typeof rowOrderSchema>;

/** The host's order: each row's rank is the row itself. */
export function createHostOrder(rowCount: number): RowOrder {
  const rows = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) rows[row] = row;
  return { rowByRank: rows, rankByRow: rows };
}

/**
 * Sorts rows by price in both directions. Rows of equal price keep their order. A catalogue has far fewer
 * prices than products, so only the distinct prices are sorted by comparison, and rows by counting sort.
 */
export function sortByPrice(prices: Float64Array): Record<'ascending' | 'descending', RowOrder> {
  const distinct = Float64Array.from(new Set(prices)).sort();
  const codeByPrice = new Map<number, number>();
  for (const [code, price] of distinct.entries()) codeByPrice.set(price, code);
  const codes = Uint32Array.from(prices, (price) => codeByPrice.get(price) ?? 0);
  const lastCode = distinct.length - 1;
  const [ascending] = countingSort(codes, distinct.length);
  const [descending] = countingSort(
    codes.map((code) => lastCode - code),
    distinct.length,
  );
  return { ascending: createRowOrder(ascending), descending: createRowOrder(descending) };
}

/** Creates an order from the list of all rows in this order. */
export function createRowOrder(rowByRank: Uint32Array<ArrayBuffer>): RowOrder {
  const rankByRow = new Uint32Array(rowByRank.length);
  for (let rank = 0; rank < rowByRank.length; rank += 1) rankByRow[rowByRank[rank] ?? 0] = rank;
  return { rowByRank, rankByRow };
}

/** Sorts distinct rows by an order. Efficient only for a small share of all rows, because it sorts by comparison. */
export function sortRows(rows: Uint32Array, { rowByRank, rankByRow }: RowOrder): Uint32Array {
  return rows
    .map((row) => rankByRow[row] ?? 0)
    .sort()
    .map((rank) => rowByRank[rank] ?? 0);
}

/**
 * Returns the first position for which the predicate holds, or `length` if there is none. The predicate must also hold
 * for all later positions.
 */
export function bisect(length: number, predicate: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (predicate(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Sorts rows by their code, a small non-negative integer. The sort is stable.
 *
 * @returns the sorted rows, and the offset at which the rows of each code begin.
 */
export function countingSort(
  codes: Uint32Array,
  codeCount: number,
): [rows: Uint32Array<ArrayBuffer>, offsets: Uint32Array<ArrayBuffer>] {
  const offsets = new Uint32Array(codeCount + 1);
  for (const code of codes) offsets[code + 1] = (offsets[code + 1] ?? 0) + 1;
  for (let code = 0; code < codeCount; code += 1)
    offsets[code + 1] = (offsets[code + 1] ?? 0) + (offsets[code] ?? 0);
  const next = offsets.slice();
  const rows = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row] ?? 0;
    rows[next[code] ?? 0] = row;
    next[code] = (next[code] ?? 0) + 1;
  }
  return [rows, offsets];
}
