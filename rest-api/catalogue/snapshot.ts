import { CachedBody } from '../http/cached-body.ts';
import type { CatalogueLists, CategoryRecord, NotificationRecord } from './list-records.ts';
import type { ProductRecord } from './product-record.ts';

/** The product fields by which products can be listed. */
export type Dimension = 'category' | 'language' | 'publisher' | 'author';

export interface DatedNotification extends NotificationRecord {
  /** The day in India on which the notification is shown (yyyy-mm-dd); null for every day. */
  readonly shownOn: string | null;
}

/** The catalogue's records at one revision. */
export interface CatalogueContents {
  readonly products: ReadonlyMap<number, ProductRecord>;
  readonly lists: CatalogueLists;
  readonly notifications: readonly DatedNotification[];
}

const emptyList = new CachedBody('[]');

/** The catalogue at one revision. It is immutable, and each response body is built only once. */
export class CatalogueSnapshot {
  readonly revision: number;
  readonly contents: CatalogueContents;
  readonly #productJson: Map<number, string>;
  readonly #bodies = new Map<string, CachedBody>();
  readonly #groups = new Map<Dimension, ReadonlyMap<string, readonly ProductRecord[]>>();

  /** `productJson` can contain the JSON of products that have not changed since an earlier snapshot. */
  constructor(revision: number, contents: CatalogueContents, productJson = new Map<number, string>()) {
    this.revision = revision;
    this.contents = contents;
    this.#productJson = productJson;
  }

  /** One product; undefined if the id is unknown or the product is withdrawn. */
  getProduct(id: number): CachedBody | undefined {
    if (!this.contents.products.has(id)) return undefined;
    return this.#getBody(`product ${id}`, () => this.#getJson(id));
  }

  /** All products, ordered by id. */
  getAllProducts(): CachedBody {
    return this.#getBody('products', () => this.#joinJson(this.contents.products.keys()));
  }

  /** The products with exactly this value; an empty list if there are none. */
  getProductsBy(dimension: Dimension, value: string): CachedBody {
    const products = this.#groupBy(dimension).get(value);
    if (products === undefined) return emptyList;
    return this.#getBody(`${dimension} ${value}`, () => this.#joinJson(products.map(({ id }) => id)));
  }

  /** The category with exactly this name; undefined if there is none. */
  getCategory(name: string): CategoryRecord | undefined {
    return this.contents.lists.categories.find((category) => category.categoryName === name);
  }

  /** All records of a list, such as all authors. */
  getList(name: keyof CatalogueLists): CachedBody {
    return this.#getBody(`list ${name}`, () => JSON.stringify(this.contents.lists[name]));
  }

  /** The notifications of a day (yyyy-mm-dd). */
  getNotifications(day: string): CachedBody {
    const current = this.contents.notifications.filter(({ shownOn }) => shownOn === null || shownOn === day);
    const key = `notifications ${current.map(({ id }) => id).join()}`;
    return this.#getBody(key, () =>
      JSON.stringify(current.map(({ shownOn: _, ...notification }) => notification)),
    );
  }

  /** Creates the next snapshot, which differs only in these products. */
  withChangedProducts(revision: number, changed: readonly ProductRecord[]): CatalogueSnapshot {
    const products = new Map(this.contents.products);
    const productJson = new Map(this.#productJson);
    for (const product of changed) {
      products.set(product.id, product);
      productJson.delete(product.id);
    }
    return new CatalogueSnapshot(revision, { ...this.contents, products }, productJson);
  }

  #getBody(key: string, buildJson: () => string): CachedBody {
    return getOrCreate(this.#bodies, key, () => new CachedBody(buildJson()));
  }

  #joinJson(ids: Iterable<number>): string {
    return `[${Array.from(ids, (id) => this.#getJson(id)).join(',')}]`;
  }

  #getJson(id: number): string {
    return getOrCreate(this.#productJson, id, () => JSON.stringify(this.contents.products.get(id)));
  }

  #groupBy(dimension: Dimension): ReadonlyMap<string, readonly ProductRecord[]> {
    return getOrCreate(this.#groups, dimension, () =>
      Map.groupBy(this.contents.products.values(), (product) => product[dimension]),
    );
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
