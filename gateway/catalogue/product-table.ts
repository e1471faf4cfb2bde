import { LRUCache } from 'lru-cache';
import { createRecord } from '../domain/create-record.ts';
import { type CatalogueProduct, type Dimension, dimensions, mapDimensions } from '../domain/product.ts';
import { numberFields, textFields } from '../domain/product-fields.ts';
import { mapTextColumns, type ProductColumns, type TextColumn } from './columns/product-columns.ts';
import { Utf8Column } from './columns/utf8-column.ts';

/** Maximum number of product objects in the cache. */
const maxCachedProducts = 20_000;

/** New products start with these, because assigning an existing property is faster than adding one. */
const nullFields = {
  ...mapDimensions(() => null),
  ...createRecord(textFields, () => null),
  ...createRecord(numberFields, () => null),
};

/** Products by row. A row is a product's position in the host's order. */
export interface ProductRows {
  readonly count: number;
  /** The product id of a row. */
  getId(row: number): string;
  /** The product of a row; undefined beyond the last row. */
  get(row: number): CatalogueProduct | undefined;
}

/** Products whose objects are created from the columns on demand. */
export class ProductTable implements ProductRows {
  readonly #columns: ProductColumns;
  readonly #texts: Record<TextColumn, Utf8Column>;
  readonly #images: Utf8Column;
  readonly #collectionNames: Record<Dimension, Utf8Column>;
  readonly #cache = new LRUCache<number, CatalogueProduct>({ max: maxCachedProducts });

  constructor(columns: ProductColumns) {
    this.#columns = columns;
    this.#texts = mapTextColumns((column) => new Utf8Column(columns.texts[column]));
    this.#images = new Utf8Column(columns.images);
    this.#collectionNames = mapDimensions(
      (dimension) => new Utf8Column(columns.collections[dimension].names),
    );
  }

  get count(): number {
    return this.#texts.id.count;
  }

  getId(row: number): string {
    return this.#texts.id.get(row);
  }

  /** A text of a row; empty if it has none. */
  getText(column: TextColumn, row: number): string {
    return this.#texts[column].get(row);
  }

  /** Whether the ids of all products are numbers. */
  get hasNumericIds(): boolean {
    return this.#columns.hasNumericId.every((isNumeric) => isNumeric === 1);
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
    const { numbers, hasNumericId, available } = this.#columns;
    const id = this.getId(row);
    const product: CatalogueProduct = {
      ...nullFields,
      id,
      restId: hasNumericId[row] === 1 ? Number(id) : id,
      name: this.#texts.name.get(row),
      price: numbers.price[row] ?? 0,
      discountPercent: numbers.discountPercent[row] ?? 0,
      status: this.#texts.status.get(row),
      available: available[row] === 1,
      images: this.#getImages(row),
    };
    for (const dimension of dimensions) product[dimension] = this.#getCollectionName(dimension, row);
    for (const field of textFields) product[field] = this.#texts[field].get(row) || null;
    for (const field of numberFields) product[field] = toNumberOrNull(numbers[field][row]);
    return product;
  }

  #getCollectionName(dimension: Dimension, row: number): string | null {
    const code = this.#columns.collections[dimension].codes[row] ?? 0;
    return code === 0 ? null : this.#collectionNames[dimension].get(code - 1);
  }

  #getImages(row: number): string[] {
    const { imageOffsets } = this.#columns;
    const images: string[] = [];
    const end = imageOffsets[row + 1] ?? 0;
    for (let image = imageOffsets[row] ?? end; image < end; image += 1) images.push(this.#images.get(image));
    return images;
  }
}

/** Products of another table, some of them replaced. */
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

  getId(row: number): string {
    return this.#base.getId(row);
  }

  get(row: number): CatalogueProduct | undefined {
    return this.#patched.get(row) ?? this.#base.get(row);
  }
}

function toNumberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
