import { z } from 'zod';
import { type CatalogueProduct, type Dimension, dimensions } from '../../domain/product.ts';
import { SearchRowsBuilder, searchRowsSchema } from '../search/search-column.ts';
import { rowOrderSchema, sortByPrice } from './row-order.ts';
import { Utf8ColumnBuilder, utf8RowsSchema } from './utf8-column.ts';

const float64Array = z.instanceof(Float64Array);
const uint32Array = z.instanceof(Uint32Array);

const productCollectionsSchema = z.object({
  /** Names of the collections that products refer to, without duplicates. */
  names: utf8RowsSchema,
  /** For each product, the row of its collection in `names` plus 1; 0 if it has none. */
  codes: uint32Array,
});

/**
 * Products in the host's order, one column per field. Columns are typed arrays instead of objects, so one
 * thread can build them and transfer them to another without a copy. Prices are in paise; NaN and the
 * empty string stand for null.
 */
export const productColumnsSchema = z.object({
  ids: utf8RowsSchema,
  /** 1 where the host's id is a number. */
  hasNumericId: z.instanceof(Uint8Array),
  names: utf8RowsSchema,
  prices: float64Array,
  mrps: float64Array,
  discountPercents: float64Array,
  statuses: utf8RowsSchema,
  /** 1 where the product can be bought. */
  available: z.instanceof(Uint8Array),
  remainingQuantities: float64Array,
  thumbnails: utf8RowsSchema,
  images: utf8RowsSchema,
  /** The row in `images` where each product's images begin. An extra last entry is the end of `images`. */
  imageOffsets: uint32Array,
  pdfs: utf8RowsSchema,
  isbns: utf8RowsSchema,
  descriptions: utf8RowsSchema,
  collections: z.object({
    category: productCollectionsSchema,
    language: productCollectionsSchema,
    publisher: productCollectionsSchema,
    author: productCollectionsSchema,
  }),
  /** The names in the form in which they are searched. */
  nameSearch: searchRowsSchema,
  /** Rows sorted by price; products of equal price keep the host's order. */
  byPrice: z.object({ ascending: rowOrderSchema, descending: rowOrderSchema }),
});

export type ProductCollections = z.output<typeof productCollectionsSchema>;
export type ProductColumns = z.output<typeof productColumnsSchema>;

/** Builds the columns product by product. */
export class ProductColumnsBuilder {
  readonly #ids = new Utf8ColumnBuilder();
  readonly #hasNumericId: number[] = [];
  readonly #names = new Utf8ColumnBuilder();
  readonly #prices: number[] = [];
  readonly #mrps: number[] = [];
  readonly #discountPercents: number[] = [];
  readonly #statuses = new Utf8ColumnBuilder();
  readonly #available: number[] = [];
  readonly #remainingQuantities: number[] = [];
  readonly #thumbnails = new Utf8ColumnBuilder();
  readonly #images = new Utf8ColumnBuilder();
  readonly #imageOffsets: number[] = [0];
  readonly #pdfs = new Utf8ColumnBuilder();
  readonly #isbns = new Utf8ColumnBuilder();
  readonly #descriptions = new Utf8ColumnBuilder();
  readonly #collections: Record<Dimension, ProductCollectionsBuilder> = {
    category: new ProductCollectionsBuilder(),
    language: new ProductCollectionsBuilder(),
    publisher: new ProductCollectionsBuilder(),
    author: new ProductCollectionsBuilder(),
  };
  readonly #nameSearch = new SearchRowsBuilder();
  readonly #seenIds = new Set<string>();

  /** Adds a product. Products with a duplicate id are ignored. */
  add(product: CatalogueProduct): void {
    if (this.#seenIds.has(product.id)) return;
    this.#seenIds.add(product.id);
    this.#ids.add(product.id);
    this.#hasNumericId.push(typeof product.restId === 'number' ? 1 : 0);
    this.#names.add(product.name);
    this.#prices.push(product.price);
    this.#mrps.push(product.mrp ?? Number.NaN);
    this.#discountPercents.push(product.discountPercent);
    this.#statuses.add(product.status);
    this.#available.push(product.available ? 1 : 0);
    this.#remainingQuantities.push(product.remainingQuantity ?? Number.NaN);
    this.#thumbnails.add(product.thumbnail ?? '');
    for (const image of product.images) this.#images.add(image);
    this.#imageOffsets.push((this.#imageOffsets.at(-1) ?? 0) + product.images.length);
    this.#pdfs.add(product.pdf ?? '');
    this.#isbns.add(product.isbn ?? '');
    this.#descriptions.add(product.description ?? '');
    for (const dimension of dimensions) this.#collections[dimension].add(product[dimension]);
    this.#nameSearch.add(product.name);
  }

  /** The products added so far. */
  build(): ProductColumns {
    const prices = new Float64Array(this.#prices);
    const { category, language, publisher, author } = this.#collections;
    return {
      ids: this.#ids.build(),
      hasNumericId: new Uint8Array(this.#hasNumericId),
      names: this.#names.build(),
      prices,
      mrps: new Float64Array(this.#mrps),
      discountPercents: new Float64Array(this.#discountPercents),
      statuses: this.#statuses.build(),
      available: new Uint8Array(this.#available),
      remainingQuantities: new Float64Array(this.#remainingQuantities),
      thumbnails: this.#thumbnails.build(),
      images: this.#images.build(),
      imageOffsets: new Uint32Array(this.#imageOffsets),
      pdfs: this.#pdfs.build(),
      isbns: this.#isbns.build(),
      descriptions: this.#descriptions.build(),
      collections: {
        category: category.build(),
        language: language.build(),
        publisher: publisher.build(),
        author: author.build(),
      },
      nameSearch: this.#nameSearch.build(),
      byPrice: sortByPrice(prices),
    };
  }
}

/** Builds the column of one dimension. */
class ProductCollectionsBuilder {
  readonly #names = new Utf8ColumnBuilder();
  readonly #codeByName = new Map<string | null, number>([[null, 0]]);
  readonly #codes: number[] = [];

  add(name: string | null): void {
    const existingCode = this.#codeByName.get(name);
    this.#codes.push(existingCode ?? this.#codeByName.size);
    if (existingCode !== undefined || name === null) return;
    this.#codeByName.set(name, this.#codeByName.size);
    this.#names.add(name);
  }

  build(): ProductCollections {
    return { names: this.#names.build(), codes: new Uint32Array(this.#codes) };
  }
}
