import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import {
  type CatalogueProduct,
  type Collection,
  createCollection,
  type Dimension,
  dimensions,
} from '../domain/product.ts';
import { fetchErrorMessages } from '../rest/catalogue-calls.ts';
import type { RestClient } from '../rest/client.ts';
import { nullIfUpstreamFailed, UpstreamUnavailableError } from '../rest/errors.ts';
import { buildIndex, type CatalogueIndex, findProduct, noCollections } from './catalogue-index.ts';
import { type CollectionPage, type CollectionQuery, getCollectionPage } from './collections.ts';
import { ProductColumnsBuilder } from './columns/product-columns.ts';
import type { NumberedPageArguments, PageArguments } from './connection.ts';
import { emptyFilter, type ListingFilter, type ListingQuery } from './listing.ts';
import type { ProductChangeFeed, ProductChanges } from './product-changes.ts';
import { getProductPage, type ProductPage } from './product-page.ts';
import { normalizeProductCode } from './search/isbn.ts';
import type { CatalogueLoader } from './sync/loader.ts';
import { maxConcurrentReads } from './sync/stock-overlay.ts';

/** How long a query that needs the whole catalogue waits for the first load. */
const firstLoadTimeoutMs = 3_000;

/** How many of an author's books are searched for the author's name in another script. */
const maxSearchedBooks = 20;

/** The dimensions by which products are related, the closest relation first. */
const relatedDimensions: readonly Dimension[] = ['author', 'category', 'language'];

/**
 * The catalogue as resolvers query it. Reads come from the index, except for `readProducts`. Before the first load, a
 * product, a category and the products of one collection are read with their own REST calls; other reads wait for it.
 */
export class Catalogue {
  readonly #loader: CatalogueLoader;
  readonly #rest: RestClient;
  readonly #changes: ProductChangeFeed;
  readonly #recordReads = new ConcurrencyLimit(maxConcurrentReads);

  constructor(loader: CatalogueLoader, rest: RestClient, changes: ProductChangeFeed) {
    this.#loader = loader;
    this.#rest = rest;
    this.#changes = changes;
  }

  /**
   * The index of the whole catalogue.
   *
   * @param subject what the caller wants to read; it decides the error message.
   * @throws {UpstreamUnavailableError} if no attempt to load the catalogue has succeeded yet.
   */
  async getIndex(
    signal: AbortSignal,
    subject: keyof typeof fetchErrorMessages = 'product',
  ): Promise<CatalogueIndex> {
    if (this.#loader.index === null) {
      const timeout = sleep(firstLoadTimeoutMs, undefined, { signal, ref: false }).catch(() => {});
      await Promise.race([this.#loader.firstAttempt, timeout]);
    }
    if (this.#loader.index !== null) return this.#loader.index;
    const call = { endpoint: 'getallproducts', userMessage: fetchErrorMessages[subject] };
    throw new UpstreamUnavailableError(call, signal.aborted ? 'client-aborted' : 'timeout', 'not loaded yet');
  }

  async getProduct(id: string, signal: AbortSignal): Promise<CatalogueProduct | null> {
    const { index } = this.#loader;
    if (index !== null) return findProduct(index, id);
    return this.#rest.getProduct(id, signal);
  }

  /** Products by id. Unknown ids are absent from the result. */
  async getProducts(ids: readonly string[], signal: AbortSignal): Promise<Map<string, CatalogueProduct>> {
    return mapById(await Promise.all(ids.map((id) => this.getProduct(id, signal))));
  }

  /** Like `getProducts`, but reads the products' own records from the host, since its lists may be outdated. */
  async readProducts(ids: readonly string[], signal: AbortSignal): Promise<Map<string, CatalogueProduct>> {
    const read = (id: string) => this.#recordReads.run(() => this.#rest.getProduct(id, signal), signal);
    return mapById(await Promise.all(ids.map(read)));
  }

  /** Finds products by ISBN, in the order of the ISBNs; null for an ISBN that no product has. */
  async getProductsByIsbn(
    isbns: readonly string[],
    signal: AbortSignal,
  ): Promise<(CatalogueProduct | null)[]> {
    const index = await this.getIndex(signal);
    const rowByIsbn = await index.getIsbnMap();
    return isbns.map((isbn) => {
      const row = rowByIsbn.get(normalizeProductCode(isbn) ?? '');
      return row === undefined ? null : (index.products.get(row) ?? null);
    });
  }

  /** Related products. Empty if the first load fails or takes too long, since the REST API has no call for them. */
  async getRelatedProducts(
    product: CatalogueProduct,
    first: number,
    signal: AbortSignal,
  ): Promise<CatalogueProduct[]> {
    const index = await this.#findIndex(signal);
    return index === null ? [] : findRelatedProducts(index, product, first);
  }

  /** The other editions of a product's work, in the host's order. Empty if the first load fails or takes too long. */
  async getEditions(
    { id, workId }: CatalogueProduct,
    first: number,
    signal: AbortSignal,
  ): Promise<CatalogueProduct[]> {
    if (workId === null) return [];
    const index = await this.#findIndex(signal);
    if (index === null) return [];
    const rows = (await index.getWorkMap()).get(workId) ?? [];
    const others = rows.filter((row) => row !== index.rowById.get(id)).slice(0, first);
    return others.map((row) => index.products.get(row)).filter((other) => other !== undefined);
  }

  /** An author's name in another script, taken from the first of their books that states it. */
  async getTransliteratedName(author: string, signal: AbortSignal): Promise<string | null> {
    const index = await this.#findIndex(signal);
    const code = index?.columns.author.getCode(author);
    if (index === null || code === undefined) return null;
    const rows = index.columns.author.getRows(code).subarray(0, maxSearchedBooks);
    for (const row of rows) {
      const name = index.products.get(row)?.transliteratedAuthor ?? null;
      if (name !== null) return name;
    }
    return null;
  }

  /**
   * What has changed since a cursor of an earlier result; all products if `since` is null.
   *
   * @throws {PageArgumentError} for an invalid page size or cursor.
   * @throws {CursorExpiredError} when the log of changes no longer reaches back to the cursor.
   */
  async getProductChanges(since: string | null, first: number, signal: AbortSignal): Promise<ProductChanges> {
    return this.#changes.getChanges(await this.getIndex(signal), since, first);
  }

  async getProductPage(query: ListingQuery, page: PageArguments, signal: AbortSignal): Promise<ProductPage> {
    const selection = this.#loader.index === null ? findSingleSelection(query.filter) : null;
    const index =
      selection === null ? await this.getIndex(signal) : await this.#indexCollection(...selection, signal);
    await index.sortOrders.prepare(query.sort);
    return getProductPage(index, query, page);
  }

  /** All collections of a dimension: the host's list first, then those that only products refer to. */
  async getCollections(dimension: Dimension, signal: AbortSignal): Promise<Collection[]> {
    return (await this.getIndex(signal, dimension)).columns[dimension].listCollections();
  }

  async getCollectionPage(
    query: CollectionQuery,
    page: NumberedPageArguments,
    signal: AbortSignal,
  ): Promise<CollectionPage> {
    return getCollectionPage(await this.getIndex(signal, query.dimension), query, page);
  }

  async getCollection(dimension: Dimension, name: string, signal: AbortSignal): Promise<Collection | null> {
    if (dimension === 'category' && this.#loader.index === null) return this.#rest.getCategory(name, signal);
    return (await this.getIndex(signal, dimension)).columns[dimension].find(name) ?? null;
  }

  /**
   * The collection to which a product's field refers. Before the first load, or if the host has no record of it, only
   * its name is known.
   */
  getReferencedCollection(dimension: Dimension, name: string): Collection {
    return this.#loader.index?.columns[dimension].find(name) ?? createCollection(dimension, name);
  }

  async countProducts({ dimension, name }: Collection, signal: AbortSignal): Promise<number> {
    const { index } = this.#loader;
    if (index === null) return (await this.#rest.listProductsByCollection(dimension, name, signal)).length;
    const column = index.columns[dimension];
    const code = column.getCode(name);
    return code === undefined ? 0 : column.getRows(code).length;
  }

  /** The index; null if the first load fails or takes too long. */
  #findIndex(signal: AbortSignal): Promise<CatalogueIndex | null> {
    return this.getIndex(signal).catch(nullIfUpstreamFailed);
  }

  /** Builds an index of one collection, fetched by its own REST call. */
  async #indexCollection(dimension: Dimension, name: string, signal: AbortSignal): Promise<CatalogueIndex> {
    const products = new ProductColumnsBuilder();
    for (const product of await this.#rest.listProductsByCollection(dimension, name, signal))
      products.add(product);
    return buildIndex({ products: await products.build(), collections: noCollections });
  }
}

/** The filter that matches the products of one collection. */
export function createCollectionFilter({ dimension, name }: Collection): ListingFilter {
  return { ...emptyFilter, selected: { ...emptyFilter.selected, [dimension]: [name] } };
}

function mapById(products: readonly (CatalogueProduct | null)[]): Map<string, CatalogueProduct> {
  return new Map(products.filter((product) => product !== null).map((product) => [product.id, product]));
}

/** The collection that a filter selects; null if it selects none or several. */
function findSingleSelection({ selected }: ListingFilter): [Dimension, string] | null {
  const selections = dimensions.flatMap((dimension) =>
    selected[dimension].map((name): [Dimension, string] => [dimension, name]),
  );
  const [first] = selections;
  return selections.length === 1 && first !== undefined ? first : null;
}

/** Other products of the same author, then of the same category, then in the same language. */
function findRelatedProducts(
  index: CatalogueIndex,
  product: CatalogueProduct,
  first: number,
): CatalogueProduct[] {
  const ownRow = index.rowById.get(product.id);
  const related = new Set<number>();
  for (const dimension of relatedDimensions) {
    const column = index.columns[dimension];
    const code = column.getCode(product[dimension] ?? '');
    if (code === undefined) continue;
    for (const row of column.getRows(code)) {
      if (related.size === first) break;
      if (row !== ownRow) related.add(row);
    }
  }
  return [...related].map((row) => index.products.get(row)).filter((other) => other !== undefined);
}
