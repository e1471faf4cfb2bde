/** An id as the host sends it; hosts number, name or hash their records. */
export type RestId = number | string;

/** The fields by which products are grouped into collections, filtered and counted. */
export const dimensions = ['category', 'language', 'publisher', 'author'] as const;
export type Dimension = (typeof dimensions)[number];

/** Creates an object with a value for each dimension. */
export function forEachDimension<Value>(create: (dimension: Dimension) => Value): Record<Dimension, Value> {
  return {
    category: create('category'),
    language: create('language'),
    publisher: create('publisher'),
    author: create('author'),
  };
}

/** A category, language, publisher or author. Its name identifies it within its dimension. */
export interface Collection {
  dimension: Dimension;
  name: string;
  /** URL or path of its image, as the host's record states it. */
  thumbnail: string | null;
}

/** A product. Prices are in paise; images and the PDF are URLs or paths, as the host's record states them. */
export interface CatalogueProduct extends Record<Dimension, string | null> {
  id: string;
  /** The id in the host's own type, for calls that send it back. */
  restId: RestId;
  name: string;
  price: number;
  mrp: number | null;
  discountPercent: number;
  status: string;
  available: boolean;
  remainingQuantity: number | null;
  thumbnail: string | null;
  images: readonly string[];
  pdf: string | null;
  isbn: string | null;
  description: string | null;
}
