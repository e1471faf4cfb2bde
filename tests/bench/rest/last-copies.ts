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

const clients = 50;
const copies = 20;

/** 50 users order one of the last 20 copies at the same moment. */
export async function benchmarkLastCopies(url: string, engine: string): Promise<void> {
  const call = createCall(url);
  const users = await registerAll(call);
  // Each round sells out a product, so each needs another one.
  for (const productId of [4001, 4002, 4003]) await orderAtOnce(url, call, users, productId, engine);
}

async function registerAll(call: Call): Promise<User[]> {
  const users: User[] = [];
  while (users.length < clients) users.push(await register(call));
  return users;
}

async function orderAtOnce(
  url: string,
  call: Call,
  users: User[],
  productId: number,
  engine: string,
): Promise<void> {
  const readStock = async () =>
    productSchema.parse((await call(`GET /getproductbyid/${productId}`)).body).remainingQuantity;
  const before = await readStock();
  if (before !== copies) throw new Error(`Product ${productId} has ${before} copies, not ${copies}.`);
  const calls = users.map((user) => ({
    method: 'POST',
    path: '/createShipment',
    headers: { 'content-type': 'application/json', 'idempotency-key': `rush-${productId}-${user.id}` },
    body: JSON.stringify(createShipmentBody(user, [{ productId, quantity: 1 }])),
  }));
  const { statuses, max, median } = await runLoad({ url, connections: clients, calls });
  const left = z.int().parse(await readStock());
  const { 201: sold = 0, 409: rejected = 0 } = statuses;
  report({
    name: `POST /createShipment, ${engine}, ${clients} clients order the last ${copies} copies`,
    measured: `${sold} sold, ${rejected} rejected, ${left} left`,
    limit: `${copies} sold`,
    isMet: sold === copies && rejected === clients - copies && left === 0,
  });
  report({
    name: '  response time',
    measured: `${max.toFixed(0)} ms at most, median ${median.toFixed(0)} ms`,
    limit: 'at most 2,000 ms',
    isMet: max <= 2000,
  });
}
