import { LRUCache } from 'lru-cache';
import type { CatalogueProduct, Dimension } from '../domain/product.ts';
import type { ProductColumns } from './columns/product-columns.ts';
import { Utf8Column } from './columns/utf8-column.ts';

/** Maximum number of product objects in the cache. */
const maxCachedProducts = 20_000;

/** Products by row, their position in the host's order. */
export interface ProductRows {
  readonly count: number;
  /** The product id of a row. */
  id(row: number): string;
  /** The product of a row; undefined beyond the last row. */
  get(row: number): CatalogueProduct | undefined;
}

/** Products whose objects are created from the columns on demand. */
export class ProductTable implements ProductRows {
  readonly #columns: ProductColumns;
  readonly #ids: Utf8Column;
  readonly #names: Utf8Column;
  readonly #statuses: Utf8Column;
  readonly #thumbnails: Utf8Column;
  readonly #images: Utf8Column;
  readonly #pdfs: Utf8Column;
  readonly #isbns: Utf8Column;
  readonly #descriptions: Utf8Column;
  readonly #collectionNames: Record<Dimension, Utf8Column>;
  readonly #cache = new LRUCache<number, CatalogueProduct>({ max: maxCachedProducts });

  constructor(columns: ProductColumns) {
    const { category, language, publisher, author } = columns.collections;
    this.#columns = columns;
    this.#ids = new Utf8Column(columns.ids);
    this.#names = new Utf8Column(columns.names);
    this.#statuses = new Utf8Column(columns.statuses);
    this.#thumbnails = new Utf8Column(columns.thumbnails);
    this.#images = new Utf8Column(columns.images);
    this.#pdfs = new Utf8Column(columns.pdfs);
    this.#isbns = new Utf8Column(columns.isbns);
    this.#descriptions = new Utf8Column(columns.descriptions);
    this.#collectionNames = {
      category: new Utf8Column(category.names),
      language: new Utf8Column(language.names),
      publisher: new Utf8Column(publisher.names),
      author: new Utf8Column(author.names),
    };
  }

  get count(): number {
    return this.#ids.count;
  }

  id(row: number): string {
    return this.#ids.get(row);
  }

  get(row: number): CatalogueProduct | undefined {
    if (row >= this.count) return undefined;
    const cached = this.#cache.get(row);
    if (cached !== undefined) return cached;
    const product = this.#createProduct(row);
    this.#cache.set(row, product);
    return product;
  }

  #createProduct(row: number): CatalogueProduct {
    const { hasNumericId, prices, mrps, discountPercents, available, remainingQuantities } = this.#columns;
    const id = this.id(row);
    return {
      id,
      restId: hasNumericId[row] === 1 ? Number(id) : id,
      name: this.#names.get(row),
      price: prices[row] ?? 0,
      mrp: numberOrNull(mrps[row]),
      discountPercent: discountPercents[row] ?? 0,
      category: this.#collectionOf('category', row),
      language: this.#collectionOf('language', row),
      publisher: this.#collectionOf('publisher', row),
      author: this.#collectionOf('author', row),
      status: this.#statuses.get(row),
      available: available[row] === 1,
      remainingQuantity: numberOrNull(remainingQuantities[row]),
      thumbnail: textOrNull(this.#thumbnails.get(row)),
      images: this.#imagesOf(row),
      pdf: textOrNull(this.#pdfs.get(row)),
      isbn: textOrNull(this.#isbns.get(row)),
      description: textOrNull(this.#descriptions.get(row)),
    };
  }

  #collectionOf(dimension: Dimension, row: number): string | null {
    const code = this.#columns.collections[dimension].codes[row] ?? 0;
    return code === 0 ? null : this.#collectionNames[dimension].get(code - 1);
  }

  #imagesOf(row: number): string[] {
    const { imageOffsets } = this.#columns;
    const images: string[] = [];
    const end = imageOffsets[row + 1] ?? 0;
    for (let image = imageOffsets[row] ?? end; image < end; image += 1) images.push(this.#images.get(image));
    return images;
  }
}

/** Products with other objects in some rows. */
export class PatchedProducts implements ProductRows {
  readonly #base: ProductRows;
  readonly #patched: ReadonlyMap<number, CatalogueProduct>;

  constructor(base: ProductRows, patched: ReadonlyMap<number, CatalogueProduct>) {
    this.#base = base;
    this.#patched = patched;
  }

  get count(): number {
    return this.#base.count;
  }

  id(row: number): string {
    return this.#base.id(row);
  }

  get(row: number): CatalogueProduct | undefined {
    return this.#patched.get(row) ?? this.#base.get(row);
  }
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
