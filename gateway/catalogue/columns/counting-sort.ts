/**
 * Sorts places by a small number each of them has, its code, keeping their order within one code.
 * Gives the places, and where each code's begin.
 */
export function countingSort(
  codes: Uint32Array,
  count: number,
): [members: Uint32Array<ArrayBuffer>, starts: Uint32Array] {
  const starts = new Uint32Array(count + 1);
  for (const code of codes) starts[code + 1] = (starts[code + 1] ?? 0) + 1;
  for (let code = 0; code < count; code += 1)
    starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
  const next = starts.slice();
  const members = new Uint32Array(codes.length);
  for (let place = 0; place < codes.length; place += 1) {
    const code = codes[place] ?? 0;
    members[next[code] ?? 0] = place;
    next[code] = (next[code] ?? 0) + 1;
  }
  return [members, starts];
}

/**
 * Places in order of price, both ways; products of one price keep the shop's order. There are far
 * fewer prices than products, so the prices are sorted and the products counted into them.
 */
export function buildPriceIndex(
  prices: Float64Array,
): Record<'ascending' | 'descending', Uint32Array<ArrayBuffer>> {
  const distinct = Float64Array.from(new Set(prices)).sort();
  const codeOf = new Map<number, number>();
  for (const [code, price] of distinct.entries()) codeOf.set(price, code);
  const codes = new Uint32Array(prices.length);
  for (let place = 0; place < prices.length; place += 1) codes[place] = codeOf.get(prices[place] ?? 0) ?? 0;
  const [ascending, starts] = countingSort(codes, distinct.length);
  const descending = new Uint32Array(ascending.length);
  let written = 0;
  for (let code = distinct.length - 1; code >= 0; code -= 1) {
    const members = ascending.subarray(starts[code], starts[code + 1]);
    descending.set(members, written);
    written += members.length;
  }
  return { ascending, descending };
}
