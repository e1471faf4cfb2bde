import type { DictionaryColumn } from './columns/dictionary-column.ts';
import { normalizeName } from './search/normalize.ts';

/** One value of a dimension that a listing can be filtered by. */
export interface Facet {
  value: string;
  /** Products with this value that match the rest of the query, whatever else this dimension selects. */
  count: number;
  selected: boolean;
}

/** Which facets of a dimension to return. */
export interface FacetOptions {
  /** Maximum number of facets, not counting selected ones; null for no limit. */
  first: number | null;
  /** Codes of the values to return; null for all. Selected values are always returned. */
  codes: ReadonlySet<number> | null;
}

/**
 * The facets of a dimension, by descending count, then in the host's order. Values without products are
 * omitted unless they are selected. When the options limit the facets, selected ones come first.
 */
export function listFacets(
  column: DictionaryColumn,
  counts: Uint32Array,
  selected: readonly string[],
  { first, codes }: FacetOptions,
): Facet[] {
  const unmatched = new Set(selected.map(normalizeName));
  const facets: Facet[] = [];
  for (const [code, { name }] of column.collections.entries()) {
    const count = counts[code] ?? 0;
    const isSelected = unmatched.delete(name);
    const isRequested = count > 0 && (codes === null || codes.has(code));
    if (code > 0 && (isRequested || isSelected)) facets.push({ value: name, count, selected: isSelected });
  }
  for (const value of unmatched) facets.push({ value, count: 0, selected: true });
  facets.sort((a, b) => b.count - a.count);
  if (first === null && codes === null) return facets;
  const others = facets.filter((facet) => !facet.selected);
  return [...facets.filter((facet) => facet.selected), ...others.slice(0, first ?? others.length)];
}

/** The number of facets that have products. */
export function countFacets(counts: Uint32Array): number {
  let facetCount = 0;
  for (let code = 1; code < counts.length; code += 1) if ((counts[code] ?? 0) > 0) facetCount += 1;
  return facetCount;
}
