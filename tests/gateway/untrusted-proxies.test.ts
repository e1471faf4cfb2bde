import { afterEach, expect, it } from 'vitest';
import { at } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

setUpRestHost();
let shop: TestGateway;
let lines: string[];
afterEach(() => shop.close());

async function start(trustedProxies: number): Promise<void> {
  lines = [];
  shop = await startGateway({ config: { trustedProxies }, logLine: (line) => lines.push(line) });
}

/** The warnings in the log that name the setting. */
function warnings(): unknown[] {
  const entries = lines.map((line): unknown => JSON.parse(line));
  return entries.filter((entry) => String(at(entry, 'msg')).includes('TRUSTED_PROXIES'));
}

const throughProxy = (path: string) =>
  fetch(`${shop.url}${path}`, { headers: { 'x-forwarded-for': '192.0.2.1' } });

it('an untrusted proxy is logged once, with the setting to change', async () => {
  await start(0);
  await shop.graphql('{ coupons { id } }');
  expect(warnings()).toEqual([]);
  await throughProxy('/graphql?query={__typename}');
  await throughProxy('/media/none');
  expect(warnings()).toMatchObject([{ level: 40, msg: expect.stringContaining('X-Forwarded-For') }]);
});

it('a trusted proxy is not logged', async () => {
  await start(1);
  await throughProxy('/graphql?query={__typename}');
  expect(warnings()).toEqual([]);
});
