import type { CatalogueIndex } from './catalogue-index.ts';
import type { CatalogueProduct, Dimension } from './product.ts';

/** By what products are related, the closest first. */
const closeness: readonly Dimension[] = ['author', 'category', 'language'];

/** Other products a reader of this one may like: of the same author, then category, then language. */
export function relatedTo(
  index: CatalogueIndex,
  product: CatalogueProduct,
  first: number,
): CatalogueProduct[] {
  const related = new Set<CatalogueProduct>();
  for (const dimension of closeness) {
    const column = index.columns[dimension];
    const code = column.code(product[dimension] ?? '');
    if (code === undefined) continue;
    for (const place of column.members(code)) {
      const other = index.products[place];
      if (other !== undefined && other.id !== product.id) related.add(other);
      if (related.size === first) return [...related];
    }
  }
  return [...related];
}
