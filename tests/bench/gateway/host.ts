import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { z } from 'zod';
import { listenOnFreePort } from '../../listen.ts';
import { type GeneratedProduct, generateProduct } from '../products.ts';
import { HostShoppers } from './host-shoppers.ts';

/**
 * A REST host with the calls of docs/rest-api.md that the benchmarks need. It supports only what every host must: no
 * `ETag`, `If-Match` or `Idempotency-Key`. The parent process sends the number of products; each later message changes
 * the prices of the first 50 products.
 */

/** Products per chunk of the list, which is generated while it is being sent: a million products are 820 MB. */
const productsPerChunk = 500;

const [message] = await once(process, 'message');
const { products: count } = z.object({ products: z.int() }).parse(message);
/** The number of products whose prices a message changes. */
const changedProductCount = 50;
/** The number of such messages so far. Each raises the prices by one rupee. */
let priceChanges = 0;
process.on('message', () => {
  priceChanges += 1;
});

const shoppers = new HostShoppers(findProduct);

function findProduct(id: number): GeneratedProduct | undefined {
  if (!(id >= 1 && id <= count)) return undefined;
  const product = generateProduct(id - 1);
  const remainingQuantity = product.remainingQuantity - shoppers.countSoldCopies(id);
  return {
    ...product,
    remainingQuantity,
    price: product.price + (id <= changedProductCount ? priceChanges : 0),
  };
}

/** Generates the list as JSON in chunks. Yields to the event loop before each chunk, so that other calls are served. */
async function* listProducts(): AsyncGenerator<string> {
  for (let start = 0; start < count; start += productsPerChunk) {
    await nextIteration();
    const ids = Array.from(
      { length: Math.min(productsPerChunk, count - start) },
      (_, index) => start + index + 1,
    );
    yield `${start === 0 ? '[' : ','}${ids.map((id) => JSON.stringify(findProduct(id))).join(',')}`;
  }
  yield ']';
}

/** Returns the response to each call. The second argument is the id at the end of the path; empty if there is none. */
const handlers: Readonly<Record<string, (call: Call, id: string) => unknown>> = {
  'GET /getproductbyid': (_, id) => findProduct(Number(id)),
  'POST /addUser': ({ body }) => shoppers.add(body),
  'POST /loginByContact': ({ body }) => shoppers.login(body),
  'GET /getUserBycontact': ({ query }) => shoppers.findByContact(query.get('contact')),
  'GET /getUserById': (_, id) => shoppers.find(Number(id)),
  'PUT /updateUser': ({ body }, id) => shoppers.update(Number(id), body),
  'GET /OrdersByUserEmail': ({ query }) => shoppers.findOrders(query.get('email')),
  'POST /createShipment': ({ body }) => shoppers.placeOrder(body),
};

interface Call {
  query: URLSearchParams;
  /** The parsed body; undefined if there is none. */
  body: unknown;
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://host');
  response.setHeader('content-type', 'application/json');
  if (pathname === '/getallproducts') return pipeline(Readable.from(listProducts()), response);
  const [, name, id = ''] = pathname.split('/');
  const handle = handlers[`${request.method} /${name}`];
  const body = request.method === 'GET' ? '' : await text(request);
  // All other lists, such as that of all authors, are empty.
  const result =
    handle === undefined ? [] : handle({ query, body: body === '' ? undefined : JSON.parse(body) }, id);
  if (result === undefined) response.statusCode = 404;
  response.end(JSON.stringify(result ?? { message: 'not found' }));
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.destroy());
});
process.send?.(`http://127.0.0.1:${await listenOnFreePort(server)}`);
process.on('disconnect', () => process.exit(0));
