import type { CollectionsVariables } from '#web/catalogue/collections.ts';

/** The state of an index of categories, publishers or authors, as its URL encodes it. */
export interface CollectionsUrl {
  /** A part of the name; empty for all. */
  search: string;
  /** The first letter of the names; empty for all. */
  letter: string;
  /** The cursor that the page starts after or ends before; empty for the first page. */
  after: string;
  before: string;
}

/** Cards per page: fills rows of two, three, four, five and six. */
export const collectionsPerPage = 60;
/** The gateway rejects longer texts. */
export const maxNameLength = 200;

export function parseCollectionsUrl(parameters: URLSearchParams): CollectionsUrl {
  const read = (name: string) => (parameters.get(name) ?? '').trim();
  return {
    search: read('search').slice(0, maxNameLength),
    letter: read('letter').slice(0, maxNameLength),
    after: read('after'),
    before: read('before'),
  };
}

/** The query string of the URL, including the question mark; empty for the whole list. */
export function buildCollectionsQuery(url: Partial<CollectionsUrl>): string {
  const parameters = new URLSearchParams(Object.entries(url).filter(([, value]) => value !== ''));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** The variables of the query. Equal URLs have equal variables, because these are the cache key. */
export function createCollectionsVariables({
  search,
  letter,
  after,
  before,
}: CollectionsUrl): CollectionsVariables {
  return {
    ...(search === '' ? {} : { search }),
    ...(letter === '' ? {} : { initial: letter }),
    ...(before === '' || after !== '' ? { first: collectionsPerPage } : { last: collectionsPerPage, before }),
    ...(after === '' ? {} : { after }),
  };
}
