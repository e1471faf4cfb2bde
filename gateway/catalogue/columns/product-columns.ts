import { z } from 'zod';
import { type CatalogueProduct, type Dimension, dimensions } from '../../domain/product.ts';
import { SearchRowsBuilder, searchRowsSchema } from '../search/search-column.ts';
import { buildPriceIndex } from './counting-sort.ts';
import { Utf8ColumnBuilder, utf8RowsSchema } from './utf8-column.ts';

const numbers = z.instanceof(Float64Array);
const places = z.instanceof(Uint32Array);

const valuesShape = z.object({
  /** The values that occur, each once. */
  names: utf8RowsSchema,
  /** A product's value: 0 for none, else one more than its row in `names`. */
  codes: places,
});

/**
 * Products in the shop's own order, one column per field: memory that one thread fills and another
 * reads, without an object for each product. Amounts in paise; NaN and the empty text stand for none.
 */
export const productColumnsSchema = z.object({
  ids: utf8RowsSchema,
  /** 1 where the host gave the id as a number. */
  areNumbers: z.instanceof(Uint8Array),
  names: utf8RowsSchema,
  prices: numbers,
  mrps: numbers,
  discountPercents: numbers,
  statuses: utf8RowsSchema,
  /** 1 where the product can be bought. */
  available: z.instanceof(Uint8Array),
  remainingQuantities: numbers,
  thumbnails: utf8RowsSchema,
  images: utf8RowsSchema,
  /** Row in `images` where each product's begin, and, behind the last, where they end. */
  imageStarts: places,
  pdfs: utf8RowsSchema,
  isbns: utf8RowsSchema,
  descriptions: utf8RowsSchema,
  values: z.object({
    category: valuesShape,
    language: valuesShape,
    publisher: valuesShape,
    author: valuesShape,
  }),
  /** What the search looks through: name, category, language, publisher, author. */
  searchText: searchRowsSchema,
  /** Names alone, for suggestions. */
  nameSearch: searchRowsSchema,
  /** Places in order of price; products of one price keep the shop's order. */
  byPrice: z.object({ ascending: places, descending: places }),
});

export type ProductValues = z.output<typeof valuesShape>;
export type ProductColumns = z.output<typeof productColumnsSchema>;

/** Writes products into columns. */
export class ProductColumnsBuilder {
  readonly #ids = new Utf8ColumnBuilder();
  readonly #areNumbers: number[] = [];
  readonly #names = new Utf8ColumnBuilder();
  readonly #prices: number[] = [];
  readonly #mrps: number[] = [];
  readonly #discountPercents: number[] = [];
  readonly #statuses = new Utf8ColumnBuilder();
  readonly #available: number[] = [];
  readonly #remainingQuantities: number[] = [];
  readonly #thumbnails = new Utf8ColumnBuilder();
  readonly #images = new Utf8ColumnBuilder();
  readonly #imageStarts: number[] = [0];
  readonly #pdfs = new Utf8ColumnBuilder();
  readonly #isbns = new Utf8ColumnBuilder();
  readonly #descriptions = new Utf8ColumnBuilder();
  readonly #values: Record<Dimension, ValuesWriter> = {
    category: new ValuesWriter(),
    language: new ValuesWriter(),
    publisher: new ValuesWriter(),
    author: new ValuesWriter(),
  };
  readonly #searchText: SearchRowsBuilder;
  readonly #nameSearch: SearchRowsBuilder;
  readonly #seen = new Set<string>();

  constructor() {
    const sounds = new Map<string, string>();
    this.#searchText = new SearchRowsBuilder(sounds);
    this.#nameSearch = new SearchRowsBuilder(sounds);
  }

  /** Adds a product, unless there is one of its id already: of equal ids the first counts. */
  add(product: CatalogueProduct): void {
    if (this.#seen.has(product.id)) return;
    this.#seen.add(product.id);
    this.#ids.add(product.id);
    this.#areNumbers.push(typeof product.restId === 'number' ? 1 : 0);
    this.#names.add(product.name);
    this.#prices.push(product.price);
    this.#mrps.push(product.mrp ?? Number.NaN);
    this.#discountPercents.push(product.discountPercent);
    this.#statuses.add(product.status);
    this.#available.push(product.available ? 1 : 0);
    this.#remainingQuantities.push(product.remainingQuantity ?? Number.NaN);
    this.#thumbnails.add(product.thumbnail ?? '');
    for (const image of product.images) this.#images.add(image);
    this.#imageStarts.push((this.#imageStarts.at(-1) ?? 0) + product.images.length);
    this.#pdfs.add(product.pdf ?? '');
    this.#isbns.add(product.isbn ?? '');
    this.#descriptions.add(product.description ?? '');
    for (const dimension of dimensions) this.#values[dimension].add(product[dimension]);
    this.#searchText.add(product.name, ...valuesOf(product));
    this.#nameSearch.add(product.name);
  }

  /** The products so far. */
  columns(): ProductColumns {
    const prices = new Float64Array(this.#prices);
    const { category, language, publisher, author } = this.#values;
    return {
      ids: this.#ids.rows(),
      areNumbers: new Uint8Array(this.#areNumbers),
      names: this.#names.rows(),
      prices,
      mrps: new Float64Array(this.#mrps),
      discountPercents: new Float64Array(this.#discountPercents),
      statuses: this.#statuses.rows(),
      available: new Uint8Array(this.#available),
      remainingQuantities: new Float64Array(this.#remainingQuantities),
      thumbnails: this.#thumbnails.rows(),
      images: this.#images.rows(),
      imageStarts: new Uint32Array(this.#imageStarts),
      pdfs: this.#pdfs.rows(),
      isbns: this.#isbns.rows(),
      descriptions: this.#descriptions.rows(),
      values: {
        category: category.values(),
        language: language.values(),
        publisher: publisher.values(),
        author: author.values(),
      },
      searchText: this.#searchText.rows(),
      nameSearch: this.#nameSearch.rows(),
      byPrice: buildPriceIndex(prices),
    };
  }
}

/** Writes the values of one dimension. */
class ValuesWriter {
  readonly #names = new Utf8ColumnBuilder();
  readonly #codeOf = new Map<string | null, number>([[null, 0]]);
  readonly #codes: number[] = [];

  add(name: string | null): void {
    const known = this.#codeOf.get(name);
    this.#codes.push(known ?? this.#codeOf.size);
    if (known !== undefined || name === null) return;
    this.#codeOf.set(name, this.#codeOf.size);
    this.#names.add(name);
  }

  values(): ProductValues {
    return { names: this.#names.rows(), codes: new Uint32Array(this.#codes) };
  }
}

function valuesOf(product: CatalogueProduct): string[] {
  return dimensions.map((dimension) => product[dimension]).filter((value) => value !== null);
}
