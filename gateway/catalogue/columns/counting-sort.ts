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
