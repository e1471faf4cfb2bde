import { z } from 'zod';
import { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { createRecord } from '../../domain/create-record.ts';
import { type CatalogueProduct, dimensions, mapDimensions } from '../../domain/product.ts';
import { numberFields, textFields } from '../../domain/product-fields.ts';
import { normalizeProductCode } from '../search/isbn.ts';
import { SearchRowsBuilder, searchRowsSchema } from '../search/search-column.ts';
import { hashProduct } from './product-hash.ts';
import { rowOrderSchema, sortByPrice } from './row-order.ts';
import { Utf8ColumnBuilder, utf8RowsSchema } from './utf8-column.ts';

/** The fields that every product has. */
const requiredTexts = ['id', 'name', 'status'] as const;
const requiredNumbers = ['price', 'discountPercent'] as const;

/** The columns of texts. An empty string stands for null. */
const textColumns = [...requiredTexts, ...textFields];
export type TextColumn = (typeof textColumns)[number];

/** The columns of numbers. NaN stands for null. */
const numberColumns = [...requiredNumbers, ...numberFields];

/** Creates an object with a value for each column of texts. */
export function mapTextColumns<Value>(create: (column: TextColumn) => Value): Record<TextColumn, Value> {
  return createRecord(textColumns, create);
}

const productCollectionsSchema = z.object({
  /** Names of the collections that products refer to, without duplicates. */
  names: utf8RowsSchema,
  /** For each product, the row of its collection in `names` plus 1; 0 if it has none. */
  codes: z.instanceof(Uint32Array),
});

/**
 * Products in the host's order, one column per field. Columns are typed arrays instead of objects, so one
 * thread can build them and transfer them to another without a copy. Prices are in paise. The column of an optional
 * field ends with the last product that has a value: a field that the host does not send takes no memory.
 */
export const productColumnsSchema = z.object({
  texts: z.record(z.enum(textColumns), utf8RowsSchema),
  numbers: z.record(z.enum(numberColumns), z.instanceof(Float64Array)),
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
  /** The names, contributors and ISBNs in the form in which they are searched. */
  nameSearch: searchRowsSchema,
  contributorSearch: searchRowsSchema,
  isbnSearch: utf8RowsSchema,
  /** Rows sorted by price; products of equal price keep the host's order. */
  byPrice: z.object({ ascending: rowOrderSchema, descending: rowOrderSchema }),
});

export type ProductCollections = z.output<typeof productCollectionsSchema>;
export type ProductColumns = z.output<typeof productColumnsSchema>;

/** Builds the columns product by product. */
export class ProductColumnsBuilder {
  readonly #texts = mapTextColumns(() => new Utf8ColumnBuilder());
  readonly #numbers = createRecord(numberColumns, (): number[] => []);
  readonly #hasNumericId: number[] = [];
  readonly #available: number[] = [];
  readonly #hashes: bigint[] = [];
  readonly #images = new Utf8ColumnBuilder();
  readonly #imageOffsets: number[] = [0];
  readonly #collections = mapDimensions(() => new ProductCollectionsBuilder());
  readonly #nameSearch = new SearchRowsBuilder();
  readonly #contributorSearch = new SearchRowsBuilder();
  readonly #isbnSearch = new Utf8ColumnBuilder();
  readonly #seenIds = new Set<string>();

  /** Adds a product. Products with a duplicate id are ignored. */
  add(product: CatalogueProduct): void {
    if (this.#seenIds.has(product.id)) return;
    const row = this.#seenIds.size;
    this.#seenIds.add(product.id);
    for (const column of textColumns) {
      const text = product[column];
      if (text !== null) this.#texts[column].add(text, row);
    }
    for (const column of numberColumns) {
      const number = product[column];
      if (number !== null) this.#addNumber(column, number, row);
    }
    this.#hasNumericId.push(typeof product.restId === 'number' ? 1 : 0);
    this.#available.push(product.available ? 1 : 0);
    this.#hashes.push(hashProduct(product));
    for (const image of product.images) this.#images.add(image);
    this.#imageOffsets.push((this.#imageOffsets.at(-1) ?? 0) + product.images.length);
    for (const dimension of dimensions) this.#collections[dimension].add(product[dimension]);
    this.#nameSearch.add(product.name, product.transliteratedName);
    // The first argument is empty because contributors' names are searched by word only. A search for a text as written
    // covers only the fields of requirements.md 5, whose matches rank first.
    this.#contributorSearch.add('', joinContributorNames(product));
    this.#isbnSearch.add(normalizeProductCode(product.isbn ?? '') ?? '');
  }

  /** Builds the columns of the added products. Yields to the event loop while it sorts the words of their names. */
  async build(): Promise<ProductColumns> {
    const numbers = createRecord(numberColumns, (column) => new Float64Array(this.#numbers[column]));
    return {
      texts: mapTextColumns((column) => this.#texts[column].build()),
      numbers,
      hasNumericId: new Uint8Array(this.#hasNumericId),
      available: new Uint8Array(this.#available),
      hashes: new BigUint64Array(this.#hashes),
      images: this.#images.build(),
      imageOffsets: new Uint32Array(this.#imageOffsets),
      collections: mapDimensions((dimension) => this.#collections[dimension].build()),
      nameSearch: await this.#nameSearch.build(new CooperativeScheduler()),
      contributorSearch: await this.#contributorSearch.build(new CooperativeScheduler()),
      isbnSearch: this.#isbnSearch.build(),
      byPrice: sortByPrice(numbers.price),
    };
  }

  #addNumber(column: (typeof numberColumns)[number], number: number, row: number): void {
    const numbers = this.#numbers[column];
    while (numbers.length < row) numbers.push(Number.NaN);
    numbers.push(number);
  }
}

/** The author's name in another script and the translator's name, by which a product is found, too. */
function joinContributorNames({ transliteratedAuthor, translator }: CatalogueProduct): string {
  return [transliteratedAuthor, translator].filter((name) => name !== null).join(' ');
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
