import type { CatalogueIndex } from './index.ts';
import type { CatalogueProduct, Dimension } from './product.ts';

/** By what products are related, the closest first. */
const closeness: readonly Dimension[] = ['author', 'category', 'language'];

/** Other products a reader of this one may like: of the same author, then category, then language. */
export function relatedTo(
  index: CatalogueIndex,
  product: CatalogueProduct,
  first: number,
): CatalogueProduct[] {
  const itself = index.placeOf.get(product.id);
  const related = new Set<number>();
  for (const dimension of closeness) {
    const column = index.columns[dimension];
    const code = column.code(product[dimension] ?? '');
    if (code === undefined) continue;
    for (const place of column.members(code)) {
      if (related.size === first) break;
      if (place !== itself) related.add(place);
    }
  }
  return [...related].map((place) => index.products.at(place)).filter((other) => other !== undefined);
}
