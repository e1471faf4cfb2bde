import { Environment, fetchQuery, Network } from 'relay-runtime';
import { createQuotaError, keyHeader, runNightlyJob, url } from './nightly-job.js';

const network = Network.create(async ({ text }, variables) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader },
    body: JSON.stringify({ query: text, variables }),
  });
  if (response.status === 429) throw createQuotaError(response.headers.get('retry-after'));
  return response.json();
});
const environment = new Environment({ network });
await runNightlyJob(async (operation, variables) => {
  // Compiled by relay-compiler.
  const { default: query } = await import(`./__generated__/${operation}.graphql.js`);
  return fetchQuery(environment, query, variables ?? {}).toPromise();
});
