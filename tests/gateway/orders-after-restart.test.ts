import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { createOrderInput } from './checkout-setup.ts';
import { type GatewayProcess, startGatewayProcess, waitUntilReady } from './gateway-process.ts';
import { at, getOnlyError, mutate, type Payload, textAt } from './graphql-call.ts';
import { readMetric, signIn } from './harness.ts';
import { startHostServer } from './host-server.ts';
import { RestHost } from './rest-host.ts';
import { RestProxy } from './rest-proxy.ts';
import { createProductRecord, type Fields } from './rest-records.ts';

let dataDir: string;
let file: string;
let host: RestHost;
let proxy: RestProxy;
let hostServer: { close(): Promise<void> };
let gateway: GatewayProcess;
let token: string;

beforeEach(async () => {
  dataDir = await createTemporaryFolder();
  file = path.join(dataDir, 'gateway', 'order-attempts');
  host = new RestHost();
  host.supportsEtagsAndKeys = false;
  host.products = [createProductRecord(1, { price: 249.5 }), createProductRecord(2, { price: 99.99 })];
  host.getShopper(7).productIds = [1, 1, 1, 2];
  const server = await startHostServer(host);
  hostServer = server;
  proxy = new RestProxy(server.url);
  await proxy.start();
  gateway = await start();
  token = await signIn(gateway);
});
afterEach(async () => {
  await gateway.stop();
  await proxy.stop();
  await hostServer.close();
});

async function start(): Promise<GatewayProcess> {
  const started = await startGatewayProcess({ DATA_DIR: dataDir, REST_API_URL: proxy.url });
  await waitUntilReady(started);
  return started;
}

async function restart(): Promise<void> {
  await gateway.stop();
  gateway = await start();
}

function place(input: Fields): Promise<Payload> {
  return mutate(gateway.graphql, 'createShipment', input, 'shipment { number address }', token);
}

const countSentOrders = () => host.countCalls('POST createShipment');
const readStoredText = () => readFile(file, 'utf8');
const personalData = /reader@shop\.example|Reader|9000000001/;

/** Drops the responses to orders after the host has created them. `onOrder` runs before a response is dropped. */
function loseOrderResponses(onOrder: () => void | Promise<void> = () => {}): void {
  proxy.onResponse = async (call) => {
    if (call !== 'POST createShipment') return 'delivered';
    await onOrder();
    return 'dropped';
  };
}

/** Simulates a connection that is lost before the host creates the order. Returns a function that creates it. */
function delayOrder(): () => void {
  let delayed: Fields[] = [];
  loseOrderResponses(() => {
    delayed = host.orders.splice(0);
  });
  return () => host.orders.push(...delayed);
}

describe('a gateway without Redis, with a host that does not support idempotency keys', () => {
  it('rejects orders and reports an unavailable store until DATA_DIR is writable again', async () => {
    const fetchStoreState = async () =>
      at(await (await fetch(`${gateway.url}/health/ready`)).json(), 'sharedStore');
    await rm(file);
    await mkdir(file);
    await place(createOrderInput()).catch(() => null);
    expect(countSentOrders()).toBe(0);
    expect(await fetchStoreState()).toBe('unavailable');
    expect(await readMetric(gateway.url, 'gateway_shared_store_up')).toBe(0);
    await place(createOrderInput()).catch(() => null);
    await expect.poll(() => gateway.output().match(/cannot be written/g)).toHaveLength(1);
    await rmdir(file);
    expect((await place(createOrderInput())).userErrors).toEqual([]);
    expect(await fetchStoreState()).toBe('in-process');
    expect(await readMetric(gateway.url, 'gateway_shared_store_up')).toBe(1);
  });

  it('finds an order after being killed while it waited for the response', async () => {
    loseOrderResponses(() => gateway.kill());
    const input = createOrderInput();
    await expect(place(input)).rejects.toThrow();
    proxy.reset();
    await restart();
    expect(await place(input)).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
    expect(host.orders).toHaveLength(1);
    expect(countSentOrders()).toBe(1);
    expect(host.getShopper(7).productIds).toEqual([1]);
  });

  it('keeps the copies that were not ordered if it is killed while it removes the ordered ones', async () => {
    host.getShopper(7).productIds = [1, 1, 1, 1, 1, 1, 2];
    proxy.onResponse = async (call) => {
      if (call !== 'PUT updateUser') return 'delivered';
      await gateway.kill();
      return 'dropped';
    };
    const input = createOrderInput();
    await expect(place(input)).rejects.toThrow();
    proxy.reset();
    await restart();
    expect(await place(input)).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
    expect(countSentOrders()).toBe(1);
    expect(host.getShopper(7).productIds).toEqual([1, 1, 1, 1]);
  });

  it('does not resend an order that the host creates only after a restart', async () => {
    const createOrder = delayOrder();
    const input = createOrderInput();
    expect(getOnlyError(await place(input)).code).toBe('OUTCOME_UNKNOWN');
    proxy.reset();
    await restart();
    expect(getOnlyError(await place(input)).code).toBe('OUTCOME_UNKNOWN');
    createOrder();
    expect(await place(input)).toMatchObject({ shipment: { number: 'ORD-1' }, userErrors: [] });
    expect(host.orders).toHaveLength(1);
    expect(countSentOrders()).toBe(1);
  });

  it('returns a finished order after a restart, and rejects its key for another order', async () => {
    const input = createOrderInput();
    const payload = await place(input);
    await restart();
    expect(await place(input)).toEqual(payload);
    expect(getOnlyError(await place({ ...input, addressId: '12' })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(countSentOrders()).toBe(1);
  });

  it('stores attempts encrypted, in a file that only its owner can read', async () => {
    const createOrder = delayOrder();
    const input = createOrderInput();
    await place(input);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readStoredText()).toContain('order:');
    expect(await readStoredText()).not.toMatch(personalData);
    proxy.reset();
    createOrder();
    expect(textAt(await place(input), 'shipment.number')).toBe('ORD-1');
    await restart();
    expect(await readStoredText()).not.toMatch(personalData);
  });

  it('reports an unknown outcome, and sends nothing, when the secret that encrypted an attempt is lost', async () => {
    const createOrder = delayOrder();
    const input = createOrderInput();
    await place(input);
    proxy.reset();
    await gateway.stop();
    await rm(path.join(dataDir, 'gateway', 'session-secret'));
    gateway = await start();
    token = await signIn(gateway);
    expect(getOnlyError(await place(input)).code).toBe('OUTCOME_UNKNOWN');
    const query = 'query ($key: String!) { user { order(idempotencyKey: $key) { number } } }';
    const { data, errors } = await gateway.graphql(query, { key: input.idempotencyKey }, token);
    expect({ data, errors }).toEqual({ data: { user: { order: null } }, errors: [] });
    expect(countSentOrders()).toBe(1);
    createOrder();
    expect(textAt(await place({ ...input, idempotencyKey: 'another-key' }), 'shipment.number')).toBe('ORD-2');
  });

  it('does not send an order that it cannot store, but still serves the catalogue', async () => {
    await rm(file);
    await mkdir(file);
    const input = createOrderInput();
    const query = `mutation ($input: CreateShipmentInput!) { createShipment(input: $input) { shipment { id } } }`;
    const { errors } = await gateway.graphql(query, { input }, token);
    expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(countSentOrders()).toBe(0);
    expect((await gateway.graphql('{ products { totalCount } }')).data).toMatchObject({
      products: { totalCount: 2 },
    });
    await rmdir(file);
    expect(textAt(await place(input), 'shipment.number')).toBe('ORD-1');
    await restart();
    expect(textAt(await place(input), 'shipment.number')).toBe('ORD-1');
    expect(countSentOrders()).toBe(1);
  });

  it('reports an unknown outcome for a repeated order that it finds but cannot store', async () => {
    const createOrder = delayOrder();
    const input = createOrderInput();
    expect(getOnlyError(await place(input)).code).toBe('OUTCOME_UNKNOWN');
    proxy.reset();
    createOrder();
    await rm(file);
    await mkdir(file);
    expect(getOnlyError(await place(input)).code).toBe('OUTCOME_UNKNOWN');
    await rmdir(file);
    expect(textAt(await place(input), 'shipment.number')).toBe('ORD-1');
    expect(countSentOrders()).toBe(1);
  });
});
