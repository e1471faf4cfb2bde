import { SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mutate, textAt } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { homeAddress } from './rest-records.ts';
import { operationOf } from './schema-operations.ts';
import { mutationsOfSchema, queriesOfSchema } from './schema-walk.ts';

const rest = restSide();
let shop: TestGateway | undefined;
afterAll(() => shop?.close());

/** What only shopper 8 may read: each a text that nothing else holds. */
const secrets = {
  username: 'Otto Otherman',
  email: 'otto@private.example',
  contact: '9000000002',
  address: '77 Hidden Lane',
  landmark: 'Behind the secret door',
  order: 'ORD-PRIVATE',
  trackingNo: 'TRACK-PRIVATE',
};
const password = 'password of the other';

function fillHost(): void {
  const { username, email, contact, address, landmark, order, trackingNo } = secrets;
  Object.assign(rest.host.shopper(8), {
    username,
    email,
    contact,
    addresses: [{ ...homeAddress, id: 12, address, landmark }],
  });
  rest.host.passwords.set(contact, password);
  rest.host.orders.push({
    orderId: order,
    userEmail: email,
    orderDate: '2026-11-20',
    totalPrice: 222,
    status: 'Paid',
    trackingNo,
    address,
    shipmentProducts: [{ productId: 2, quantity: 2 }],
  });
  // The caller of the walk has something of each kind too.
  Object.assign(rest.host.shopper(7), { productIds: [1], wishlistProductIds: [2] });
}

/** A session's token with other contents, or signed otherwise. */
async function forged(token: string) {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const decoded = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString());
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const otherKey = new TextEncoder().encode('a secret of somebody else, quite long');
  const algorithm = { ...decoded(head), alg: 'HS256' };
  return {
    'signed by another secret': await new SignJWT(decoded(claims))
      .setProtectedHeader(algorithm)
      .sign(otherKey),
    'with the algorithm none': `${encoded({ ...decoded(head), alg: 'none' })}.${claims}.`,
    'without a signature': `${head}.${claims}.`,
    'of a later end': `${head}.${encoded({ ...decoded(claims), exp: 9_999_999_999 })}.${signature}`,
  };
}

/** The callers who must learn nothing of shopper 8, by who they are. */
let callers: Record<string, string | undefined>;
/** A session of shopper 8 that is still open. */
let owner: string;
/** The key and the cursor of shopper 8's own order. */
let key: string;
let cursor: string;
beforeEach(async () => {
  fillHost();
  if (shop !== undefined) return;
  shop = await startGateway();
  owner = await signIn(shop, secrets.contact, password);
  const other = await signIn(shop, secrets.contact, password);
  key = 'the-key-of-the-other-shopper';
  const input = {
    source: 'SINGLE_PRODUCT',
    lines: [{ productId: '2', quantity: 1 }],
    addressId: '12',
    expectedTotal: 142,
    idempotencyKey: key,
  };
  const order = await mutate(shop.graphql, 'createShipment', input, 'shipment { id }', other);
  expect(order.userErrors).toEqual([]);
  const { data } = await shop.graphql('{ user { orders { pageInfo { endCursor } } } }', {}, other);
  cursor = textAt(data, 'user.orders.pageInfo.endCursor');
  await shop.graphql('mutation { logout { loggedOut } }', {}, other);
  const own = await signIn(shop);
  const [head, , signature] = own.split('.');
  callers = {
    'another shopper': own,
    nobody: undefined,
    'a revoked token': other,
    'an own token with the other\u2019s claims': `${head}.${other.split('.')[1]}.${signature}`,
    ...(await forged(other)),
  };
});

async function ask(operation: string, token: string | undefined) {
  if (shop === undefined) throw new Error('no gateway runs');
  return shop.graphql(operation, {}, token);
}

const ordersOfTheOther = () => rest.host.orders.filter(({ userEmail }) => userEmail === secrets.email);

/** Values that stand for shopper 8's things wherever the schema takes an id or a name. */
function ofTheOther(type: string, name: string): unknown {
  const known: Record<string, unknown> = {
    productId: '2',
    ids: '2',
    addressId: '12',
    couponId: '1',
    id: '8',
    idempotencyKey: key,
    email: secrets.email,
    contact: secrets.contact,
    after: cursor,
    otp: '000000',
    resetToken: 'guessed',
    username: 'Reader',
    pincode: '411030',
    // None of the pages hold more than there is of the other shopper's.
    first: 2,
  };
  if (name in known) return known[name];
  if (type === 'ID') return '8';
  if (type === 'String') return 'some text of the caller';
  return type === 'Boolean' ? true : 1;
}

const operations = [
  ...queriesOfSchema().map((field) => ['query', field] as const),
  ...mutationsOfSchema().map((field) => ['mutation', field] as const),
].flatMap(([kind, field]) =>
  [false, true].map((withOptional) => ({
    title: `${kind} ${field.name}${withOptional ? ' with every argument' : ''}`,
    text: () => operationOf(kind, field, { withOptional, scalar: ofTheOther }),
  })),
);

describe('another shopper\u2019s data', () => {
  it.each(operations.map(({ title, text }): [string, () => string] => [title, text]))(
    'is neither read nor changed by: %s',
    async (_, text) => {
      const before = structuredClone([rest.host.shopper(8), ordersOfTheOther()]);
      const operation = text();
      for (const [caller, token] of Object.entries(callers)) {
        const answer = await ask(operation, token);
        for (const { extensions } of answer.errors)
          expect(String(extensions.code)).not.toMatch(/^(GRAPHQL|QUERY)_/);
        const told = JSON.stringify(answer);
        for (const secret of Object.values(secrets)) expect(told, caller).not.toContain(secret);
        expect(told, caller).not.toMatch(/"(user|shipment)":\{"id":"(8|ORD-PRIVATE)"/);
      }
      expect([rest.host.shopper(8), ordersOfTheOther()]).toEqual(before);
    },
  );

  it('is what the same walk reads with that shopper\u2019s own token', async () => {
    const user = queriesOfSchema().find(({ name }) => name === 'user');
    if (user === undefined) throw new Error('nobody can be asked for');
    const operation = operationOf('query', user, { withOptional: false, scalar: ofTheOther });
    const told = JSON.stringify((await ask(operation, owner)).data);
    for (const secret of Object.values(secrets)) expect(told).toContain(secret);
  });
});
