import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Collection, Dimension } from '../domain/product.ts';
import { tryParseJson } from '../rest/json.ts';
import { bisect } from './columns/bisect.ts';
import { type CollectionNames, type CollectionSort, compareNames } from './columns/collection-names.ts';
import { sortRows } from './columns/row-order.ts';
import { type PageArguments, pageSize } from './connection.ts';
import { CursorError } from './cursor.ts';
import { type CatalogueIndex, findCollectionCodes } from './index.ts';
import { SearchText } from './search/search-column.ts';

/** Which categories, publishers or authors to list. */
export interface CollectionQuery {
  dimension: Dimension;
  /** Folded text that names contain, or sound like in the other script; empty for no restriction. */
  contains: string;
  /** The initial of the names, one of `CollectionNames.initials`; null for any. */
  initial: string | null;
  sort: CollectionSort;
}

/** A collection on a page. The cursor is computed on demand. */
export interface CollectionPageEntry {
  collection: Collection;
  cursor: () => string;
}

/** A letter with the number of names that begin with it. */
export interface Initial {
  letter: string;
  count: number;
}

/** One page of categories, publishers or authors. */
export interface CollectionPage {
  entries: CollectionPageEntry[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  totalCount: number;
  /** The initials of all names that match the query, regardless of its `initial`. */
  initials: () => Initial[];
}

/**
 * Returns a page of the collections of a dimension. A cursor contains the name, so it survives a refresh.
 *
 * @throws {PageArgumentError} for a page size outside 1 to 100, or both `first` and `last`.
 * @throws {CursorError} for an unusable cursor.
 */
export function getCollectionPage(
  index: CatalogueIndex,
  query: CollectionQuery,
  page: PageArguments,
): CollectionPage {
  const size = pageSize(page);
  const { dimension, contains, initial, sort } = query;
  const { collections } = index.columns[dimension];
  const names = index.collectionNames[dimension];
  const matching = contains === '' ? null : findMatching(index, query);
  const codes = matching === null ? names.codes(sort, initial) : keepInitial(names, matching, initial);
  const queryHash = hashQuery(query);
  const positionOf = (argument: 'after' | 'before') => {
    const cursor = page[argument];
    return cursor == null ? null : findPosition(codes, index, query, readCursor(cursor, queryHash, argument));
  };
  const after = positionOf('after');
  const before = positionOf('before');
  const from = after === null ? 0 : after.position + (after.exists ? 1 : 0);
  const to = before === null ? codes.length : before.position;
  const start = page.last == null ? from : Math.max(from, to - size);
  const end = page.last == null ? Math.min(to, from + size) : to;
  return {
    entries: Array.from(codes.subarray(start, end)).flatMap((code) => {
      const collection = collections[code];
      if (collection === undefined) return [];
      return [{ collection, cursor: () => writeCursor(queryHash, code, collection.name) }];
    }),
    hasNextPage: end < codes.length,
    hasPreviousPage: start > 0,
    totalCount: codes.length,
    initials: () => countInitials(names, matching),
  };
}

/** The codes of the collections whose names contain the text of a query, in its order. */
function findMatching(index: CatalogueIndex, { dimension, contains, sort }: CollectionQuery): Uint32Array {
  const codes = findCollectionCodes(index, dimension, new SearchText(contains));
  return sortRows(Uint32Array.from(codes), index.collectionNames[dimension].orders[sort]);
}

function keepInitial(names: CollectionNames, codes: Uint32Array, initial: string | null): Uint32Array {
  if (initial === null) return codes;
  const position = names.initials.indexOf(initial);
  return codes.filter((code) => names.initialByCode[code] === position);
}

/** The initials of the matching names; of all names for null. */
function countInitials(names: CollectionNames, matching: Uint32Array | null): Initial[] {
  const counts = names.initials.map((letter) => ({
    letter,
    count: matching === null ? names.codes('none', letter).length : 0,
  }));
  for (const code of matching ?? []) {
    const initial = counts[names.initialByCode[code] ?? 0];
    if (initial !== undefined) initial.count += 1;
  }
  return counts.filter(({ count }) => count > 0);
}

/** The collection that a cursor points to. */
interface CursorTarget {
  code: number;
  name: string;
}

/** The position of a cursor's collection in the list; if it is missing, the position it would have. */
function findPosition(
  codes: Uint32Array,
  index: CatalogueIndex,
  { dimension, sort }: CollectionQuery,
  { code, name }: CursorTarget,
): { position: number; exists: boolean } {
  const { collections } = index.columns[dimension];
  const { rankByRow } = index.collectionNames[dimension].orders[sort];
  const currentCode = index.columns[dimension].codeOf(name);
  if (currentCode !== undefined) {
    const rank = rankByRow[currentCode] ?? 0;
    const position = bisect(codes.length, (other) => (rankByRow[codes[other] ?? 0] ?? 0) >= rank);
    if (codes[position] === currentCode) return { position, exists: true };
  }
  const position = bisect(codes.length, (other) => {
    const otherCode = codes[other] ?? 0;
    return sort === 'NAME' ? compareNames(collections[otherCode]?.name ?? '', name) > 0 : otherCode >= code;
  });
  return { position, exists: false };
}

const queryHashLength = 8;
const cursorBodySchema = z.tuple([z.number(), z.string()]).rest(z.unknown());

/** Identifies the list that a cursor belongs to. */
function hashQuery({ dimension, contains, initial, sort }: CollectionQuery): string {
  const query = JSON.stringify([dimension, contains, initial, sort]);
  return hash('sha256', query, 'base64url').slice(0, queryHashLength);
}

function writeCursor(queryHash: string, code: number, name: string): string {
  return `${queryHash}${Buffer.from(JSON.stringify([code, name])).toString('base64url')}`;
}

/** @throws {CursorError} for a cursor of another list, or one that this gateway did not issue. */
function readCursor(cursor: string, queryHash: string, argument: string): CursorTarget {
  const body = Buffer.from(cursor.slice(queryHashLength), 'base64url').toString();
  const parsed = cursorBodySchema.safeParse(tryParseJson(body));
  if (!parsed.success) {
    throw new CursorError(
      `The argument '${argument}' is not a cursor of this list: pass an 'endCursor' or 'startCursor' unchanged.`,
    );
  }
  if (!cursor.startsWith(queryHash)) {
    throw new CursorError(
      `The cursor in '${argument}' was made for another text, letter or sort: start again without it.`,
    );
  }
  const [code, name] = parsed.data;
  return { code, name };
}
