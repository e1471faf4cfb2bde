import { z } from 'zod';
import { type CatalogueProduct, type Dimension, dimensions } from '../domain/product.ts';
import { normalizeText } from '../domain/text.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { compareNames } from './columns/collection-names.ts';
import { bisect } from './columns/row-order.ts';
import {
  type CursorKind,
  Cursors,
  type Edge,
  type Page,
  type PageArguments,
  paginateList,
} from './connection.ts';
import { countFacetValues, type FacetValue, listFacetValues } from './facets.ts';
import { type Listing, type ListingQuery, type PriceRange, queryListing } from './listing.ts';
import type { SortOrder } from './product-sort-orders.ts';
import { findNames } from './search/search-matches.ts';

export type ProductPageEdge = Edge<CatalogueProduct>;

/** One page of a listing. Facets are computed on demand. */
export interface ProductPage extends Page<CatalogueProduct> {
  /** @param contains folded text that the values must match, as in a search; empty to list all values. */
  listFacetValues: (dimension: Dimension, first: number | null, contains: string) => FacetValue[];
  /** The number of values of a dimension that have products, disregarding the filter on this dimension. */
  countFacetValues: (dimension: Dimension) => number;
  /** The lowest and highest price of the products that match all conditions but the price filter; null if none do. */
  priceRange: () => PriceRange | null;
  /** The search text without typos and without words that the best match lacks; null if nothing changes. */
  correctedSearch: string | null;
}

/**
 * The product's row, price in paise and id when the cursor was created. A fourth value is the rank of its match if the
 * listing is sorted by relevance, or its title if the listing is sorted by title. The id survives a refresh. If the
 * product no longer exists, these values still determine a position in the listing.
 */
const positionSchema = z.union([
  z.tuple([z.number(), z.number(), z.string()]),
  z.tuple([z.number(), z.number(), z.string(), z.union([z.number(), z.string()])]),
]);
type Position = z.output<typeof positionSchema>;

const cursorKind: CursorKind<Position> = {
  schema: positionSchema,
  listName: 'this shop',
  queryName: 'filter, search or sort',
};

/** One page of a listing. @throws {PageArgumentError} for an invalid page size or cursor. */
export function getProductPage(index: CatalogueIndex, query: ListingQuery, page: PageArguments): ProductPage {
  const listing = queryListing(index, query);
  const { rows, countByCode, matchRankByRow } = listing;
  const list = {
    length: rows.length,
    cursors: new Cursors(cursorKind, () => normalizeQuery(query)),
    nodeAt: (listIndex: number) => index.products.get(rows[listIndex] ?? 0),
    positionAt(listIndex: number): Position {
      const row = rows[listIndex] ?? 0;
      const [price, id] = [index.prices[row] ?? 0, index.products.getId(row)];
      if (query.sort === 'TITLE') return [row, price, id, getTitle(index, row)];
      return matchRankByRow === null ? [row, price, id] : [row, price, id, matchRankByRow[row] ?? 0];
    },
    locate(position: Position) {
      const compare = createCursorComparator(index, listing, query, position);
      return {
        start: bisect(rows.length, (listIndex) => compare(listIndex) >= 0),
        end: bisect(rows.length, (listIndex) => compare(listIndex) > 0),
      };
    },
  };
  return {
    ...paginateList(list, page),
    listFacetValues: (dimension, first, contains) =>
      listFacetValues(index.columns[dimension], countByCode(dimension), query.filter.selected[dimension], {
        first,
        codes: contains === '' ? null : new Set(findNames(index, dimension, contains).codes),
      }),
    priceRange: listing.priceRange,
    countFacetValues: (dimension) => countFacetValues(countByCode(dimension)),
    correctedSearch: listing.correctedSearch,
  };
}

/** Returns a function of an index in the list: negative before the cursor's position, positive after it. */
function createCursorComparator(
  index: CatalogueIndex,
  { rows, matchRankByRow }: Listing,
  { sort }: ListingQuery,
  [formerRow, price, id, rankOrTitle = 0]: Position,
): (listIndex: number) => number {
  // A product that no longer exists is sorted just before the row that it had.
  const cursorRow = index.rowById.get(id) ?? formerRow - 0.5;
  const comparePrices = (row: number) => (index.prices[row] ?? 0) - price;
  const compareBySort: Record<SortOrder, (row: number) => number> = {
    none: (row) => (matchRankByRow?.[row] ?? 0) - Number(rankOrTitle),
    PRICE_LOW_TO_HIGH: comparePrices,
    PRICE_HIGH_TO_LOW: (row) => -comparePrices(row),
    TITLE: (row) => compareNames(getTitle(index, row), String(rankOrTitle)),
    NEWEST: (row) =>
      index.sortOrders.hasNumericIds ? Number(id) - Number(index.products.getId(row)) : cursorRow - row,
  };
  const compare = compareBySort[sort];
  return (listIndex) => {
    const row = rows[listIndex] ?? 0;
    return compare(row) || row - cursorRow;
  };
}

function getTitle({ products }: CatalogueIndex, row: number): string {
  return products.get(row)?.name ?? '';
}

/** Returns a value that is the same for equivalent queries. */
function normalizeQuery({ filter, search, sort }: ListingQuery): unknown {
  const selected = dimensions.map((dimension) =>
    [...new Set(filter.selected[dimension].map(normalizeText))].sort(),
  );
  return [selected, filter.availableOnly, filter.minPrice ?? 0, filter.maxPrice, search, sort];
}
