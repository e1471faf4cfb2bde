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
