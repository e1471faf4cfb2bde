import { readFileSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { createQuotaError, keyHeader, runNightlyJob, url } from './nightly-job.js';

const texts = readFileSync('documents.graphql', 'utf8').split(/^(?=query )/m);
const client = new ApolloClient({
  link: new HttpLink({ uri: url, headers: keyHeader }),
  cache: new InMemoryCache(),
  defaultOptions: { query: { fetchPolicy: 'no-cache' } },
});
await runNightlyJob(async (operation, variables) => {
  const text = texts.find((text) => text.startsWith(`query ${operation}`));
  try {
    return (await client.query({ query: gql(text), variables })).data;
  } catch (error) {
    if (ServerError.is(error) && error.statusCode === 429)
      throw createQuotaError(error.response.headers.get('retry-after'));
    const [graphqlError] = error.errors ?? [];
    if (graphqlError?.extensions?.code === 'RATE_LIMITED')
      throw createQuotaError(graphqlError.extensions.retryAfterSeconds);
    throw error;
  }
});
