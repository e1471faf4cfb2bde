import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from '../domain/product.ts';
import { type CatalogueProduct, type Dimension, dimensions } from '../domain/product.ts';
import { fetchErrorMessages } from '../rest/catalogue-calls.ts';
import type { RestClient } from '../rest/client.ts';
import { UpstreamUnavailableError } from '../rest/errors.ts';
import { type CollectionPage, type CollectionQuery, collectionPage } from './collections.ts';
import { ProductColumnsBuilder } from './columns/product-columns.ts';
import { type PageArguments, type ProductPage, pageOf } from './connection.ts';
import { buildIndex, type CatalogueIndex, emptyCatalogueLists } from './index.ts';
import { type ListingFilter, type ListingQuery, unrestricted } from './listing.ts';
import type { CatalogueLoader } from './sync/loader.ts';

/** How long a question that needs the whole catalogue waits for the first load, in milliseconds. */
const patience = 3_000;

/**
 * The catalogue as resolvers ask it: answers from the index, and before its first load from the
 * matching REST call where there is one.
 */
export class Catalogue {
  readonly #loader: CatalogueLoader;
  readonly #rest: RestClient;

  constructor(loader: CatalogueLoader, rest: RestClient) {
    this.#loader = loader;
    this.#rest = rest;
  }

  /**
   * The whole catalogue; `asked` is what a reader then did not get.
   *
   * @throws {UpstreamUnavailableError} when the first load failed so far, or is not done in time.
   */
  async index(
    signal: AbortSignal,
    asked: keyof typeof fetchErrorMessages = 'product',
  ): Promise<CatalogueIndex> {
    const ends = performance.now() + patience;
    while (this.#isLoading() && performance.now() < ends && !signal.aborted) {
      await pause(25, undefined, { signal }).catch(() => {});
    }
    if (this.#loader.index !== null) return this.#loader.index;
    throw new UpstreamUnavailableError(
      'getallproducts',
      'timeout',
      fetchErrorMessages[asked],
      'not loaded yet',
    );
  }

  async product(id: string, signal: AbortSignal): Promise<CatalogueProduct | null> {
    const { index } = this.#loader;
    if (index !== null) return inIndex(index, id);
    return this.#rest.getProduct(id, signal);
  }

  /** Several products by id; null where there is none. */
  async products(ids: readonly string[], signal: AbortSignal): Promise<Map<string, CatalogueProduct>> {
    const found = await Promise.all(ids.map((id) => this.product(id, signal)));
    return new Map(found.filter((product) => product !== null).map((product) => [product.id, product]));
  }

  /** Books related to one; none before the first load, since the host has no call for them. */
  async related(product: CatalogueProduct, first: number, signal: AbortSignal): Promise<CatalogueProduct[]> {
    const index = await this.index(signal).catch((error: unknown) => {
      if (error instanceof UpstreamUnavailableError) return null;
      throw error;
    });
    return index === null ? [] : relatedTo(index, product, first);
  }

  async page(query: ListingQuery, page: PageArguments, signal: AbortSignal): Promise<ProductPage> {
    const shelf = this.#loader.index === null ? onlyShelf(query.filter) : null;
    const index = shelf === null ? await this.index(signal) : await this.#indexOf(...shelf, signal);
    return pageOf(index, query, page);
  }

  /** All values of a dimension: the host's list, then names that occur on products alone. */
  async shelves(dimension: Dimension, signal: AbortSignal): Promise<Collection[]> {
    return (await this.index(signal, dimension)).columns[dimension].all();
  }

  /** One page of them, by name where that is asked for. */
  async shelfPage(query: CollectionQuery, page: PageArguments, signal: AbortSignal): Promise<CollectionPage> {
    return collectionPage(await this.index(signal, query.dimension), query, page);
  }

  async shelf(dimension: Dimension, name: string, signal: AbortSignal): Promise<Collection | null> {
    const { index } = this.#loader;
    if (index !== null) return index.columns[dimension].find(name) ?? null;
    if (dimension === 'category') return this.#rest.getCategory(name, signal);
    return (await this.shelves(dimension, signal)).find((shelf) => shelf.name === name) ?? null;
  }

  /** The shelf a product's field names. */
  shelfNamed(dimension: Dimension, name: string): Collection {
    return this.#loader.index?.columns[dimension].find(name) ?? { dimension, name, thumbnail: null };
  }

  async productCount({ dimension, name }: Collection, signal: AbortSignal): Promise<number> {
    const { index } = this.#loader;
    if (index === null) return (await this.#rest.listProductsOf(dimension, name, signal)).length;
    const column = index.columns[dimension];
    return column.members(column.code(name) ?? 0).length;
  }

  #isLoading(): boolean {
    return this.#loader.index === null && !this.#loader.failed;
  }

  async #indexOf(dimension: Dimension, name: string, signal: AbortSignal): Promise<CatalogueIndex> {
    const products = new ProductColumnsBuilder();
    for (const product of await this.#rest.listProductsOf(dimension, name, signal)) products.add(product);
    return buildIndex({ products: products.columns(), shelves: emptyCatalogueLists });
  }
}

/** The filter that keeps the products of one shelf. */
export function collectionFilter({ dimension, name }: Collection): ListingFilter {
  return { ...unrestricted, selected: { ...unrestricted.selected, [dimension]: [name] } };
}

function inIndex(index: CatalogueIndex, id: string): CatalogueProduct | null {
  const place = index.placeOf.get(id);
  return place === undefined ? null : (index.products.at(place) ?? null);
}

/** The one value a filter names in all; null when it names none or several. */
function onlyShelf({ selected }: ListingFilter): [Dimension, string] | null {
  const named = dimensions.flatMap((dimension) =>
    selected[dimension].map((name): [Dimension, string] => [dimension, name]),
  );
  const [only] = named;
  return named.length === 1 && only !== undefined ? only : null;
}

/** By what products are related, the closest first. */
const closeness: readonly Dimension[] = ['author', 'category', 'language'];

/** Other products a reader of this one may like: of the same author, then category, then language. */
function relatedTo(index: CatalogueIndex, product: CatalogueProduct, first: number): CatalogueProduct[] {
  const itself = index.placeOf.get(product.id);
  const related = new Set<number>();
  for (const dimension of closeness) {
    const column = index.columns[dimension];
    const code = column.code(product[dimension] ?? '');
    if (code === undefined) continue;
    for (const place of column.members(code)) {
      if (related.size === first) break;
      if (place !== itself) related.add(place);
    }
  }
  return [...related].map((place) => index.products.at(place)).filter((other) => other !== undefined);
}
