import { z } from 'zod';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { type CatalogueProduct, dimensions, forEachDimension } from '../../domain/product.ts';
import { normalizeIsbn } from '../search/isbn.ts';
import { SearchRowsBuilder, searchRowsSchema } from '../search/search-column.ts';
import { hashProduct } from './product-hash.ts';
import { rowOrderSchema, sortByPrice } from './row-order.ts';
import { Utf8ColumnBuilder, utf8RowsSchema } from './utf8-column.ts';

/** The fields of a product that are texts; an empty string stands for null. */
const textFields = ['id', 'name', 'status', 'thumbnail', 'pdf', 'isbn', 'description'] as const;
export type TextField = (typeof textFields)[number];

/** The fields of a product that are numbers; NaN stands for null. */
const numberFields = ['price', 'mrp', 'discountPercent', 'remainingQuantity'] as const;
type NumberField = (typeof numberFields)[number];

/** Creates an object with a value for each text field. */
export function forEachTextField<Value>(create: (field: TextField) => Value): Record<TextField, Value> {
  return {
    id: create('id'),
    name: create('name'),
    status: create('status'),
    thumbnail: create('thumbnail'),
    pdf: create('pdf'),
    isbn: create('isbn'),
    description: create('description'),
  };
}

function forEachNumberField<Value>(create: (field: NumberField) => Value): Record<NumberField, Value> {
  return {
    price: create('price'),
    mrp: create('mrp'),
    discountPercent: create('discountPercent'),
    remainingQuantity: create('remainingQuantity'),
  };
}

const productCollectionsSchema = z.object({
  /** Names of the collections that products refer to, without duplicates. */
  names: utf8RowsSchema,
  /** For each product, the row of its collection in `names` plus 1; 0 if it has none. */
  codes: z.instanceof(Uint32Array),
});

/**
 * Products in the host's order, one column per field. Columns are typed arrays instead of objects, so one
 * thread can build them and transfer them to another without a copy. Prices are in paise.
 */
export const productColumnsSchema = z.object({
  texts: z.record(z.enum(textFields), utf8RowsSchema),
  numbers: z.record(z.enum(numberFields), z.instanceof(Float64Array)),
  /** 1 where the host's id is a number. */
  hasNumericId: z.instanceof(Uint8Array),
  /** 1 where the product can be bought. */
  available: z.instanceof(Uint8Array),
  /** See `hashProduct`. */
  hashes: z.instanceof(BigUint64Array),
  images: utf8RowsSchema,
  /** The row in `images` where each product's images begin. An extra last entry is the end of `images`. */
  imageOffsets: z.instanceof(Uint32Array),
  collections: z.record(z.enum(dimensions), productCollectionsSchema),
  /** The names and ISBNs in the form in which they are searched. */
  nameSearch: searchRowsSchema,
  isbnSearch: utf8RowsSchema,
  /** Rows sorted by price; products of equal price keep the host's order. */
  byPrice: z.object({ ascending: rowOrderSchema, descending: rowOrderSchema }),
});

export type ProductCollections = z.output<typeof productCollectionsSchema>;
export type ProductColumns = z.output<typeof productColumnsSchema>;

/** Builds the columns product by product. */
export class ProductColumnsBuilder {
  readonly #texts = forEachTextField(() => new Utf8ColumnBuilder());
  readonly #numbers = forEachNumberField((): number[] => []);
  readonly #hasNumericId: number[] = [];
  readonly #available: number[] = [];
  readonly #hashes: bigint[] = [];
  readonly #images = new Utf8ColumnBuilder();
  readonly #imageOffsets: number[] = [0];
  readonly #collections = forEachDimension(() => new ProductCollectionsBuilder());
  readonly #nameSearch = new SearchRowsBuilder();
  readonly #isbnSearch = new Utf8ColumnBuilder();
  readonly #seenIds = new Set<string>();

  /** Adds a product. Products with a duplicate id are ignored. */
  add(product: CatalogueProduct): void {
    if (this.#seenIds.has(product.id)) return;
    this.#seenIds.add(product.id);
    for (const field of textFields) this.#texts[field].add(product[field] ?? '');
    for (const field of numberFields) this.#numbers[field].push(product[field] ?? Number.NaN);
    this.#hasNumericId.push(typeof product.restId === 'number' ? 1 : 0);
    this.#available.push(product.available ? 1 : 0);
    this.#hashes.push(hashProduct(product));
    for (const image of product.images) this.#images.add(image);
    this.#imageOffsets.push((this.#imageOffsets.at(-1) ?? 0) + product.images.length);
    for (const dimension of dimensions) this.#collections[dimension].add(product[dimension]);
    this.#nameSearch.add(product.name);
    this.#isbnSearch.add(normalizeIsbn(product.isbn ?? '') ?? '');
  }

  /** The products added so far. Yields to the event loop while it sorts the words of their names. */
  async build(): Promise<ProductColumns> {
    const numbers = forEachNumberField((field) => new Float64Array(this.#numbers[field]));
    return {
      texts: forEachTextField((field) => this.#texts[field].build()),
      numbers,
      hasNumericId: new Uint8Array(this.#hasNumericId),
      available: new Uint8Array(this.#available),
      hashes: new BigUint64Array(this.#hashes),
      images: this.#images.build(),
      imageOffsets: new Uint32Array(this.#imageOffsets),
      collections: forEachDimension((dimension) => this.#collections[dimension].build()),
      nameSearch: await this.#nameSearch.build(new CooperativeScheduler()),
      isbnSearch: this.#isbnSearch.build(),
      byPrice: sortByPrice(numbers.price),
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
