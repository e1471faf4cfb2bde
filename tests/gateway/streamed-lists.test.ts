import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { restSide, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { hostProduct } from './rest-records.ts';

const rest = restSide();
let shop: TestGateway | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

/** The host's list in the pieces of a slow line. */
function inPieces(text: string, length: number): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  return new ReadableStream({
    pull(stream) {
      stream.enqueue(bytes.subarray(sent, sent + length));
      sent += length;
      if (sent >= bytes.length) stream.close();
    },
  });
}

/** Serves a text as the product list. */
function serve(text: string, length = 16_384): void {
  rest.server.use(
    http.get(
      `${hostUrl}/getallproducts`,
      () => new HttpResponse(inPieces(text, length), { headers: { 'content-type': 'application/json' } }),
    ),
  );
}

describe('a list that comes in pieces', () => {
  it.each([13, 1_000, 1_000_000])('of %i bytes is read to the letter', async (length) => {
    const products = Array.from({ length: 40 }, (_, place) =>
      hostProduct(place + 1, { description: `गीता ], "}[\\" ${'x'.repeat(place * 200)}.` }),
    );
    serve(` \n${JSON.stringify(products, null, length === 1_000 ? 2 : 0)} \n`, length);
    shop = await startGateway();
    const { data } = await shop.graphql('{ products(first: 100) { nodes { description } } }');
    expect(data).toEqual({ products: { nodes: products.map(({ description }) => ({ description })) } });
  });

  const one = JSON.stringify(hostProduct(1));
  const long = JSON.stringify(hostProduct(2, { description: 'x'.repeat(70_000) }));
  it.each([
    ['a list that ends too early', `[${long},${one}`],
    ['a comma too many at the end', `[${long},]`],
    ['a comma too many in between', `[${long},,${one}]`],
    ['a comma too few', `[${long} ${one}]`],
    ['brackets that do not match', `[${long}}`],
    ['words behind the list', `[${long}] and more`],
    ['nothing', ''],
    ['a text that never ends', '["'],
  ])('is not to be used when it is %s', async (_, text) => {
    serve(text);
    shop = await startGateway({ wait: false });
    const { errors } = await shop.graphql('{ products { totalCount } }');
    expect(errors[0]).toMatchObject({
      message: 'Failed to fetch products',
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    });
  });
});
