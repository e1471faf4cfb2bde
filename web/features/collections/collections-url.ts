import type { CollectionsVariables } from '#web/catalogue/collections.ts';

/** What a list of categories, publishers or authors shows, as its address says. */
export interface CollectionsUrl {
  /** A part of the names; empty for no restriction. */
  search: string;
  /** The letter the names begin with; empty for any. */
  letter: string;
  /** The cursor the page begins behind, or ends before; empty for the first page. */
  after: string;
  before: string;
}

/** Cards a page: whole rows of two, three, four, five and six. */
export const collectionsPerPage = 60;
/** The gateway's bound: longer texts are refused. */
export const maxNameCharacters = 200;

export function parseCollectionsUrl(parameters: URLSearchParams): CollectionsUrl {
  const text = (name: string) => (parameters.get(name) ?? '').trim();
  return {
    search: text('search').slice(0, maxNameCharacters),
    letter: text('letter').slice(0, maxNameCharacters),
    after: text('after'),
    before: text('before'),
  };
}

/** The query of an address, with its question mark; empty for the whole list. */
export function buildCollectionsQuery(address: Partial<CollectionsUrl>): string {
  const parameters = new URLSearchParams(Object.entries(address).filter(([, value]) => value !== ''));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** Equal addresses give equal variables: the cache knows the list by these. */
export function collectionsVariables({
  search,
  letter,
  after,
  before,
}: CollectionsUrl): CollectionsVariables {
  return {
    ...(search === '' ? {} : { contains: search }),
    ...(letter === '' ? {} : { initial: letter }),
    ...(before === '' || after !== '' ? { first: collectionsPerPage } : { last: collectionsPerPage, before }),
    ...(after === '' ? {} : { after }),
  };
}
