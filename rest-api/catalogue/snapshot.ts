import type { CatalogueLists, CategoryRecord, NotificationRecord } from './list-records.ts';
import { PreparedBody } from './prepared-body.ts';
import type { ProductRecord } from './product-record.ts';

/** The product fields by which a list can be asked for. */
export type Dimension = 'category' | 'language' | 'publisher' | 'author';

export interface DatedNotification extends NotificationRecord {
  /** yyyy-mm-dd in India; null for every day. */
  readonly shownOn: string | null;
}

/** What the database holds for the lists at one revision. */
export interface CatalogueContents {
  readonly products: ReadonlyMap<number, ProductRecord>;
  readonly lists: CatalogueLists;
  readonly notifications: readonly DatedNotification[];
}

const emptyList = new PreparedBody('[]');

/** The catalogue at one revision: never changed, and every answer out of it is made once. */
export class CatalogueSnapshot {
  readonly revision: number;
  readonly contents: CatalogueContents;
  readonly #productJson: Map<number, string>;
  readonly #bodies = new Map<string, PreparedBody>();
  readonly #byDimension = new Map<Dimension, Map<string, number[]>>();

  /** `productJson` may bring the texts of products that have not changed since an earlier snapshot. */
  constructor(revision: number, contents: CatalogueContents, productJson = new Map<number, string>()) {
    this.revision = revision;
    this.contents = contents;
    this.#productJson = productJson;
  }

  /** One product; undefined when there is none with this id. */
  product(id: number): PreparedBody | undefined {
    if (!this.contents.products.has(id)) return undefined;
    return this.#prepared(`product ${id}`, () => this.#textOf(id));
  }

  /** All products, by id. */
  allProducts(): PreparedBody {
    return this.#prepared('products', () => this.#textOfList(this.contents.products.keys()));
  }

  /** The products with this very value; an empty list when there are none. */
  productsBy(dimension: Dimension, value: string): PreparedBody {
    const ids = this.#idsBy(dimension).get(value);
    if (ids === undefined) return emptyList;
    return this.#prepared(`${dimension} ${value}`, () => this.#textOfList(ids));
  }

  /** The category of this very name; undefined when there is none. */
  category(name: string): CategoryRecord | undefined {
    return this.contents.lists.categories.find((category) => category.categoryName === name);
  }

  /** One of the lists, whole. */
  list(name: keyof CatalogueLists): PreparedBody {
    return this.#prepared(`list ${name}`, () => JSON.stringify(this.contents.lists[name]));
  }

  /** The notifications of a day (yyyy-mm-dd). */
  notifications(day: string): PreparedBody {
    const shown = this.contents.notifications.filter(({ shownOn }) => shownOn === null || shownOn === day);
    const key = `notifications ${shown.map(({ id }) => id).join()}`;
    return this.#prepared(key, () =>
      JSON.stringify(shown.map(({ id, notification }) => ({ id, notification }))),
    );
  }

  /** The next snapshot, in which only these products differ. */
  withChangedProducts(revision: number, changed: readonly ProductRecord[]): CatalogueSnapshot {
    const products = new Map(this.contents.products);
    const productJson = new Map(this.#productJson);
    for (const product of changed) {
      products.set(product.id, product);
      productJson.delete(product.id);
    }
    return new CatalogueSnapshot(revision, { ...this.contents, products }, productJson);
  }

  #prepared(key: string, json: () => string): PreparedBody {
    const known = this.#bodies.get(key);
    if (known !== undefined) return known;
    const body = new PreparedBody(json());
    this.#bodies.set(key, body);
    return body;
  }

  #textOfList(ids: Iterable<number>): string {
    return `[${Array.from(ids, (id) => this.#textOf(id)).join(',')}]`;
  }

  #textOf(id: number): string {
    const known = this.#productJson.get(id);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.contents.products.get(id));
    this.#productJson.set(id, text);
    return text;
  }

  #idsBy(dimension: Dimension): ReadonlyMap<string, number[]> {
    const known = this.#byDimension.get(dimension);
    if (known !== undefined) return known;
    const ids = new Map<string, number[]>();
    for (const product of this.contents.products.values()) {
      const sameValue = ids.get(product[dimension]);
      if (sameValue === undefined) ids.set(product[dimension], [product.id]);
      else sameValue.push(product.id);
    }
    this.#byDimension.set(dimension, ids);
    return ids;
  }
}
