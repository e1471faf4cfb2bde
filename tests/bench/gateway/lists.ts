import { compare, reportComparison } from '../compare.ts';
import { createGraphQLCall, createListCalls, listQuery, send } from './graphql-calls.ts';
import { connections, loadConditions, type Processes, productCount } from './setup.ts';

const callsPerRound = 10_000;

/**
 * Benchmarks lists of 20 products of a category: first the same request again and again, then a new category and price
 * range each time, uncompressed and compressed. The references are a bare HTTP server, plain Apollo Server and, for the
 * compressed lists, the uncompressed ones.
 */
export async function benchmarkLists(processes: Processes): Promise<void> {
  const gateway = await processes.startReadyGateway(await processes.startHost(productCount));
  const repeatedCall = createGraphQLCall(listQuery, { filter: { categories: ['Category 7'] } });
  const { headers, body } = await send(gateway, repeatedCall);
  // Node.js adds these three itself.
  const ownHeaders = headers.filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  const bareHttp = await processes.startReference('bare-http.ts', { body, headers: ownHeaders.flat() });
  const repeatedCalls = [repeatedCall];
  const options = { connections, isPinned: true };

  const repeatedComparison = await compare(
    { server: gateway, calls: repeatedCalls },
    { server: bareHttp, calls: repeatedCalls },
    options,
  );
  const name = `repeated list of 20 by category (${Buffer.byteLength(body)} bytes), ${loadConditions}`;
  reportComparison(name, 'bare node:http', repeatedComparison, 0.8);

  const calls = () => createListCalls(callsPerRound);
  const newLists = { server: gateway, calls };
  const newListName = 'list of 20 by category, with a new category and price range each time';
  const bareHttpComparison = await compare(newLists, { server: bareHttp, calls }, options);
  reportComparison(newListName, 'bare node:http', bareHttpComparison, 0.25);

  for (const coding of ['gzip', 'br']) {
    const compressed = {
      server: gateway,
      calls: () => createListCalls(callsPerRound, { 'accept-encoding': coding }),
    };
    const comparison = await compare(compressed, newLists, options);
    reportComparison(`${newListName}, compressed with ${coding}`, 'uncompressed', comparison, 0.4);
  }

  const plainApollo = await processes.startReference('plain-apollo.ts', { products: productCount });
  const plainApolloComparison = await compare(newLists, { server: plainApollo, calls }, options);
  reportComparison(newListName, 'plain Apollo Server', plainApolloComparison, 4);
}
