import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadOptions } from '../load.ts';
import type { Server } from '../servers.ts';

type LoadCall = LoadOptions['calls'][number];
export type Headers = Readonly<Record<string, string>>;

/** The query of a listing page: 20 products. */
export const listQuery = `query List($filter: ProductFilter, $search: String) {
  products(filter: $filter, search: $search, first: 20) {
    totalCount
    nodes { id name price mrp discountPercent available thumbnail isbn author { name } publisher { name } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const jsonHeaders: Headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  // Otherwise fetch requests compressed responses.
  'accept-encoding': 'identity',
};

/** Creates a request to `/graphql`, for the load generator or for `send`. */
export function createGraphQLCall(query: string, variables: object = {}, headers: Headers = {}): LoadCall {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify({ query, variables }),
  };
}

/** Sends one request. @throws Error if the status of the response is not 200. */
export async function send(
  { url }: Server,
  { method, path, headers, body }: LoadCall,
): Promise<{ headers: [name: string, value: string][]; body: string }> {
  const init = { method, ...(headers && { headers }), ...(body !== undefined && { body }) };
  const response = await fetch(url + path, init);
  const text = await response.text();
  if (response.status !== 200)
    throw new Error(`${method} ${path}: status ${response.status}, ${text.slice(0, 500)}`);
  return { headers: [...response.headers], body: text };
}

/** Waits until a gateway has loaded its catalogue. Returns false if it has not within the time limit. */
export async function waitUntilReady({ url }: Server, timeoutMs = 60_000): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if ((await fetch(`${url}/health/ready`)).status === 200) return true;
    await sleep(50);
  }
  return false;
}

let listCount = 0;

/**
 * Creates requests for lists of a category within a price range. No cache contains the lists, since no two have the
 * same range. A range covers at least 200 rupees, so that every list has 20 products.
 */
export function createListCalls(count: number, headers: Headers = {}): LoadCall[] {
  return Array.from({ length: count }, () => {
    listCount += 1;
    const minPrice = 100 + (listCount % 400);
    const filter = {
      categories: [`Category ${listCount % 40}`],
      minPrice,
      // Amounts have at most two decimals.
      maxPrice: Number((minPrice + 200 + Math.floor(listCount / 400) / 100).toFixed(2)),
    };
    return createGraphQLCall(listQuery, { filter }, headers);
  });
}
