import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { scalars } from '#gateway/graphql/scalars.ts';
import { schemaText } from '#gateway/graphql/server.ts';
import { at } from './graphql-call.ts';
import { setUpSignedInShopper } from './harness.ts';

const schema = buildSchema(schemaText);
const declared = Object.values(schema.getTypeMap()).filter(
  (type) => isScalarType(type) && !isSpecifiedScalarType(type),
);

describe('the scalars of the schema', () => {
  it('are all implemented', () => {
    expect(Object.keys(scalars).sort()).toEqual(declared.map(({ name }) => name).sort());
  });

  it('all name their specification', () => {
    for (const type of declared) expect(type, type.name).toHaveProperty('specifiedByURL', expect.any(String));
  });

  it.each([
    ['Date', '2026-11-20', '2026-02-30'],
    ['Date', '2024-02-29', '2026-11-20T09:30:00Z'],
    ['DateTime', '2026-11-20T09:30:00Z', '2026-11-20'],
    ['DateTime', '2026-11-20T09:30:00.123Z', '2026-11-20T09:30:00+05:30'],
    ['URL', 'https://shop.example/a.jpg?width=80', '/a.jpg'],
    ['URL', 'http://127.0.0.1:4000/media/x', 'javascript:alert(1)'],
    ['URL', 'HTTPS://shop.example', 'https://'],
    ['URL', 'https://shop.example/%E0%A4', 5],
  ] as const)('are validated: %s accepts %s, but not %o', (name, valid, invalid) => {
    const { serialize, parseValue } = scalars[name];
    expect([serialize(valid), parseValue(valid)]).toEqual([valid, valid]);
    // A wrong value in a response is not the client's mistake. It causes a TypeError, whose message clients do not see.
    expect(() => serialize(invalid)).toThrow(TypeError);
    expect(() => parseValue(invalid)).toThrow(`${JSON.stringify(invalid)} is not a`);
  });
});

describe('an invalid amount in a query', () => {
  const setup = setUpSignedInShopper();

  it.each(['"abc"', '[5]', '2000000000', '-1', '0.001'])(
    'is quoted in the error message, with the valid range: %s',
    async (amount) => {
      const { errors } = await setup.shop.graphql(
        `{ products(filter: { minPrice: ${amount} }) { totalCount } }`,
      );
      expect(errors[0]?.message).toContain(
        `${amount} is not an amount in rupees: it must be a number from 0 to 1000000000`,
      );
    },
  );
});

describe('a response', () => {
  const setup = setUpSignedInShopper();

  it('contains dates, instants and URLs in the declared formats', async () => {
    const { host, shop, token } = setup;
    host.orders.push({
      userEmail: 'reader@shop.example',
      orderId: 1,
      orderDate: '2026-11-20',
      totalPrice: 1,
    });
    const input = { contact: '9000000001', password: 'right-password' };
    const login = await shop.graphql(
      'mutation ($input: LoginInput!) { login(input: $input) { expiresAt } }',
      { input },
    );
    expect(at(login.data, 'login.expiresAt')).toSatisfy(
      (value) => scalars.DateTime.serialize(value) === value,
    );
    const { data } = await shop.graphql(
      '{ user { orders { nodes { orderDate totalPrice } } } product(id: "1") { thumbnail } }',
      {},
      token,
    );
    expect(data).toMatchObject({ user: { orders: { nodes: [{ orderDate: '2026-11-20', totalPrice: 1 }] } } });
    expect(at(data, 'product.thumbnail')).toSatisfy((value) => scalars.URL.serialize(value) === value);
  });
});
