import type { CatalogueIndex } from './index.ts';
import type { Dimension } from './product.ts';

/** What the catalogue holds, by the ids and names that pages are addressed by. */
export interface CatalogueNames {
  products: readonly string[];
  /** Those that have products. */
  shelves: Record<Dimension, readonly string[]>;
}

export function namesIn({ placeOf, columns }: CatalogueIndex): CatalogueNames {
  const namesOf = (dimension: Dimension) => {
    const column = columns[dimension];
    return column.shelves
      .filter((_, code) => code > 0 && column.members(code).length > 0)
      .map(({ name }) => name);
  };
  return {
    products: [...placeOf.keys()],
    shelves: {
      category: namesOf('category'),
      language: namesOf('language'),
      publisher: namesOf('publisher'),
      author: namesOf('author'),
    },
  };
}
