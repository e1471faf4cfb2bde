import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Collection, Dimension } from '../domain/product.ts';
import { tryParseJson } from '../rest/json.ts';
import { type PageArguments, pageSize } from './connection.ts';
import { CursorError } from './cursor.ts';
import { type CatalogueIndex, findCollectionCodes } from './index.ts';
import { SearchText } from './search/search-column.ts';

/** Which categories, publishers or authors to list. */
export interface CollectionQuery {
  dimension: Dimension;
  /** Folded text that names contain, or sound like in the other script; empty for no restriction. */
  contains: string;
  /** The initial of the names, in the form that `initialOf` returns; null for any. */
  initial: string | null;
  /** `none` is the host's order. */
  sort: 'none' | 'NAME';
}

export interface CollectionPageEntry {
  collection: Collection;
  cursor: string;
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

/** Sorts Devanagari before Latin, and accented letters next to their base letters. */
const collator = new Intl.Collator('mr');
const codesSortedByName = new WeakMap<CatalogueIndex['columns'], Map<Dimension, readonly number[]>>();

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
  const { collections } = index.columns[query.dimension];
  const matching = findCodes(index, query);
  const codes =
    query.initial === null
      ? matching
      : matching.filter((code) => initialOf(collections[code]?.name ?? '') === query.initial);
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
    entries: codes.slice(start, end).flatMap((code) => {
      const collection = collections[code];
      if (collection === undefined) return [];
      return [{ collection, cursor: writeCursor(queryHash, code, collection.name) }];
    }),
    hasNextPage: end < codes.length,
    hasPreviousPage: start > 0,
    totalCount: codes.length,
    initials: () => countInitials(matching.map((code) => collections[code]?.name ?? '')),
  };
}

/** The first letter of a name in upper case without diacritics; `#` when it does not begin with a letter. */
export function initialOf(name: string): string {
  const [first = ''] = name.normalize('NFD').toUpperCase();
  return /\p{L}/u.test(first) ? first : '#';
}

function findCodes(index: CatalogueIndex, { dimension, contains, sort }: CollectionQuery): readonly number[] {
  const codes = sort === 'NAME' ? codesByName(index, dimension) : allCodes(index, dimension);
  if (contains === '') return codes;
  const matching = findCollectionCodes(index, dimension, new SearchText(contains));
  return codes.filter((code) => matching.has(code));
}

/** All codes except 0, which stands for no collection. */
function allCodes(index: CatalogueIndex, dimension: Dimension): number[] {
  return [...index.columns[dimension].collections.keys()].slice(1);
}

/** The codes of a dimension sorted by name. They are sorted on first use and cached with the index. */
function codesByName(index: CatalogueIndex, dimension: Dimension): readonly number[] {
  const cache = codesSortedByName.get(index.columns) ?? new Map<Dimension, readonly number[]>();
  codesSortedByName.set(index.columns, cache);
  const { collections } = index.columns[dimension];
  const nameOf = (code: number) => collections[code]?.name ?? '';
  const codes =
    cache.get(dimension) ?? allCodes(index, dimension).sort((a, b) => collator.compare(nameOf(a), nameOf(b)));
  cache.set(dimension, codes);
  return codes;
}

function countInitials(names: readonly string[]): Initial[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const letter = initialOf(name);
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return [...counts]
    .map(([letter, count]) => ({ letter, count }))
    .sort((a, b) => collator.compare(a.letter, b.letter));
}

/** The collection that a cursor points to. */
interface CursorTarget {
  code: number;
  name: string;
}

/** The position of a cursor's collection in the list; if it is missing, the position it would have. */
function findPosition(
  codes: readonly number[],
  index: CatalogueIndex,
  { dimension, sort }: CollectionQuery,
  { code, name }: CursorTarget,
): { position: number; exists: boolean } {
  const column = index.columns[dimension];
  const currentCode = column.codeOf(name);
  const current = currentCode === undefined ? -1 : codes.indexOf(currentCode);
  if (current !== -1) return { position: current, exists: true };
  const next = codes.findIndex((other) =>
    sort === 'NAME' ? collator.compare(column.collections[other]?.name ?? '', name) > 0 : other >= code,
  );
  return { position: next === -1 ? codes.length : next, exists: false };
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
