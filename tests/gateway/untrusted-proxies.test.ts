import { afterEach, expect, it } from 'vitest';
import { at } from './graphql-call.ts';
import { restSide, startGateway, type TestGateway } from './harness.ts';

restSide();
let shop: TestGateway;
let lines: string[];
afterEach(() => shop.close());

async function start(trustedProxies: number): Promise<void> {
  lines = [];
  shop = await startGateway({ config: { trustedProxies }, logLine: (line) => lines.push(line) });
}

/** What the log warns of that names the setting. */
function warnings(): unknown[] {
  const entries = lines.map((line): unknown => JSON.parse(line));
  return entries.filter((entry) => String(at(entry, 'msg')).includes('TRUSTED_PROXIES'));
}

const throughProxy = (path: string) =>
  fetch(`${shop.url}${path}`, { headers: { 'x-forwarded-for': '192.0.2.1' } });

it('a proxy that is not trusted is told of once, with the setting to change', async () => {
  await start(0);
  await shop.graphql('{ coupons { id } }');
  expect(warnings()).toEqual([]);
  await throughProxy('/graphql?query={__typename}');
  await throughProxy('/media/none');
  expect(warnings()).toMatchObject([{ level: 40, msg: expect.stringContaining('X-Forwarded-For') }]);
});

it('a proxy that is trusted is nothing to tell of', async () => {
  await start(1);
  await throughProxy('/graphql?query={__typename}');
  expect(warnings()).toEqual([]);
});
