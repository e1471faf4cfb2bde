/** A product as feeds contain it. The fields mean the same as those of `Product` in the schema. */
export interface FeedProduct {
  id: string;
  sku: string;
  isbn: string | null;
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
  description: string | null;
  /** The product's page in the shop. */
  url: string;
  thumbnail: string | null;
  images: readonly string[];
  pdf: string | null;
}

/** Where and when a feed was made. */
export interface FeedSource {
  origin: string;
  /** When the host confirmed the catalogue. */
  confirmedAt: Date;
}

/** Writes products in one format, a chunk at a time. */
export interface FeedFormat {
  contentType: string;
  begin(source: FeedSource): string;
  write(products: readonly FeedProduct[], source: FeedSource): string;
  end: string;
}
