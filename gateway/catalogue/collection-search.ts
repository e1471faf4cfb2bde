import type { CatalogueIndex } from './index.ts';
import type { Dimension } from './product.ts';

/** The codes of a dimension's values whose names hold a folded text, or sound like it in the other script. */
export function findCollectionCodes(index: CatalogueIndex, dimension: Dimension, text: string): Set<number> {
  const names = index.shelfNames[dimension];
  return new Set([...names.rowsWith(text), ...names.rowsSoundingLike(text)]);
}
