import type { RequestHandler } from 'msw';
import { createRecord } from '#gateway/domain/create-record.ts';
import { plainFields } from '#gateway/domain/product-fields.ts';
import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { ListingQuery, ListingQueryVariables } from '#web/catalogue/Listing.generated.ts';
import type { ProductQuery } from '#web/features/product/Product.generated.ts';
import { gateway } from './gateway-stub.ts';

type WithTypename<T> = T & { __typename: string };

/** A search that finds books despite its typo, and the corrected search that the stub offers. */
export const [misspelling, correction] = ['gitanjli', 'gitanjali'];

/** The titles of the first books; tests search for them. */
const titles = ['Gitanjali', 'Malgudi Days', 'Godan', 'Shyamchi Aai', 'Mrityunjay', 'Batatyachi Chal'];

/** A book with the fields of a product card. The same number always gives the same book. */
export function createBook(
  n: number,
  change: Partial<ProductCardFragment> = {},
): WithTypename<ProductCardFragment> {
  return {
    __typename: 'Product',
    id: `product-${n}`,
    sku: String(n),
    name: n <= titles.length ? (titles[n - 1] ?? '') : `Book ${n}`,
    transliteratedName: null,
    price: 100 + n,
    mrp: 200,
    discountPercent: 50,
    available: true,
    thumbnail: null,
    images: [],
    pdf: null,
    language: createNamedObject('Language', n % 2 === 0 ? 'English' : 'मराठी'),
    transliteratedAuthor: null,
    author: createNamedObject('Author', n % 3 === 0 ? 'Premchand' : 'R. K. Narayan'),
    ...change,
  };
}

/** A book with the fields of the product page. Its `plainFields`, except ISBN and description, are null. */
export function createBookDetails(
  change: Partial<NonNullable<ProductQuery['product']>> = {},
): WithTypename<NonNullable<ProductQuery['product']>> {
  return {
    ...createBook(2),
    ...createRecord(plainFields, () => null),
    status: 'AVAILABLE',
    remainingQuantity: 12,
    isbn: '9788185986173',
    description: 'Stories of a small town.',
    translations: [],
    category: { ...createNamedObject('Category', 'Stories'), translations: [] },
    publisher: createNamedObject('Publisher', 'Copper Lamp Editions'),
    editions: [],
    related: [],
    ...change,
  };
}

export function createNamedObject<T extends string>(typename: T, name: string) {
  return { __typename: typename, id: name, name };
}

export function createCollection(typename: string, name: string, productCount: number) {
  return { ...createNamedObject(typename, name), thumbnail: null, productCount };
}

/**
 * Creates handlers for a shop with `count` books. Its listings report `authorCount` authors, and `otherLanguages` with
 * no books. The variables of `Listing` queries are recorded in `requests`.
 */
export function stubShop(count: number, authorCount = 2, otherLanguages: readonly string[] = []) {
  const books = Array.from({ length: count }, (_, index) => createBook(index + 1));
  const requests: ListingQueryVariables[] = [];

  function createListing(
    variables: ListingQueryVariables & { after?: string },
  ): WithTypename<ListingQuery['products']> {
    const searchText = (variables.search ?? '').toLowerCase();
    const correctedSearch = searchText === misspelling ? correction : null;
    // Like the gateway, the stub tolerates the typo.
    const nameText = searchText.replace(misspelling, correction);
    const languages = variables.filter?.languages ?? [];
    const found = books.filter(
      ({ name, language }) =>
        name.toLowerCase().includes(nameText) &&
        (languages.length === 0 || languages.includes(language?.name ?? '')),
    );
    if (variables.sort === 'PRICE_HIGH_TO_LOW') found.reverse();
    const start = found.findIndex(({ id }) => `after ${id}` === variables.after) + 1;
    const shown = found.slice(start, start + variables.first);
    return {
      __typename: 'ProductConnection',
      edges: shown.map((node) => ({ __typename: 'ProductEdge', cursor: `after ${node.id}`, node })),
      pageInfo: Object.assign(
        { __typename: 'PageInfo' },
        {
          startCursor: shown.length === 0 ? null : `after ${shown[0]?.id}`,
          endCursor: shown.length === 0 ? null : `after ${shown.at(-1)?.id}`,
          hasNextPage: start + variables.first < found.length,
          hasPreviousPage: start > 0,
        },
      ),
      totalCount: found.length,
      correctedSearch,
      facets: Object.assign(
        { __typename: 'ProductFacets' },
        {
          categories: [],
          languages: [
            createFacetValue('English', Math.floor(count / 2)),
            createFacetValue('मराठी', Math.ceil(count / 2)),
            ...otherLanguages.map((language) => createFacetValue(language, 0)),
          ],
          publishers: [],
          publisherCount: 0,
          authors: [
            createFacetValue('R. K. Narayan', count - Math.floor(count / 3)),
            createFacetValue('Premchand', Math.floor(count / 3)),
          ],
          authorCount,
        },
      ),
    };
  }

  const handlers: RequestHandler[] = [
    gateway.query('Listing', ({ variables }: { variables: ListingQueryVariables }) => {
      requests.push(variables);
      return { products: createListing(variables) };
    }),
    gateway.query(
      'ListingPage',
      ({ variables }: { variables: ListingQueryVariables & { after: string } }) => ({
        products: createListing(variables),
      }),
    ),
    gateway.query('BestProducts', () => ({ products: createListing({ first: 3 }) })),
  ];
  return { handlers, requests };
}

export function createFacetValue(value: string, count: number) {
  return { __typename: 'FacetValue', value, count };
}
