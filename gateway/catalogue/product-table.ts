import type { CatalogueProduct, Dimension } from '../domain/product.ts';
import type { ProductColumns } from './columns/product-columns.ts';
import { Utf8Column } from './columns/utf8-column.ts';

/** So many products are kept as objects once they were asked for. */
const mostKept = 20_000;

/** Products by their place, made of their columns when they are asked for. */
export class ProductTable {
  readonly #columns: ProductColumns;
  readonly #ids: Utf8Column;
  readonly #names: Utf8Column;
  readonly #statuses: Utf8Column;
  readonly #thumbnails: Utf8Column;
  readonly #images: Utf8Column;
  readonly #pdfs: Utf8Column;
  readonly #isbns: Utf8Column;
  readonly #descriptions: Utf8Column;
  readonly #valueNames: Record<Dimension, Utf8Column>;
  readonly #kept = new Map<number, CatalogueProduct>();

  constructor(columns: ProductColumns) {
    const { category, language, publisher, author } = columns.values;
    this.#columns = columns;
    this.#ids = new Utf8Column(columns.ids);
    this.#names = new Utf8Column(columns.names);
    this.#statuses = new Utf8Column(columns.statuses);
    this.#thumbnails = new Utf8Column(columns.thumbnails);
    this.#images = new Utf8Column(columns.images);
    this.#pdfs = new Utf8Column(columns.pdfs);
    this.#isbns = new Utf8Column(columns.isbns);
    this.#descriptions = new Utf8Column(columns.descriptions);
    this.#valueNames = {
      category: new Utf8Column(category.names),
      language: new Utf8Column(language.names),
      publisher: new Utf8Column(publisher.names),
      author: new Utf8Column(author.names),
    };
  }

  /** How many products there are. */
  get count(): number {
    return this.#ids.count;
  }

  /** The id of the product at a place. */
  id(place: number): string {
    return this.#ids.text(place);
  }

  /** The product at a place; undefined behind the last. */
  at(place: number): CatalogueProduct | undefined {
    if (place >= this.count) return undefined;
    const known = this.#kept.get(place);
    if (known !== undefined) return known;
    const product = this.#read(place);
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(place, product);
    return product;
  }

  #read(place: number): CatalogueProduct {
    const { areNumbers, prices, mrps, discountPercents, available, remainingQuantities } = this.#columns;
    const id = this.id(place);
    return {
      id,
      restId: areNumbers[place] === 1 ? Number(id) : id,
      name: this.#names.text(place),
      price: prices[place] ?? 0,
      mrp: numberOrNull(mrps[place]),
      discountPercent: discountPercents[place] ?? 0,
      category: this.#value('category', place),
      language: this.#value('language', place),
      publisher: this.#value('publisher', place),
      author: this.#value('author', place),
      status: this.#statuses.text(place),
      available: available[place] === 1,
      remainingQuantity: numberOrNull(remainingQuantities[place]),
      thumbnail: textOrNull(this.#thumbnails.text(place)),
      images: this.#imagesOf(place),
      pdf: textOrNull(this.#pdfs.text(place)),
      isbn: textOrNull(this.#isbns.text(place)),
      description: textOrNull(this.#descriptions.text(place)),
    };
  }

  #value(dimension: Dimension, place: number): string | null {
    const code = this.#columns.values[dimension].codes[place] ?? 0;
    return code === 0 ? null : this.#valueNames[dimension].text(code - 1);
  }

  #imagesOf(place: number): string[] {
    const { imageStarts } = this.#columns;
    const images: string[] = [];
    const end = imageStarts[place + 1] ?? 0;
    for (let row = imageStarts[place] ?? end; row < end; row += 1) images.push(this.#images.text(row));
    return images;
  }
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
