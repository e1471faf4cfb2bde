/** An operation in the sandbox's URL, so that the page can be bookmarked and sent to others. */
export interface SharedQuery {
  query: string;
  /** JSON; empty if there are none. */
  variables: string;
}

/** How long to wait for further changes. Browsers limit how often a page may change its URL. */
const debounceMs = 500;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads the operation from the page's URL; null if there is none. The sandbox writes it into the fragment, which is not
 * sent to the server. Links may also have it in the query string.
 */
export function readSharedQuery({ hash, search }: Location): SharedQuery | null {
  const inHash = new URLSearchParams(hash.slice(1));
  const parameters = inHash.has('query') ? inHash : new URLSearchParams(search);
  const query = parameters.get('query');
  return query === null ? null : { query, variables: parameters.get('variables') ?? '' };
}

/**
 * Creates the URL of the sandbox with an operation. Headers are left out, because they may contain a key or a token.
 */
export function createSharedUrl({ query, variables }: SharedQuery): string {
  const parameters = new URLSearchParams({ query, ...(variables.trim() !== '' && { variables }) });
  return `${location.origin}${location.pathname}#${parameters}`;
}

/** Shows the operation in the address bar, soon after the last change. */
export function showInAddressBar(shared: SharedQuery): void {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, '', createSharedUrl(shared)), debounceMs);
}
