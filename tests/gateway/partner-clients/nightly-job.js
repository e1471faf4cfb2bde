import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs a task of a partner's program, which uses the API as docs/partners.md describes it, and prints the task's result
 * as JSON. The program's first argument names the task; the second is the cursor of `sync`.
 *
 * @param {(operation: string, variables?: object) => Promise<any>} send sends an operation of documents.graphql and
 *   returns its data. If the quota is used up, throws an error with `retryAfterSeconds`.
 */
export async function runNightlyJob(send) {
  let waits = 0;
  const request = async (operation, variables) => {
    try {
      return await send(operation, variables);
    } catch (error) {
      if (!(error.retryAfterSeconds > 0)) throw error;
      waits += 1;
      await delay(error.retryAfterSeconds * 1000);
      return request(operation, variables);
    }
  };

  const tasks = {
    async read() {
      // The cursor is requested before the first page, so that the next `sync` returns changes made while the pages
      // are read.
      const feed = await fetch(`${process.env.SHOP_URL}/feed/products.ndjson`, {
        method: 'HEAD',
        headers: keyHeader,
      });
      const books = [];
      for (let after = null, more = true; more; ) {
        const { products } = await request('ShopBooksQuery', { after });
        books.push(...products.nodes);
        after = products.pageInfo.endCursor;
        more = products.pageInfo.hasNextPage;
      }
      const requestedIsbns = books.filter((_, index) => index % 10 === 0).map(({ isbn }) => isbn);
      const found = [];
      for (let start = 0; start < requestedIsbns.length; start += 100) {
        const isbns = requestedIsbns.slice(start, start + 100);
        const { productsByIsbn } = await request('ShopIsbnQuery', { isbns });
        found.push(...productsByIsbn.filter((product, index) => product?.isbn === isbns[index]));
      }
      const { products } = await request('ShopFacetsQuery');
      const { languages, categories } = products.facets;
      return {
        cursor: feed.headers.get('sync-cursor'),
        books: new Set(books.map(({ sku }) => sku)).size,
        found: found.length,
        languages: listCounts(languages),
        categories: listCounts(categories),
      };
    },

    async sync(since) {
      const changes = [];
      let cursor = since;
      let requests = 0;
      for (let more = true; more; ) {
        const { productChanges } = await request('ShopChangesQuery', { since: cursor });
        requests += 1;
        changes.push(...productChanges.nodes);
        ({ cursor, hasMore: more } = productChanges);
      }
      return {
        changes: changes.map(({ kind, sku, product }) => [kind, sku, product?.price ?? null]),
        requests,
      };
    },

    /** Uses up a quota of 5,000 points. */
    async exhaust() {
      for (let count = 0; count < 45; count += 1) await request('ShopBooksQuery', { after: null });
      return { waits };
    },
  };
  const [name, argument] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await tasks[name](argument)));
}

/** The values of a facet with their counts, without the `__typename` that some clients add. */
function listCounts(facetValues) {
  return facetValues.map(({ value, count }) => [value, count]);
}

/** Creates the error that `send` throws if the quota is used up. */
export function createQuotaError(retryAfterSeconds) {
  return Object.assign(new Error('The quota is used up.'), { retryAfterSeconds: Number(retryAfterSeconds) });
}

export const url = `${process.env.SHOP_URL}/graphql`;
export const keyHeader = { 'x-api-key': process.env.API_KEY };
