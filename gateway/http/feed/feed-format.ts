import type { PlainField, ProductFieldValues } from '../../domain/product-fields.ts';
import type { ProductStatus } from '../../generated/resolvers.ts';

/**
 * A product as feeds contain it. The fields mean the same as those of `Product` in the schema, but the author,
 * publisher, category and language are names.
 */
export interface FeedProduct extends Pick<ProductFieldValues, PlainField> {
  id: string;
  sku: string;
  name: string;
  author: string | null;
  publisher: string | null;
  category: string | null;
  language: string | null;
  /** Amounts are in rupees. */
  price: number;
  mrp: number | null;
  discountPercent: number;
  available: boolean;
  status: ProductStatus;
  statusText: string;
  /** The product's page in the shop. */
  url: string;
  thumbnail: string | null;
  images: readonly string[];
  pdf: string | null;
}

/** The shop whose products a feed contains, and how current they are. */
export interface FeedSource {
  origin: string;
  /** When the host last confirmed the catalogue. */
  confirmedAt: Date;
}

/** Converts products to text in one format, a chunk at a time. `begin` and `end` enclose the chunks. */
export interface FeedFormat {
  contentType: string;
  begin(source: FeedSource): string;
  convert(products: readonly FeedProduct[], source: FeedSource): string;
  end: string;
}
