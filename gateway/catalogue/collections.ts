import { z } from 'zod';
import type { Collection, Dimension } from '../domain/product.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { type CollectionNames, type CollectionSort, compareNames } from './columns/collection-names.ts';
import { bisect, sortRows } from './columns/row-order.ts';
import {
  type CursorKind,
  Cursors,
  type Edge,
  type NumberedPageArguments,
  type Page,
  paginateList,
} from './connection.ts';
import { findNames } from './search/search-matches.ts';

/** Which collections of a dimension to list. */
export interface CollectionQuery {
  dimension: Dimension;
  /** The search text, folded like the names; empty to match all names. */
  search: string;
  /** The initial of the names in upper case, see `CollectionNames.initials`; null for any. */
  initial: string | null;
  sort: CollectionSort;
}

export type CollectionPageEdge = Edge<Collection>;

/** An initial (`#` for names that do not begin with a letter) and the number of names that have it. */
export interface Initial {
  letter: string;
  count: number;
}

/** One page of the collections of a dimension. */
export interface CollectionPage extends Page<Collection> {
  /** The initials of all names that match the query, regardless of its `initial`. */
  initials: () => Initial[];
  /** Returns the search text without typos and without words that the best match lacks; null if nothing changes. */
  correctSearch: () => string | null;
}

/** A collection's code when the cursor was created, and its name, which still identifies it after a refresh. */
const positionSchema = z.tuple([z.number(), z.string()]);
type Position = z.output<typeof positionSchema>;

const cursorKind: CursorKind<Position> = {
  schema: positionSchema,
  listName: 'this list',
  queryName: 'type, search text, initial or sort',
};

/**
 * Returns a page of the collections of a dimension.
 *
 * @throws {PageArgumentError} for an invalid page size, offset or cursor.
 */
export function getCollectionPage(
  index: CatalogueIndex,
  query: CollectionQuery,
  page: NumberedPageArguments,
): CollectionPage {
  const { dimension, search, initial, sort } = query;
  const { collections } = index.columns[dimension];
  const names = index.collectionNames[dimension];
  const matches = search === '' ? null : findNames(index, dimension, search);
  const matchingCodes = matches === null ? null : sortRows(matches.codes, names.orders[sort]);
  const codes =
    matchingCodes === null ? names.listCodes(sort, initial) : filterByInitial(names, matchingCodes, initial);
  const list = {
    length: codes.length,
    cursors: new Cursors(cursorKind, () => [dimension, search, initial, sort]),
    nodeAt: (listIndex: number) => collections[codes[listIndex] ?? 0],
    positionAt(listIndex: number): Position {
      const code = codes[listIndex] ?? 0;
      return [code, collections[code]?.name ?? ''];
    },
    locate: (position: Position) => locateCursor(codes, index, query, position),
  };
  return {
    ...paginateList(list, page),
    initials: () => countInitials(names, matchingCodes),
    correctSearch: () => matches?.correctSearch() ?? null,
  };
}

function filterByInitial(names: CollectionNames, codes: Uint32Array, initial: string | null): Uint32Array {
  if (initial === null) return codes;
  const position = names.initials.indexOf(initial);
  return codes.filter((code) => names.initialPositionByCode[code] === position);
}

/** The initials of the names with these codes, or of all names if `matchingCodes` is null. */
function countInitials(names: CollectionNames, matchingCodes: Uint32Array | null): Initial[] {
  const counts = names.initials.map((letter) => ({
    letter,
    count: matchingCodes === null ? names.listCodes('none', letter).length : 0,
  }));
  for (const code of matchingCodes ?? []) {
    const initial = counts[names.initialPositionByCode[code] ?? 0];
    if (initial !== undefined) initial.count += 1;
  }
  return counts.filter(({ count }) => count > 0);
}

/** The range of a cursor's collection in the list; if the list lacks it, the empty range where it would be. */
function locateCursor(
  codes: Uint32Array,
  index: CatalogueIndex,
  { dimension, sort }: CollectionQuery,
  [code, name]: Position,
): { start: number; end: number } {
  const { collections } = index.columns[dimension];
  const { rankByRow } = index.collectionNames[dimension].orders[sort];
  const currentCode = index.columns[dimension].getCode(name);
  if (currentCode !== undefined) {
    const rank = rankByRow[currentCode] ?? 0;
    const start = bisect(codes.length, (listIndex) => (rankByRow[codes[listIndex] ?? 0] ?? 0) >= rank);
    if (codes[start] === currentCode) return { start, end: start + 1 };
  }
  const start = bisect(codes.length, (listIndex) => {
    const otherCode = codes[listIndex] ?? 0;
    return sort === 'NAME' ? compareNames(collections[otherCode]?.name ?? '', name) > 0 : otherCode >= code;
  });
  return { start, end: start };
}
