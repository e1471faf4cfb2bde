import { getNamedType, isRequiredArgument } from 'graphql';
import { SignJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { constantTypes } from '#gateway/graphql/execution/compile.ts';
import { at, encodeNodeId, listAt, mutate, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createProductRecord, homeAddress } from './rest-records.ts';
import { listSchemaMutations, listSchemaQueries } from './schema-fields.ts';
import { generateOperation } from './schema-operations.ts';

const rest = setUpRestHost();
let shop: TestGateway | undefined;
afterAll(() => shop?.close());

/** Data that only shopper 8 may read. Each text occurs nowhere else. */
const secrets = {
  username: 'Otto Otherman',
  email: 'otto@private.example',
  contact: '9000000002',
  address: '77 Hidden Lane',
  landmark: 'Behind the hidden mill',
  order: 'ORD-PRIVATE',
  trackingNo: 'TRACK-PRIVATE',
};
const password = 'password of the other';

function fillHost(): void {
  const { username, email, contact, address, landmark, order, trackingNo } = secrets;
  Object.assign(rest.host.getShopper(8), {
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
    cancellable: true,
    trackingNo,
    address,
    shipmentProducts: [{ productId: 2, quantity: 2 }],
  });
  // The shopper who tries to read this data has a cart and a wish list, too.
  Object.assign(rest.host.getShopper(7), { productIds: [1], wishlistProductIds: [2] });
}

/** Tokens derived from `token` with other claims or an invalid signature. */
async function forgeTokens(token: string) {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const decode = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString());
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const otherKey = new TextEncoder().encode('a secret of somebody else, quite long');
  const algorithm = { ...decode(head), alg: 'HS256' };
  return {
    'a token signed with another secret': await new SignJWT(decode(claims))
      .setProtectedHeader(algorithm)
      .sign(otherKey),
    'a token with the algorithm none': `${encode({ ...decode(head), alg: 'none' })}.${claims}.`,
    'a token without a signature': `${head}.${claims}.`,
    'a token with a later expiry': `${head}.${encode({ ...decode(claims), exp: 9_999_999_999 })}.${signature}`,
  };
}

/** The tokens of callers who must not see data of shopper 8. */
let callers: Record<string, string | undefined>;
/** A token of shopper 8 that is still valid. */
let ownerToken: string;
/** The idempotency key and the cursor of an order of shopper 8. */
let idempotencyKey: string;
let cursor: string;
beforeEach(async () => {
  fillHost();
  if (shop !== undefined) return;
  shop = await startGateway();
  ownerToken = await signIn(shop, secrets.contact, password);
  const revokedToken = await signIn(shop, secrets.contact, password);
  idempotencyKey = 'the-key-of-the-other-shopper';
  const input = {
    source: 'SINGLE_PRODUCT',
    lines: [{ productId: '2', quantity: 1 }],
    addressId: '12',
    expectedTotal: 142,
    idempotencyKey,
  };
  const order = await mutate(shop.graphql, 'createShipment', input, 'shipment { id }', revokedToken);
  expect(order.userErrors).toEqual([]);
  const { data } = await shop.graphql('{ user { orders { pageInfo { endCursor } } } }', {}, revokedToken);
  cursor = textAt(data, 'user.orders.pageInfo.endCursor');
  await shop.graphql('mutation { logout { loggedOut } }', {}, revokedToken);
  const token = await signIn(shop);
  const [head, , signature] = token.split('.');
  callers = {
    'shopper 7': token,
    'a visitor': undefined,
    'a revoked token': revokedToken,
    'a token with the claims of shopper 8 and the signature of another token': `${head}.${revokedToken.split('.')[1]}.${signature}`,
    ...(await forgeTokens(revokedToken)),
  };
});

async function execute(operation: string, token: string | undefined) {
  if (shop === undefined) throw new Error('The gateway is not running');
  return shop.graphql(operation, {}, token);
}

/** The ids of objects that only shopper 8 may read. */
const listIdsOfShopper8 = () => [
  encodeNodeId('User', 8),
  encodeNodeId('Cart', 8),
  encodeNodeId('Wishlist', 8),
  encodeNodeId('CartLine', '8:2'),
  encodeNodeId('Address', '8:12'),
  encodeNodeId('Shipment', secrets.order),
];

const listOrdersOfShopper8 = () => rest.host.orders.filter(({ userEmail }) => userEmail === secrets.email);

/** The value of an argument. Where it can identify a shopper's data, it identifies the data of shopper 8. */
function getValueOfShopper8(type: string, name: string): unknown {
  const values: Record<string, unknown> = {
    productId: '2',
    ids: encodeNodeId('Shipment', secrets.order),
    orderId: encodeNodeId('Shipment', secrets.order),
    addressId: encodeNodeId('Address', '8:12'),
    couponId: '1',
    id: encodeNodeId('User', 8),
    idempotencyKey,
    email: secrets.email,
    contact: secrets.contact,
    after: cursor,
    otp: '000000',
    resetToken: 'guessed',
    username: 'Reader',
    pincode: '412105',
    // Enough for all records of shopper 8.
    first: 2,
  };
  if (name in values) return values[name];
  if (type === 'ID') return '8';
  if (type === 'String') return 'text';
  return type === 'Boolean' ? true : 1;
}

const operations = [
  ...listSchemaQueries().map((field) => ['query', field] as const),
  ...listSchemaMutations().map((field) => ['mutation', field] as const),
].flatMap(([kind, field]) =>
  [false, true].map((includeOptional) => ({
    title: `${kind} ${field.name}${includeOptional ? ' with optional arguments' : ''}`,
    createOperation: () =>
      generateOperation(kind, field, { includeOptional, getScalarValue: getValueOfShopper8 }),
  })),
);

describe('another shopper\u2019s data', () => {
  it.each(operations.map(({ title, createOperation }): [string, () => string] => [title, createOperation]))(
    'can be neither read nor changed by: %s',
    async (_, createOperation) => {
      const before = structuredClone([rest.host.getShopper(8), listOrdersOfShopper8()]);
      const operation = createOperation();
      for (const [caller, token] of Object.entries(callers)) {
        const result = await execute(operation, token);
        // The generated operation must be valid and within the cost limit.
        for (const { extensions } of result.errors)
          expect(String(extensions.code)).not.toMatch(/^(GRAPHQL|QUERY)_/);
        const text = JSON.stringify(result);
        for (const secret of Object.values(secrets)) expect(text, caller).not.toContain(secret);
        for (const id of listIdsOfShopper8()) expect(text, caller).not.toContain(id);
      }
      expect([rest.host.getShopper(8), listOrdersOfShopper8()]).toEqual(before);
    },
  );

  it('can be read by the query `user` with that shopper\u2019s own token', async () => {
    const user = listSchemaQueries().find(({ name }) => name === 'user');
    if (user === undefined) throw new Error('The schema has no query `user`');
    const operation = generateOperation('query', user, {
      includeOptional: false,
      getScalarValue: getValueOfShopper8,
    });
    const text = JSON.stringify((await execute(operation, ownerToken)).data);
    for (const secret of Object.values(secrets)) expect(text).toContain(secret);
  });
});

describe('an object of another shopper', () => {
  it('is returned to that shopper, but not to others who know its id', async () => {
    const ids = listIdsOfShopper8();
    const operation = `{ nodes(ids: ${JSON.stringify(ids)}) { __typename id } }`;
    for (const [caller, token] of Object.entries(callers)) {
      const { data, errors } = await execute(operation, token);
      expect(data, caller).toEqual({ nodes: ids.map(() => null) });
      for (const { extensions } of errors) expect(extensions.code, caller).toBe('UNAUTHENTICATED');
    }
    const { data } = await execute(operation, ownerToken);
    expect(listAt(data, 'nodes').map((node) => at(node, 'id'))).toEqual(ids);
  });
});

/** Executes an operation as a shopper or a visitor. Each call has a gateway of its own, whose caches are empty. */
async function executeAlone(operation: string, isSignedIn: boolean) {
  const gateway = await startGateway({ config: { sessionSecret: 'the same secret for all gateways here' } });
  const token = isSignedIn ? await signIn(gateway, secrets.contact, password) : undefined;
  const { data, errors } = await gateway.graphql(operation, {}, token);
  await gateway.close();
  expect(errors).toEqual([]);
  return JSON.stringify(data).replaceAll(gateway.url, '');
}

describe('a type whose objects are cached for all clients', () => {
  it.each([...constantTypes])(
    'has the same field values for a shopper as for a visitor: %s',
    async (typeName) => {
      // The shopper has product 2 in the cart, on the wish list and among the orders.
      Object.assign(rest.host.getShopper(8), { productIds: [2], wishlistProductIds: [2] });
      const query = listSchemaQueries().find(
        ({ type, args }) => getNamedType(type).name === typeName && args.every(isRequiredArgument),
      );
      if (query === undefined) throw new Error(`The schema has no query of type ${typeName}`);
      const isbn = '9788174341100';
      rest.host.products = [1, 2, 3].map((id) => createProductRecord(id, id === 2 ? { isbnId: isbn } : {}));
      const getScalarValue = (type: string) => (type === 'String' ? isbn : 1);
      const operation = generateOperation('query', query, { includeOptional: true, getScalarValue });
      const visitorData = await executeAlone(operation, false);
      expect(visitorData).toContain('"sku":"2"');
      expect(await executeAlone(operation, true)).toBe(visitorData);
    },
  );
});
