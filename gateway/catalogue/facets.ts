import type { Collection } from '../domain/product.ts';
import { normalizeText } from '../domain/text.ts';
import type { DictionaryColumn } from './columns/dictionary-column.ts';
import { bisect } from './columns/row-order.ts';

/** One value of a facet: a collection that a listing can be filtered by. */
export interface FacetValue {
  value: string;
  /** The number of products with this value that match the search and all filters but the one on this dimension. */
  count: number;
  selected: boolean;
  /** The value in other languages. */
  translations: Collection['translations'];
}

/** Which values of a facet to return. */
export interface FacetOptions {
  /** Maximum number of values, not counting selected ones; null for no limit. */
  first: number | null;
  /** Codes of the values to return; null for all. Selected values are always returned. */
  codes: ReadonlySet<number> | null;
}

/**
 * The values of a dimension's facet, by descending count, then in the host's order. Values without products are
 * omitted unless they are selected. When the options limit the values, selected ones come first.
 */
export function listFacetValues(
  column: DictionaryColumn,
  counts: Uint32Array,
  selected: readonly string[],
  { first, codes }: FacetOptions,
): FacetValue[] {
  const createValue = (code: number, isSelected: boolean): FacetValue => ({
    value: column.collections[code]?.name ?? '',
    count: counts[code] ?? 0,
    selected: isSelected,
    translations: column.collections[code]?.translations ?? [],
  });
  const unknownValues: FacetValue[] = [];
  const selectedCodes = new Set<number>();
  for (const value of new Set(selected.map(normalizeText))) {
    const code = column.getCode(value);
    if (code === undefined) unknownValues.push({ value, count: 0, selected: true, translations: [] });
    else selectedCodes.add(code);
  }
  const others: number[] = [];
  for (let code = 1; code < counts.length; code += 1) {
    const isRequested = counts[code] !== 0 && codes?.has(code) !== false;
    if (isRequested && !selectedCodes.has(code)) others.push(code);
  }
  if (first === null && codes === null) {
    const all = takeMostFrequent([...others, ...selectedCodes], counts);
    return [...all.map((code) => createValue(code, selectedCodes.has(code))), ...unknownValues];
  }
  return [
    ...takeMostFrequent([...selectedCodes], counts).map((code) => createValue(code, true)),
    ...unknownValues,
    ...takeMostFrequent(others, counts, first ?? others.length).map((code) => createValue(code, false)),
  ];
}

/** The `max` codes with the highest counts, in descending order; codes of equal count in ascending order. */
function takeMostFrequent(codes: readonly number[], counts: Uint32Array, max = codes.length): number[] {
  const isBefore = (a: number, b: number) => {
    const difference = (counts[a] ?? 0) - (counts[b] ?? 0);
    return difference > 0 || (difference === 0 && a < b);
  };
  // A dimension may have thousands of codes, of which a page shows only a few: sorting them all would take longer.
  const top = codes.slice(0, max).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  for (let index = max; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    const last = top.at(-1);
    if (last === undefined || !isBefore(code, last)) continue;
    top.pop();
    top.splice(
      bisect(top.length, (position) => isBefore(code, top[position] ?? 0)),
      0,
      code,
    );
  }
  return top;
}

/** The number of values that have products. */
export function countFacetValues(counts: Uint32Array): number {
  return counts.subarray(1).filter((count) => count > 0).length;
}
