import { z } from 'zod';
import {
  type Call,
  createCall,
  createShipmentBody,
  productSchema,
  register,
  type User,
} from '#tests/rest-api/calls.ts';
import { runLoad } from '../load.ts';
import { report } from '../measurement.ts';

const clientCount = 50;
const copyCount = 20;

/** Lets 50 users simultaneously order one copy each of a product that has 20 copies left. */
export async function benchmarkLastCopies(url: string, engine: string): Promise<void> {
  const call = createCall(url);
  const users = await registerAll(call);
  // Each round sells out its product, so the next round needs another one.
  for (const productId of [4001, 4002, 4003]) await orderSimultaneously(url, call, users, productId, engine);
}

async function registerAll(call: Call): Promise<User[]> {
  const users: User[] = [];
  while (users.length < clientCount) users.push(await register(call));
  return users;
}

async function orderSimultaneously(
  url: string,
  call: Call,
  users: User[],
  productId: number,
  engine: string,
): Promise<void> {
  const readStock = async () =>
    productSchema.parse((await call(`GET /getproductbyid/${productId}`)).body).remainingQuantity;
  const before = await readStock();
  if (before !== copyCount) throw new Error(`Product ${productId} has ${before} copies, not ${copyCount}.`);
  const calls = users.map((user) => ({
    method: 'POST',
    path: '/createShipment',
    headers: { 'content-type': 'application/json', 'idempotency-key': `rush-${productId}-${user.id}` },
    body: JSON.stringify(createShipmentBody(user, [{ productId, quantity: 1 }])),
  }));
  const { statuses, max, median } = await runLoad({ url, connections: clientCount, calls });
  const remaining = z.int().parse(await readStock());
  const { 201: sold = 0, 409: rejected = 0 } = statuses;
  report({
    name: `POST /createShipment, ${engine}, ${clientCount} clients order the last ${copyCount} copies`,
    measured: `${sold} sold, ${rejected} rejected, ${remaining} left`,
    limit: `${copyCount} sold`,
    isMet: sold === copyCount && rejected === clientCount - copyCount && remaining === 0,
  });
  report({
    name: '  response time',
    measured: `${max.toFixed(0)} ms at most, median ${median.toFixed(0)} ms`,
    limit: 'at most 2,000 ms',
    isMet: max <= 2000,
  });
}
