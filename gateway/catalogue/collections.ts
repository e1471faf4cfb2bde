import { hash } from 'node:crypto';
import type { Collection, Dimension } from '../domain/product.ts';
import { type PageArguments, pageSize } from './connection.ts';
import { CursorError } from './cursor.ts';
import { type CatalogueIndex, findCollectionCodes } from './index.ts';

/** Which categories, publishers or authors are asked for. */
export interface CollectionQuery {
  dimension: Dimension;
  /** Folded text their names hold, or sound like in the other script; empty for no restriction. */
  contains: string;
  /** The letter their names begin with, as `initialOf` gives it; null for any. */
  initial: string | null;
  /** `none` is the shop's own order. */
  sort: 'none' | 'NAME';
}

/** A value of a dimension in a page. */
export interface CollectionPageEntry {
  shelf: Collection;
  cursor: string;
}

/** A letter that names begin with, and how many do. */
export interface Initial {
  letter: string;
  count: number;
}

/** One page of categories, publishers or authors. Initials are those of the list without its own letter. */
export interface CollectionPage {
  entries: CollectionPageEntry[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  totalCount: number;
  initials: () => Initial[];
}

/** Devanagari before Latin, and letters with marks beside those without. */
const collator = new Intl.Collator('mr');
const orders = new WeakMap<CatalogueIndex, Map<Dimension, readonly number[]>>();

/**
 * One page of the values of a dimension. A cursor goes by the name, so it outlives a refresh.
 *
 * @throws {PageArgumentError} for a size outside 1 to 100 or both `first` and `last`; {CursorError}.
 */
export function collectionPage(
  index: CatalogueIndex,
  query: CollectionQuery,
  page: PageArguments,
): CollectionPage {
  const size = pageSize(page);
  const { shelves } = index.columns[query.dimension];
  const found = codesWith(index, query);
  const codes =
    query.initial === null
      ? found
      : found.filter((code) => initialOf(shelves[code]?.name ?? '') === query.initial);
  const mark = markOf(query);
  const placeOf = (argument: 'after' | 'before') => {
    const cursor = page[argument];
    return cursor == null ? null : placeIn(codes, index, query, readCursor(cursor, mark, argument));
  };
  const after = placeOf('after');
  const before = placeOf('before');
  const from = after === null ? 0 : after.place + (after.isThere ? 1 : 0);
  const to = before === null ? codes.length : before.place;
  const start = page.last == null ? from : Math.max(from, to - size);
  const end = page.last == null ? Math.min(to, from + size) : to;
  return {
    entries: codes.slice(start, end).flatMap((code) => {
      const shelf = shelves[code];
      return shelf === undefined ? [] : [{ shelf, cursor: writeCursor(mark, code, shelf.name) }];
    }),
    hasNextPage: end < codes.length,
    hasPreviousPage: start > 0,
    totalCount: codes.length,
    initials: () => initialsOf(found.map((code) => shelves[code]?.name ?? '')),
  };
}

/** The letter a name is filed under, without its marks and in upper case; `#` when it begins with none. */
export function initialOf(name: string): string {
  const [first = ''] = name.normalize('NFD').toUpperCase();
  return /\p{L}/u.test(first) ? first : '#';
}

function codesWith(index: CatalogueIndex, { dimension, contains, sort }: CollectionQuery): readonly number[] {
  const codes = sort === 'NAME' ? codesByName(index, dimension) : allCodes(index, dimension);
  if (contains === '') return codes;
  const named = findCollectionCodes(index, dimension, contains);
  return codes.filter((code) => named.has(code));
}

/** Code 0 stands for none. */
function allCodes(index: CatalogueIndex, dimension: Dimension): number[] {
  return [...index.columns[dimension].shelves.keys()].slice(1);
}

/** Sorted when first asked for, and then kept with the index. */
function codesByName(index: CatalogueIndex, dimension: Dimension): readonly number[] {
  const known = orders.get(index) ?? new Map<Dimension, readonly number[]>();
  orders.set(index, known);
  const { shelves } = index.columns[dimension];
  const name = (code: number) => shelves[code]?.name ?? '';
  const order =
    known.get(dimension) ??
    allCodes(index, dimension).sort((one, other) => collator.compare(name(one), name(other)));
  known.set(dimension, order);
  return order;
}

function initialsOf(names: readonly string[]): Initial[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const letter = initialOf(name);
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return [...counts]
    .map(([letter, count]) => ({ letter, count }))
    .sort((one, other) => collator.compare(one.letter, other.letter));
}

interface Place {
  code: number;
  name: string;
}

/** Where a value stands among these, or, when it is gone, where it would. */
function placeIn(
  codes: readonly number[],
  index: CatalogueIndex,
  { dimension, sort }: CollectionQuery,
  { code, name }: Place,
): { place: number; isThere: boolean } {
  const column = index.columns[dimension];
  const now = column.code(name);
  const at = now === undefined ? -1 : codes.indexOf(now);
  if (at !== -1) return { place: at, isThere: true };
  const next = codes.findIndex((other) =>
    sort === 'NAME' ? collator.compare(column.shelves[other]?.name ?? '', name) > 0 : other >= code,
  );
  return { place: next === -1 ? codes.length : next, isThere: false };
}

const markLength = 8;

/** Ties a cursor to its list. */
function markOf({ dimension, contains, initial, sort }: CollectionQuery): string {
  return hash('sha256', JSON.stringify([dimension, contains, initial, sort]), 'base64url').slice(
    0,
    markLength,
  );
}

function writeCursor(mark: string, code: number, name: string): string {
  return `${mark}${Buffer.from(JSON.stringify([code, name])).toString('base64url')}`;
}

/** @throws {CursorError} for a cursor of another list, or one the gateway never made. */
function readCursor(cursor: string, mark: string, argument: string): Place {
  const place = placeOfBody(cursor.slice(markLength));
  if (place === null) {
    throw new CursorError(
      `The argument '${argument}' is not a cursor of this list: use an 'endCursor' or 'startCursor' as it was given.`,
    );
  }
  if (!cursor.startsWith(mark)) {
    throw new CursorError(
      `The cursor in '${argument}' was made for another text, letter or sort: start that list anew without it.`,
    );
  }
  return place;
}

function placeOfBody(body: string): Place | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
    if (!Array.isArray(place)) return null;
    const [code, name]: unknown[] = place;
    return typeof code === 'number' && typeof name === 'string' ? { code, name } : null;
  } catch {
    return null;
  }
}
