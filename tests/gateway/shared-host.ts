import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { callsTo } from '../rest-api/calls.ts';
import {
  makeDataDirectory,
  type RunningService,
  removeDataDirectory,
  startService,
} from '../rest-api/service.ts';
import { type GatewayProcess, startGatewayProcess } from './gateway-processes.ts';
import { at, listAt, mutate, type Payload, textAt } from './graphql-call.ts';
import { RestProxy } from './rest-proxy.ts';

const shopper = { contact: '9000000001', password: 'demo-shopper' };

/** What can be ordered, and where to. */
export interface Assortment {
  /** Books that can be bought, the first of them in plenty. */
  bookIds: string[];
  /** What the first costs. */
  price: number;
  addressId: string;
}

/** Our REST service behind a proxy, for gateways in processes of their own, and one shopper of theirs. */
export interface SharedHost {
  readonly proxy: RestProxy;
  startGateway(settings: Record<string, string>): Promise<GatewayProcess>;
  /** Takes everything out of the shopper's cart, past the gateways. */
  emptyCart(gateway: GatewayProcess, token: string): Promise<void>;
}

/** Starts such a host for the tests of a file; the proxy lets everything pass again after each. */
export function sharedHost(): SharedHost {
  let directory: string;
  let service: RunningService;
  let proxy: RestProxy;
  beforeAll(async () => {
    directory = await makeDataDirectory();
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
      const id = textAt((await graphql('{ user { id } }', {}, token)).data, 'user.id');
      const { status } = await callsTo(service.url)(`PUT /updateUser/${id}`, { body: { productIds: [] } });
      expect(status).toBe(200);
    },
  };
}

/** Signs the shopper in; gives the token. */
export async function signInAt({ graphql }: GatewayProcess): Promise<string> {
  return textAt(await mutate(graphql, 'login', shopper, 'token'), 'token');
}

/** Learns what can be ordered, and where to. */
export async function lookAround({ graphql }: GatewayProcess, token: string): Promise<Assortment> {
  const { data } = await graphql(
    `{
      first: products(first: 100) { nodes { id price remainingQuantity } pageInfo { endCursor } }
      user { addresses { id } }
    }`,
    {},
    token,
  );
  const nodes = listAt(data, 'first.nodes');
  const after = textAt(data, 'first.pageInfo.endCursor');
  const second = 'query ($after: String) { products(first: 100, after: $after) { nodes { id } } }';
  const more = await graphql(second, { after });
  const stocked = nodes.find((node) => Number(at(node, 'remainingQuantity')) >= 10);
  const ids = [stocked, ...nodes, ...listAt(more.data, 'products.nodes')].map((node) => textAt(node, 'id'));
  return {
    bookIds: [...new Set(ids)],
    price: Number(at(stocked, 'price')),
    addressId: textAt(data, 'user.addresses.0.id'),
  };
}

/** How many copies of each book the shopper's cart holds. */
export async function cartOf({ graphql }: GatewayProcess, token: string): Promise<Record<string, unknown>> {
  const cart = '{ user { cart { lines { quantity product { id } } } } }';
  const lines = listAt((await graphql(cart, {}, token)).data, 'user.cart.lines');
  return Object.fromEntries(lines.map((line) => [textAt(line, 'product.id'), at(line, 'quantity')]));
}

/** Puts a book into the shopper's cart. */
export function add(
  { graphql }: GatewayProcess,
  token: string,
  productId: string,
  quantity = 1,
): Promise<Payload> {
  return mutate(graphql, 'addToCart', { productId, quantity }, '', token);
}
