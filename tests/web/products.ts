import type { RequestHandler } from 'msw';
import { mapKeys, plainFields } from '#gateway/domain/product-fields.ts';
import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { ListingQuery, ListingQueryVariables } from '#web/catalogue/Listing.generated.ts';
import type { ProductQuery } from '#web/features/product/Product.generated.ts';
import { gateway } from './gateway-stub.ts';

type Typed<T> = T & { __typename: string };

/** A search that the shop finds books for by correcting it. */
export const [misspelling, correction] = ['gitanjli', 'gitanjali'];

/** The titles of the first books; tests search for them. */
const titles = ['Gitanjali', 'Malgudi Days', 'Godan', 'Shyamchi Aai', 'Mrityunjay', 'Batatyachi Chal'];

/** A book with the fields of a product card. The same number always gives the same book. */
export function book(n: number, change: Partial<ProductCardFragment> = {}): Typed<ProductCardFragment> {
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
    language: named('Language', n % 2 === 0 ? 'English' : 'मराठी'),
    transliteratedAuthor: null,
    author: named('Author', n % 3 === 0 ? 'Premchand' : 'R. K. Narayan'),
    ...change,
  };
}

/** A book with the fields of the product page. Fields that it does not name are null. */
export function bookDetails(
  change: Partial<NonNullable<ProductQuery['product']>> = {},
): Typed<NonNullable<ProductQuery['product']>> {
  return {
    ...book(2),
    ...mapKeys(plainFields, () => null),
    status: 'AVAILABLE',
    remainingQuantity: 12,
    isbn: '9788185986173',
    description: 'Stories of a small town.',
    translations: [],
    category: { ...named('Category', 'Stories'), translations: [] },
    publisher: named('Publisher', 'Copper Lamp Editions'),
    editions: [],
    related: [],
    ...change,
  };
}

export function named<T extends string>(typename: T, name: string) {
  return { __typename: typename, id: name, name };
}

export function collection(typename: string, name: string, productCount: number) {
  return { ...named(typename, name), thumbnail: null, productCount };
}

/** Handlers for a shop with `count` books. The variables of listing queries are recorded in `requests`. */
export function shopWith(count: number, authorCount = 2) {
  const books = Array.from({ length: count }, (_, index) => book(index + 1));
  const requests: ListingQueryVariables[] = [];

  function listing(variables: ListingQueryVariables & { after?: string }): Typed<ListingQuery['products']> {
    const typed = (variables.search ?? '').toLowerCase();
    const correctedSearch = typed === misspelling ? correction : null;
    const search = correctedSearch ?? typed;
    const languages = variables.filter?.languages ?? [];
    const found = books.filter(
      ({ name, language }) =>
        name.toLowerCase().includes(search) &&
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
          languages: [facet('English', Math.floor(count / 2)), facet('मराठी', Math.ceil(count / 2))],
          publishers: [],
          publisherCount: 0,
          authors: [
            facet('R. K. Narayan', count - Math.floor(count / 3)),
            facet('Premchand', Math.floor(count / 3)),
          ],
          authorCount,
        },
      ),
    };
  }

  const handlers: RequestHandler[] = [
    gateway.query('Listing', ({ variables }: { variables: ListingQueryVariables }) => {
      requests.push(variables);
      return { products: listing(variables) };
    }),
    gateway.query(
      'ListingPage',
      ({ variables }: { variables: ListingQueryVariables & { after: string } }) => ({
        products: listing(variables),
      }),
    ),
    gateway.query('BestProducts', () => ({ products: listing({ first: 3 }) })),
  ];
  return { handlers, requests };
}

export function facet(value: string, count: number) {
  return { __typename: 'FacetValue', value, count };
}
