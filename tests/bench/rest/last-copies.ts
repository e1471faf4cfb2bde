import { z } from 'zod';
import { type Call, callsTo, productSchema, register, shipmentOf, type User } from '#tests/rest-api/calls.ts';
import { load } from '../load.ts';
import { tell } from '../measurement.ts';

const clients = 50;
const copies = 20;

/** 50 clients, each a user of its own, want one of the last 20 copies at the same moment. */
export async function benchLastCopies(url: string, engine: string): Promise<void> {
  const call = callsTo(url);
  const users = await registerAll(call);
  // Some product has been wanted before: each round takes one with all its copies.
  for (const productId of [4001, 4002, 4003]) await rush(url, call, users, productId, engine);
}

async function registerAll(call: Call): Promise<User[]> {
  const users: User[] = [];
  while (users.length < clients) users.push(await register(call));
  return users;
}

async function rush(
  url: string,
  call: Call,
  users: User[],
  productId: number,
  engine: string,
): Promise<void> {
  const stock = async () =>
    productSchema.parse((await call(`GET /getproductbyid/${productId}`)).body).remainingQuantity;
  const before = await stock();
  if (before !== copies) throw new Error(`Product ${productId} has ${before} copies, not ${copies}.`);
  const calls = users.map((user) => ({
    method: 'POST',
    path: '/createShipment',
    headers: { 'content-type': 'application/json', 'idempotency-key': `rush-${productId}-${user.id}` },
    body: JSON.stringify(shipmentOf(user, [{ productId, quantity: 1 }])),
  }));
  const { statuses, longest, median } = await load({ url, connections: clients, calls });
  const left = z.int().parse(await stock());
  const { 201: sold = 0, 409: refused = 0 } = statuses;
  const allAnswered = sold === copies && refused === clients - copies && left === 0;
  tell({
    what: `POST /createShipment, ${engine}, ${clients} clients want the last ${copies} copies`,
    measured: `${sold} sold, ${refused} refused, ${left} left`,
    bound: `${copies} sold`,
    holds: allAnswered,
  });
  tell({
    what: '  how long a client waited',
    measured: `${longest.toFixed(0)} ms at most, ${median.toFixed(0)} ms in the middle`,
    bound: 'at most 2,000 ms',
    holds: longest <= 2000,
  });
}
