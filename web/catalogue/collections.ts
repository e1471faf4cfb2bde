import type { Dimension } from './listing-url.ts';

/** A category, publisher, author or language. */
export interface CollectionFields {
  id: string;
  name: string;
  /** Authors only: the name in another script. */
  transliteratedName?: string | null;
  thumbnail: string | null;
  productCount: number;
  /** The name in other languages. Only categories have any. */
  translations?: { language: string; name: string }[];
  /** The first products: the list of authors shows their titles, the list of categories their covers. */
  products?: {
    edges: Array<{
      node: { id: string; name: string; transliteratedName?: string | null; thumbnail?: string | null };
    }>;
  };
}

/** The dimensions that have a page with the list of their collections. Languages are listed in a drawer instead. */
export const listedDimensions = ['category', 'publisher', 'author'] as const;

export type ListedDimension = (typeof listedDimensions)[number];

/** Whether the images of a dimension are round: those of people and companies. */
export function hasRoundImages(dimension: Dimension): boolean {
  return dimension === 'author' || dimension === 'publisher';
}

/** Parses the dimension that a path starts with: `/author` and `/author/Premchand` are about authors. */
export function parseDimension<D extends Dimension>(path: string, dimensions: readonly D[]): D {
  const [, name = ''] = path.split('/');
  const dimension = dimensions.find((candidate) => candidate === name.toLowerCase());
  if (dimension === undefined) throw new Error(`The path ${path} does not start with a dimension.`);
  return dimension;
}

export function getCollectionPath(dimension: Dimension, name: string): string {
  return `/${dimension}/${encodeURIComponent(name)}`;
}
