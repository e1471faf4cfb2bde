import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { median } from '../compare.ts';
import { runLoad } from '../load.ts';
import { report, withMinRatio } from '../measurement.ts';
import { generateProduct } from '../products.ts';
import type { Server } from '../servers.ts';
import { createGraphQLCall, listQuery, send } from './graphql-calls.ts';
import { connections, loadConditions, type Processes, productCount } from './setup.ts';
import { registerAndSignIn, type SignedInShopper } from './shopper-account.ts';

const maxOrdersPerMinute = 50;
/** Periods without orders and periods with orders alternate. */
const periodMs = 12_000;
const periodPairCount = 3;
/** How long visitors browse before the first period. */
const warmUpMs = 2_000;
/** How long the gateway may still be busy with an order after placing it. */
const settlingMs = 2_000;
/** Shipping for an order of a single product, in rupees (requirements.md 9). */
const shipping = 40;

const productQuery = `query Product($id: ID!) {
  product(id: $id) { id name price mrp available remainingQuantity description images related { id name price } }
}`;

const orderMutation = `mutation Order($input: CreateShipmentInput!) {
  createShipment(input: $input) { shipment { id } userErrors { code } }
}`;

const orderResponseSchema = z.object({
  data: z.object({ createShipment: z.object({ shipment: z.object({ id: z.string() }) }) }),
});

const browsedProductCount = 400;

/** Visitors browse a list of each category and the pages of products, some of which are being ordered. */
const browsingCalls = [
  ...Array.from({ length: 40 }, (_, index) =>
    createGraphQLCall(listQuery, { filter: { categories: [`Category ${index}`] } }),
  ),
  ...Array.from({ length: browsedProductCount }, (_, index) =>
    createGraphQLCall(productQuery, { id: String(index * 10 + 1) }),
  ),
];

/** The throughput of browsing visitors while orders are being placed, compared with the throughput without orders. */
export async function benchmarkOrders(processes: Processes): Promise<void> {
  const gateway = await processes.startReadyGateway(await processes.startHost(productCount));
  const shopper = await registerAndSignIn(gateway);
  await browse(gateway, warmUpMs);
  const ratios: number[] = [];
  const rates: { withOrders: number[]; withoutOrders: number[] } = { withOrders: [], withoutOrders: [] };
  for (let pair = 0; pair < periodPairCount; pair += 1) {
    const withoutOrders = await browse(gateway, periodMs);
    const [withOrders] = await Promise.all([browse(gateway, periodMs), placeOrders(gateway, shopper)]);
    rates.withOrders.push(withOrders);
    rates.withoutOrders.push(withoutOrders);
    ratios.push(withOrders / withoutOrders);
    await sleep(settlingMs);
  }
  const line = {
    name: `browsing with up to ${maxOrdersPerMinute} orders per minute, ${loadConditions}`,
    measured: `${median(rates.withOrders).toFixed(0)}/s`,
    reference: `no orders ${median(rates.withoutOrders).toFixed(0)}/s`,
    ratio: median(ratios),
  };
  report(withMinRatio(line, 0.9));
}

/** Sends visitors' requests for the given time. Returns the responses per second. */
async function browse({ url }: Server, durationMs: number): Promise<number> {
  const { rate, statuses } = await runLoad({ url, connections, calls: browsingCalls, durationMs }, true);
  const failures = Object.keys(statuses).filter((status) => status !== '200');
  if (failures.length > 0) throw new Error(`Unexpected status of a response: ${failures.join(', ')}.`);
  return rate;
}

let orderCount = 0;

/** Places orders of different products, with equal pauses between them, for one period. */
async function placeOrders(gateway: Server, { headers, addressId }: SignedInShopper): Promise<void> {
  const pauseMs = 60_000 / maxOrdersPerMinute;
  const endsAt = performance.now() + periodMs;
  while (performance.now() < endsAt) {
    const index = (orderCount * 10) % (browsedProductCount * 10);
    orderCount += 1;
    const input = {
      source: 'SINGLE_PRODUCT',
      lines: [{ productId: String(index + 1), quantity: 1 }],
      addressId,
      expectedTotal: generateProduct(index).price + shipping,
      idempotencyKey: randomUUID(),
    };
    const { body } = await send(gateway, createGraphQLCall(orderMutation, { input }, headers));
    orderResponseSchema.parse(JSON.parse(body), { error: () => `The order failed: ${body}` });
    await sleep(pauseMs);
  }
}
