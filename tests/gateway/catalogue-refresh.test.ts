import { createServer } from 'node:http';
import express from 'express';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { createOrderInput } from './checkout-setup.ts';
import { mutate } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();

describe('a refresh of an unchanged list', () => {
  it('does not transfer the list again from a host that uses Express', async () => {
    const statuses: number[] = [];
    const app = express();
    app.get('/getallproducts', (_request, response) => {
      response.json([createProductRecord(1)]);
      statuses.push(response.statusCode);
    });
    app.use((_request, response) => response.json([]));
    const host = createServer(app);
    try {
      const port = await listenOnFreePort(host);
      await start({ restApiUrl: `http://127.0.0.1:${port}`, refreshIntervalMs: 20 });
      await expect.poll(() => statuses.slice(0, 3)).toEqual([200, 304, 304]);
    } finally {
      await closeServer(host);
    }
  });
});

describe('the refresh after an order at a host that does not return single products', () => {
  it('also happens if the order was placed during another refresh', async () => {
    const oldProducts = [createProductRecord(1, { price: 100, remainingQuantity: 9 })];
    rest.host.products = oldProducts;
    const shop = await start();
    const token = await signIn(shop);
    const placeOrder = async () => {
      const lines = [{ productId: '1', quantity: 1 }];
      const input = createOrderInput({ source: 'SINGLE_PRODUCT', lines, couponId: null, expectedTotal: 140 });
      const { userErrors } = await mutate(
        shop.graphql,
        'createShipment',
        input,
        'quote { grandTotal }',
        token,
      );
      expect(userErrors).toEqual([]);
    };
    const release = Promise.withResolvers<void>();
    let isPending = false;
    let productRequestCount = 0;
    rest.server.use(
      http.get(`${hostUrl}/getproductbyid/:id`, () => {
        productRequestCount += 1;
        return createErrorResponse(404, 'Not found');
      }),
      http.get(
        `${hostUrl}/getallproducts`,
        async () => {
          isPending = true;
          await release.promise;
          return HttpResponse.json(oldProducts);
        },
        { once: true },
      ),
    );
    await placeOrder();
    await expect.poll(() => isPending).toBe(true);
    await placeOrder();
    await expect.poll(() => productRequestCount).toBe(2);
    release.resolve();
    await expect
      .poll(async () => (await shop.graphql('{ product(id: "1") { remainingQuantity } }')).data)
      .toEqual({ product: { remainingQuantity: 7 } });
  });
});
