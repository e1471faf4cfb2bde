/** An id with the host's own type: some hosts use numbers, others names or hashes. */
export type RestId = number | string;

/** The kinds of collections by which products are filtered and counted. */
export const dimensions = ['category', 'language', 'publisher', 'author'] as const;
export type Dimension = (typeof dimensions)[number];

/** A product of the catalogue. Amounts in paise; images are URLs as the REST host returned them. */
export interface CatalogueProduct extends Record<Dimension, string | null> {
  id: string;
  /** The id with the host's own type, for calls that send it back. */
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

/** A category, publisher, author or language. Its name identifies it. */
export interface Collection {
  dimension: Dimension;
  name: string;
  /** The URL of its image as the REST host returned it. */
  thumbnail: string | null;
}
