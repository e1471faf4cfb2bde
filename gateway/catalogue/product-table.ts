import type { ProductColumns } from './columns/product-columns.ts';
import { TextColumn } from './columns/utf8-column.ts';
import type { CatalogueProduct, Dimension } from './product.ts';

/** So many products are kept as objects once they were asked for. */
const mostKept = 20_000;

/** Products by their place, made of their columns when they are asked for. */
export class ProductTable {
  readonly #columns: ProductColumns;
  readonly #ids: TextColumn;
  readonly #names: TextColumn;
  readonly #statuses: TextColumn;
  readonly #thumbnails: TextColumn;
  readonly #images: TextColumn;
  readonly #pdfs: TextColumn;
  readonly #isbns: TextColumn;
  readonly #descriptions: TextColumn;
  readonly #valueNames: Record<Dimension, TextColumn>;
  readonly #kept = new Map<number, CatalogueProduct>();

  constructor(columns: ProductColumns) {
    const { category, language, publisher, author } = columns.values;
    this.#columns = columns;
    this.#ids = new TextColumn(columns.ids);
    this.#names = new TextColumn(columns.names);
    this.#statuses = new TextColumn(columns.statuses);
    this.#thumbnails = new TextColumn(columns.thumbnails);
    this.#images = new TextColumn(columns.images);
    this.#pdfs = new TextColumn(columns.pdfs);
    this.#isbns = new TextColumn(columns.isbns);
    this.#descriptions = new TextColumn(columns.descriptions);
    this.#valueNames = {
      category: new TextColumn(category.names),
      language: new TextColumn(language.names),
      publisher: new TextColumn(publisher.names),
      author: new TextColumn(author.names),
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
