import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createCall } from '../rest-api/calls.ts';
import { createDemoDirectory } from '../rest-api/prepared-data.ts';
import { type RunningService, removeDataDirectory, startService } from '../rest-api/service.ts';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';
import { at, listAt, mutate, type Payload, textAt } from './graphql-call.ts';
import { RestProxy } from './rest-proxy.ts';

const shopper = { contact: '9000000001', password: 'demo-shopper' };

/** Books to order, and the address to deliver them to. */
export interface OrderData {
  /** The ids of 100 books. Of the first, at least ten copies are in stock. */
  bookIds: string[];
  /** The price of the first book. */
  price: number;
  addressId: string;
}

/** Our REST service behind a proxy, shared by gateways in separate processes. */
interface SharedHost {
  readonly proxy: RestProxy;
  startGateway(settings: Record<string, string>): Promise<GatewayProcess>;
  /** Empties the shopper's cart directly in the REST service. */
  emptyCart(gateway: GatewayProcess, token: string): Promise<void>;
}

/** Sets up a shared host for the tests of a file. The proxy is reset after each test. */
export function setUpSharedHost(): SharedHost {
  let directory: string;
  let service: RunningService;
  let proxy: RestProxy;
  beforeAll(async () => {
    directory = await createDemoDirectory();
    service = await startService({ DATA_DIR: directory });
    proxy = new RestProxy(service.url);
    await proxy.start();
  });
  afterEach(() => proxy.reset());
  afterAll(async () => {
    await proxy.stop();
    await service.stop();
    await removeDataDirectory(directory);
  });
  return {
    get proxy() {
      return proxy;
    },
    startGateway(settings) {
      const sessionSecret = 'one secret for all gateways, long enough';
      return startGatewayProcess({ SESSION_SECRET: sessionSecret, REST_API_URL: proxy.url, ...settings });
    },
    async emptyCart({ graphql }, token) {
      const userId = textAt((await graphql('{ user { id } }', {}, token)).data, 'user.id');
      const [, id] = Buffer.from(userId, 'base64url').toString().split(':');
      const { status } = await createCall(service.url)(`PUT /updateUser/${id}`, { body: { productIds: [] } });
      expect(status).toBe(200);
    },
  };
}

/** Signs the shopper in and returns the token. */
export async function signInAt({ graphql }: GatewayProcess): Promise<string> {
  return textAt(await mutate(graphql, 'login', shopper, 'token'), 'token');
}

/** Fetches books, and an address of the shopper. */
export async function fetchOrderData({ graphql }: GatewayProcess, token: string): Promise<OrderData> {
  const { data } = await graphql(
    `{
      products(first: 100) { nodes { id price remainingQuantity } }
      user { addresses { id } }
    }`,
    {},
    token,
  );
  const nodes = listAt(data, 'products.nodes');
  const stocked = nodes.find((node) => Number(at(node, 'remainingQuantity')) >= 10);
  const ids = [stocked, ...nodes].map((node) => textAt(node, 'id'));
  return {
    bookIds: [...new Set(ids)],
    price: Number(at(stocked, 'price')),
    addressId: textAt(data, 'user.addresses.0.id'),
  };
}

/** Fetches the shopper's cart as a map from product id to quantity. */
export async function fetchCart(
  { graphql }: GatewayProcess,
  token: string,
): Promise<Record<string, unknown>> {
  const cart = '{ user { cart { lines { quantity product { id } } } } }';
  const lines = listAt((await graphql(cart, {}, token)).data, 'user.cart.lines');
  return Object.fromEntries(lines.map((line) => [textAt(line, 'product.id'), at(line, 'quantity')]));
}

/** Adds a book to the shopper's cart. */
export function addToCart(
  { graphql }: GatewayProcess,
  token: string,
  productId: string,
  quantity = 1,
): Promise<Payload> {
  return mutate(graphql, 'addToCart', { productId, quantity }, '', token);
}
