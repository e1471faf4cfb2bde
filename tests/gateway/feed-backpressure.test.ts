import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { SignedUrls } from '#gateway/images/signed-urls.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { setUpGateways, setUpRestHost, type TestGateway } from './harness.ts';
import { createPartnerKey } from './partner-calls.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
const productCount = 4_000;
/** So long that the whole feed, some 40 MB, exceeds the socket buffers of both sides many times over. */
const description = 'A long description. '.repeat(500);

/** Requests the feed without reading its body. */
async function openFeed({ url }: TestGateway, key: string): Promise<IncomingMessage> {
  const sent = request(`${url}/feed/products.ndjson`, {
    headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
    agent: false,
  }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return response ?? expect.fail('no response');
}

it('the feed is written only as fast as its reader receives it', async () => {
  rest.host.products = Array.from({ length: productCount }, (_, index) =>
    createProductRecord(index + 1, { description }),
  );
  const dataDir = await createTemporaryFolder();
  const shop = await gateways.start({ config: { dataDir } });
  const key = await createPartnerKey(dataDir, 'slow', 1_000_000);
  const createUrl = vi.spyOn(SignedUrls.prototype, 'createUrl');
  const slow = await openFeed(shop, key);
  // Without backpressure, the slow feed would be written completely while this one is downloaded.
  const fast = await text(await openFeed(shop, key));
  // One call each for the thumbnail, the only image and the missing PDF.
  const callsPerProduct = 3;
  const slowProductCount = createUrl.mock.calls.length / callsPerProduct - productCount;
  expect(slowProductCount).toBeGreaterThan(0);
  expect(slowProductCount).toBeLessThan(productCount / 2);
  expect(await text(slow)).toBe(fast);
});
