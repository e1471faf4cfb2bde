import type { ProductStatus } from '../generated/resolvers.ts';
import { createRecord } from './create-record.ts';
import type { ProductFieldValues } from './product-fields.ts';
import type { Translation } from './translation.ts';

/** An id as the host sends it. Hosts use numbers, names or hashes. */
export type RestId = number | string;

/** The fields by which products are grouped into collections, filtered and counted. */
export const dimensions = ['category', 'language', 'publisher', 'author'] as const;
export type Dimension = (typeof dimensions)[number];

/** Creates an object with a value for each dimension. */
export function mapDimensions<Value>(create: (dimension: Dimension) => Value): Record<Dimension, Value> {
  return createRecord(dimensions, create);
}

/** A category, language, publisher or author. Its name identifies it within its dimension. */
export interface Collection {
  dimension: Dimension;
  name: string;
  /** URL or path of its image, as the host's record states it. */
  thumbnail: string | null;
  /** The name in other languages. Only categories have any. */
  translations: Translation<{ name: string }>[];
}

/** Creates a collection without translations. */
export function createCollection(
  dimension: Dimension,
  name: string,
  thumbnail: string | null = null,
): Collection {
  return { dimension, name, thumbnail, translations: [] };
}

/** A product with its optional fields. Prices are in paise; files are URLs or paths, as in the host's record. */
export interface CatalogueProduct extends Record<Dimension, string | null>, ProductFieldValues {
  id: string;
  /** The id in the host's own type, for calls that send it back. */
  restId: RestId;
  name: string;
  price: number;
  discountPercent: number;
  status: string;
  available: boolean;
  images: readonly string[];
}

/** Whether a product's status permits buying it (requirements.md 4). It may still be out of stock. */
export function isOffered({ status }: Pick<CatalogueProduct, 'status'>): boolean {
  return !['unavailable', 'not-available'].includes(status.toLowerCase());
}

/** The enum value for a status text (requirements.md 4). */
export function toProductStatus(status: string): ProductStatus {
  if (!isOffered({ status })) return 'UNAVAILABLE';
  return status.toLowerCase() === 'available' ? 'AVAILABLE' : 'UNKNOWN';
}
