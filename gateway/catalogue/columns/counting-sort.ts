/**
 * Sorts rows by their code, a small non-negative integer. The sort is stable.
 *
 * @returns the sorted rows, and the offset at which the rows of each code begin.
 */
export function countingSort(
  codes: Uint32Array,
  codeCount: number,
): [rows: Uint32Array<ArrayBuffer>, offsets: Uint32Array] {
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

/**
 * Sorts rows by price in both directions. Rows of equal price keep their order. A catalogue has far fewer
 * prices than products, so only the distinct prices are sorted by comparison, and rows by counting sort.
 */
export function sortByPrice(
  prices: Float64Array,
): Record<'ascending' | 'descending', Uint32Array<ArrayBuffer>> {
  const distinct = Float64Array.from(new Set(prices)).sort();
  const codeByPrice = new Map<number, number>();
  for (const [code, price] of distinct.entries()) codeByPrice.set(price, code);
  const codes = new Uint32Array(prices.length);
  for (let row = 0; row < prices.length; row += 1) codes[row] = codeByPrice.get(prices[row] ?? 0) ?? 0;
  const [ascending, offsets] = countingSort(codes, distinct.length);
  const descending = new Uint32Array(ascending.length);
  let length = 0;
  for (let code = distinct.length - 1; code >= 0; code -= 1) {
    const rows = ascending.subarray(offsets[code], offsets[code + 1]);
    descending.set(rows, length);
    length += rows.length;
  }
  return { ascending, descending };
}
