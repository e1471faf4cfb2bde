/**
 * FNV-1a (32 bits) over UTF-16 code units. It returns the same number on every machine, so the demo shop is the same
 * everywhere.
 */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // The low bits of FNV differ little between short strings, so mix in the high ones.
  return (value ^ (value >>> 15)) >>> 0;
}

/** Picks one of `choices` for the item at a position. They repeat in order, so that neighbouring items differ. */
export function cycle<Choice>(position: number, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[position % choices.length] ?? choices[0];
}

/** Picks one of `choices`, always the same one for the same text. */
export function choose<Choice>(text: string, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[hash(text) % choices.length] ?? choices[0];
}
