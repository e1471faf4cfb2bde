import type { DictionaryColumn } from './columns/dictionary-column.ts';
import { normalName } from './search/normalize.ts';

/** One value of a dimension, and how many products of the listing choosing it would give. */
export interface Facet {
  value: string;
  count: number;
  selected: boolean;
}

/** Which of a dimension's facets are wanted. */
export interface FacetChoice {
  /** At most so many, the selected ones not counted; null for all. */
  first: number | null;
  /** The codes of the values that are let through; null when all are. Selected ones always are. */
  among: ReadonlySet<number> | null;
}

/**
 * A dimension's facets, the most frequent value first, else in the shop's order. Values without
 * products are left out unless they are selected; where only some are wanted, the selected come first.
 */
export function facetsOf(
  column: DictionaryColumn,
  counts: Uint32Array,
  selected: readonly string[],
  { first, among }: FacetChoice = { first: null, among: null },
): Facet[] {
  const chosen = new Set(selected.map(normalName));
  const facets: Facet[] = [];
  for (const [code, shelf] of column.shelves.entries()) {
    const count = counts[code] ?? 0;
    const isChosen = chosen.delete(shelf.name);
    const isWanted = count > 0 && (among === null || among.has(code));
    if (code > 0 && (isWanted || isChosen)) facets.push({ value: shelf.name, count, selected: isChosen });
  }
  for (const value of chosen) facets.push({ value, count: 0, selected: true });
  facets.sort((one, other) => other.count - one.count);
  if (first === null && among === null) return facets;
  const others = facets.filter((facet) => !facet.selected);
  return [...facets.filter((facet) => facet.selected), ...others.slice(0, first ?? others.length)];
}

/** How many values of a dimension have products of the listing. */
export function facetCount(counts: Uint32Array): number {
  let values = 0;
  for (let code = 1; code < counts.length; code += 1) if ((counts[code] ?? 0) > 0) values += 1;
  return values;
}
