import { createPicker, createSeededRandom } from '#tests/seeded-random.ts';
import { listAt, textAt } from './graphql-call.ts';
import { createProductRecord } from './rest-records.ts';

export const collectionNames = {
  category: ['Novels', 'Poetry', 'Drama'],
  language: ['English', 'मराठी'],
  author: ['Ana', 'Ben', 'श्री'],
};

/** Products with random fields from a fixed seed. */
export function createMixedProducts(count = 60) {
  const random = createSeededRandom(20);
  const pick = createPicker(random);
  return Array.from({ length: count }, (_, index) =>
    createProductRecord(index + 1, {
      productName: `${pick(['Red', 'Blue', 'Café', 'गीता'])} ${index + 1}`,
      price: Math.floor(random() * 10) * 50,
      category: pick(collectionNames.category),
      language: pick(collectionNames.language),
      author: pick(collectionNames.author),
      remainingQuantity: random() < 0.2 ? 0 : 5,
    }),
  );
}

/** Queries a page of a listing with all fields for pagination, and two facets. */
export const listingQuery = `query ($filter: ProductFilter, $search: String, $sort: ProductSort, $first: Int, $after: String, $last: Int, $before: String) {
  products(filter: $filter, search: $search, sort: $sort, first: $first, after: $after, last: $last, before: $before) {
    totalCount
    nodes { sku name price available }
    edges { cursor node { sku } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    facets { categories { value count selected } authors { value count selected } }
  }
}`;

/** The filter of a listing. */
export interface ListingFilter {
  categories?: string[];
  languages?: string[];
  authors?: string[];
  availableOnly?: boolean;
  minPrice?: number;
  maxPrice?: number;
}

/** The SKUs of the products that match a filter and contain a text (requirements.md 5). Checks every product. */
export function computeExpectedSkus(
  filter: ListingFilter,
  search = '',
  products = createMixedProducts(),
): string[] {
  const matches = (values: string[] | undefined, value: unknown) =>
    !values?.length || values.includes(String(value));
  return products
    .filter((product) => matches(filter.categories, product.category))
    .filter((product) => matches(filter.languages, product.language))
    .filter((product) => matches(filter.authors, product.author))
    .filter((product) => !filter.availableOnly || product.remainingQuantity !== 0)
    .filter((product) => Number(product.price) >= (filter.minPrice ?? 0))
    .filter((product) => Number(product.price) <= (filter.maxPrice ?? Number.POSITIVE_INFINITY))
    .filter((product) =>
      [product.productName, product.author, product.publisher, product.category, product.language]
        .map((text) => String(text).toLowerCase())
        .some((text) => text.includes(search.toLowerCase())),
    )
    .map((product) => String(product.id));
}

/** Reads the SKUs of a list of products in a result; by default, of the listing. */
export function readSkus(data: unknown, path = 'products.nodes'): string[] {
  return listAt(data, path).map((product) => textAt(product, 'sku'));
}
