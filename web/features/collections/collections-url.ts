import { maxSearchCharacters } from '#web/routing/search-limit.ts';
import type { CollectionsVariables } from './collections-query.ts';

/** The state of a page that lists categories, publishers or authors. The page's URL contains it. */
export interface CollectionsState {
  /** A part of the name; empty for all. */
  search: string;
  /** The first letter of the names; empty for all. */
  letter: string;
  /** The number of the page, from 1. */
  page: number;
}

/** Cards per page. Divisible by most numbers of cards per row, so that the last row is usually full. */
export const collectionsPerPage = 60;
/** Keeps the offset of a page within the range of `Int`. */
const maxPage = 1_000_000;

export function parseCollectionsUrl(parameters: URLSearchParams): CollectionsState {
  const read = (name: string) => (parameters.get(name) ?? '').trim();
  const page = Number(parameters.get('page'));
  return {
    search: read('search').slice(0, maxSearchCharacters),
    letter: read('letter').slice(0, maxSearchCharacters),
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, maxPage) : 1,
  };
}

/** The query string of the URL, including the question mark; empty for the first page of the whole list. */
export function buildCollectionsQuery({
  search = '',
  letter = '',
  page = 1,
}: Partial<CollectionsState>): string {
  const values = { search, letter, page: page === 1 ? '' : String(page) };
  const parameters = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** The variables of the GraphQL query, which are the key of its result in the cache. Default values are left out. */
export function createCollectionsVariables({ search, letter, page }: CollectionsState): CollectionsVariables {
  return {
    ...(search === '' ? {} : { search }),
    ...(letter === '' ? {} : { initial: letter }),
    first: collectionsPerPage,
    ...(page === 1 ? {} : { offset: (page - 1) * collectionsPerPage }),
  };
}
