import { readFileSync } from 'node:fs';
import { Client, cacheExchange, fetchExchange, gql } from '@urql/core';
import { createQuotaError, keyHeader, runNightlyJob, url } from './nightly-job.js';

const texts = readFileSync('documents.graphql', 'utf8').split(/^(?=query )/m);
const client = new Client({
  url,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers: keyHeader },
  requestPolicy: 'network-only',
});
await runNightlyJob(async (operation, variables) => {
  const text = texts.find((text) => text.startsWith(`query ${operation}`));
  const { data, error } = await client.query(gql(text), variables ?? {});
  if (error?.response?.status === 429) throw createQuotaError(error.response.headers.get('retry-after'));
  if (error) throw error;
  return data;
});
