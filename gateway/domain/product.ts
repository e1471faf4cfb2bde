/** An id as the host gave it; hosts number, name or hash their records. */
export type RestId = number | string;

/** What products are filtered and counted by. */
export const dimensions = ['category', 'language', 'publisher', 'author'] as const;
export type Dimension = (typeof dimensions)[number];

/** A product as the gateway holds it. Amounts in paise; pictures as the REST host refers to them. */
export interface CatalogueProduct extends Record<Dimension, string | null> {
  id: string;
  /** The id as the host gave it, for calls that send it back. */
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

/** One value of a dimension: a category, a publisher, an author or a language. Its name identifies it. */
export interface Collection {
  dimension: Dimension;
  name: string;
  /** Its picture, as the REST host refers to it. */
  thumbnail: string | null;
}
