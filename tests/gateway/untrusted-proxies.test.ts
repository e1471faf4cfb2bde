import { afterEach, expect, it } from 'vitest';
import { at } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

setUpRestHost();
let shop: TestGateway;
let lines: string[];
afterEach(() => shop.close());

async function start(trustedProxies: number): Promise<void> {
  lines = [];
  shop = await startGateway({ config: { trustedProxies }, onLogLine: (line) => lines.push(line) });
}

/** Reads the log entries that mention the setting TRUSTED_PROXIES. */
function readWarnings(): unknown[] {
  const entries = lines.map((line): unknown => JSON.parse(line));
  return entries.filter((entry) => String(at(entry, 'msg')).includes('TRUSTED_PROXIES'));
}

const fetchThroughProxy = (path: string) =>
  fetch(`${shop.url}${path}`, { headers: { 'x-forwarded-for': '192.0.2.1' } });

it('requests through an untrusted proxy cause one warning, which names the setting to change', async () => {
  await start(0);
  await shop.graphql('{ coupons { id } }');
  expect(readWarnings()).toEqual([]);
  await fetchThroughProxy('/graphql?query={__typename}');
  await fetchThroughProxy('/media/none');
  expect(readWarnings()).toMatchObject([{ level: 40, msg: expect.stringContaining('X-Forwarded-For') }]);
});

it('requests through a trusted proxy cause no warning', async () => {
  await start(1);
  await fetchThroughProxy('/graphql?query={__typename}');
  expect(readWarnings()).toEqual([]);
});
