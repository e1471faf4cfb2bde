import { setTimeout as sleep } from 'node:timers/promises';
import { compare, rateLine, reportCpuTime } from '../compare.ts';
import { report } from '../measurement.ts';
import { canPin, type Server } from '../servers.ts';

const connections = 50;
const conditions = `${connections} connections${canPin ? ', one processor' : ''}`;

/** The query of a listing page: 20 products. */
const listQuery = `query List($filter: ProductFilter) {
  products(filter: $filter, first: 20) {
    totalCount
    nodes { id name price mrp discountPercent available thumbnail isbn author { name } publisher { name } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The servers that the gateway is compared with. */
export interface ReferenceServers {
  /** Starts a bare `node:http` server that responds with this body. */
  startBareHttp(body: string): Promise<Server>;
  /** Starts a minimal Apollo Server over the same products. */
  startPlainApollo(): Promise<Server>;
}

/** Benchmarks a list of 20 products of a category: the same request repeatedly, and with new variables each time. */
export async function benchmarkLists(
  gateway: Server,
  { startBareHttp, startPlainApollo }: ReferenceServers,
): Promise<void> {
  await untilReady(gateway);
  const repeatedCall = listCall('Category 7');
  const response = await send(gateway, repeatedCall.body);
  const bareHttp = await startBareHttp(response);
  const repeated = await compare(gateway, bareHttp, { connections, calls: [repeatedCall], isPinned: true });
  await bareHttp.stop();
  const size = Buffer.byteLength(response);
  report({
    ...rateLine(`repeated list of 20 by category (${size} bytes), ${conditions}`, 'bare node:http', repeated),
    limit: 'at least 0.60',
    isMet: repeated.ratio >= 0.6,
  });
  reportCpuTime('bare node:http', repeated);
  const plainApollo = await startPlainApollo();
  const uncached = await compare(gateway, plainApollo, { connections, calls: newLists, isPinned: true });
  report({
    ...rateLine(`the same with new variables each time, ${conditions}`, 'plain Apollo Server', uncached),
    limit: 'at least 2.00',
    isMet: uncached.ratio >= 2,
  });
  reportCpuTime('plain Apollo Server', uncached);
  await plainApollo.stop();
}

let newListCount = 0;

/** Lists that no cache contains, since each has a different maximum price. */
function newLists() {
  return Array.from({ length: 10_000 }, () => {
    newListCount += 1;
    return listCall(`Category ${newListCount % 40}`, 500 + newListCount / 100);
  });
}

function listCall(category: string, maxPrice?: number) {
  const filter = { categories: [category], ...(maxPrice !== undefined && { maxPrice }) };
  return {
    method: 'POST',
    path: '/graphql',
    headers: jsonHeaders,
    body: JSON.stringify({ query: listQuery, variables: { filter } }),
  };
}

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json' };

async function send({ url }: Server, body: string): Promise<string> {
  return (await fetch(`${url}/graphql`, { method: 'POST', headers: jsonHeaders, body })).text();
}

async function untilReady({ url }: Server): Promise<void> {
  while ((await fetch(`${url}/health/ready`)).status !== 200) await sleep(50);
}
