import { beforeEach, describe, expect, it } from 'vitest';
import { at, capitalize, encodeNodeId, getOnlyError, listAt, textAt } from './graphql-call.ts';
import { type SignedInSetup, setUpSignedInShopper, signIn } from './harness.ts';
import { newAddress as address, createProductRecord } from './rest-records.ts';

const rest: SignedInSetup = setUpSignedInShopper((host) => {
  host.products = [
    createProductRecord(1, { isbnId: '978-81-7434-110-5' }),
    createProductRecord(2, { isbnId: '0-306-40615-2' }),
    createProductRecord(3, { isbnId: 'ABC-123' }),
  ];
  Object.assign(host.getShopper(7), { productIds: [2], wishlistProductIds: [3] });
});

async function query(operation: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const { data, errors } = await rest.shop.graphql(operation, variables, rest.token);
  expect(errors).toEqual([]);
  return data;
}

const order = {
  source: 'SINGLE_PRODUCT',
  lines: [{ productId: encodeNodeId('Product', 1), quantity: 1 }],
  addressId: encodeNodeId('Address', '7:11'),
  couponId: encodeNodeId('Coupon', 1),
  expectedTotal: 130.9,
  idempotencyKey: 'order-by-global-ids',
};

describe('the id of an object', () => {
  beforeEach(async () => {
    expect((await rest.call('createShipment', order)).userErrors).toEqual([]);
  });

  const allObjectsQuery = `{
    products { nodes { id } }
    categories { id } publishers { id } authors { id } languages { id }
    coupons { id } notifications { id } slides { id } marketingPosts { id }
    user { id addresses { id } cart { id lines { id } } wishlist { id } orders { nodes { id } } }
  }`;

  it('is unique among all types, and finds the object again with `nodes`', async () => {
    const ids = [...JSON.stringify(await query(allObjectsQuery)).matchAll(/"id":"([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(ids).toHaveLength(17);
    expect(new Set(ids).size).toBe(ids.length);
    const nodes = listAt(
      await query('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids }),
      'nodes',
    );
    expect(nodes.map((node) => at(node, 'id'))).toEqual(ids);
    expect(nodes.map((node) => textAt(node, '__typename'))).toEqual([
      ...Array(3).fill('Product'),
      'Category',
      'Publisher',
      'Author',
      'Language',
      'Coupon',
      'Notification',
      'Slide',
      'MarketingPost',
      'User',
      'Address',
      'Cart',
      'CartLine',
      'Wishlist',
      'Shipment',
    ]);
  });

  it('finds the object and its fields with `node`', async () => {
    const data = await query(
      `query ($product: ID!, $category: ID!, $cart: ID!, $line: ID!, $address: ID!, $order: ID!) {
        product: node(id: $product) { ... on Product { sku name } }
        category: node(id: $category) { ... on Category { name productCount } }
        cart: node(id: $cart) { ... on Cart { unitCount lines { quantity } } }
        line: node(id: $line) { ... on CartLine { quantity product { sku } } }
        address: node(id: $address) { ... on Address { pincode } }
        order: node(id: $order) { ... on Shipment { number totalPrice } }
      }`,
      {
        product: encodeNodeId('Product', 1),
        category: encodeNodeId('Category', 'Novels'),
        cart: encodeNodeId('Cart', 7),
        line: encodeNodeId('CartLine', '7:2'),
        address: encodeNodeId('Address', '7:11'),
        order: encodeNodeId('Shipment', 'ORD-1'),
      },
    );
    expect(data).toEqual({
      product: { sku: '1', name: 'Book 1' },
      category: { name: 'Novels', productCount: 3 },
      cart: { unitCount: 1, lines: [{ quantity: 1 }] },
      line: { quantity: 1, product: { sku: '2' } },
      address: { pincode: '412105' },
      order: { number: 'ORD-1', totalPrice: 130.9 },
    });
  });
});

describe('`nodes`', () => {
  it('returns null for objects that do not exist, and for texts that are not ids', async () => {
    const ids = [
      encodeNodeId('Product', 99),
      encodeNodeId('Author', ''),
      '1',
      '',
      encodeNodeId('Shop', 1),
      encodeNodeId('Product', 2),
    ];
    const data = await query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(data).toEqual({ nodes: [null, null, null, null, null, { id: encodeNodeId('Product', 2) }] });
  });

  it('accepts at most 100 ids', async () => {
    const ids = Array.from({ length: 101 }, (_, key) => encodeNodeId('Product', key));
    const { errors } = await rest.shop.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(errors).toMatchObject([
      {
        message: "The argument 'ids' has 101 ids: at most 100 are allowed.",
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });
});

describe('a product', () => {
  it('is found by its id, its SKU, its ISBN or, as before version 1, by its SKU in the argument `id`', async () => {
    const data = await query(
      `query ($id: ID!) {
        byId: product(id: $id) { sku } bySku: product(sku: "2") { sku } byFormerId: product(id: 2) { sku }
        byIsbn10: product(isbn: "0306406152") { sku } byIsbn13: product(isbn: "978 0306 406157") { sku }
        byNone: product(sku: "99") { sku } byOtherText: product(isbn: "a title") { sku }
      }`,
      { id: encodeNodeId('Product', 2) },
    );
    const found = { sku: '2' };
    expect(data).toEqual({
      byId: found,
      bySku: found,
      byFormerId: found,
      byIsbn10: found,
      byIsbn13: found,
      byNone: null,
      byOtherText: null,
    });
  });

  it.each(['', '(id: "1", sku: "1")', '(sku: "1", isbn: "1")', '(id: null)'])(
    'needs exactly one argument: product%s is rejected',
    async (args) => {
      const { errors } = await rest.shop.graphql(`{ product${args} { id } }`);
      expect(errors).toMatchObject([
        {
          message: "Give exactly one of the arguments 'id', 'sku' and 'isbn'.",
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ]);
    },
  );

  it.each([
    ['९७८०३०६४०६१५७', '2'],
    ['“9780306406157”.', '2'],
    ['abc 123', '3'],
    ['ABC-12', null],
  ])(
    'is found by an ISBN or the shop\u2019s own code as readers type it, but not by a part of the code: %s',
    async (isbn, sku) => {
      const operation =
        'query ($isbn: String!) { product(isbn: $isbn) { sku } products(search: $isbn) { nodes { sku } } }';
      const product = sku === null ? null : { sku };
      const nodes = product === null ? [] : [product];
      expect(await query(operation, { isbn })).toEqual({ product, products: { nodes } });
    },
  );

  it('is found together with others by ISBN-10 or ISBN-13, at most 100 at a time', async () => {
    const isbns = ['9780306406157', '9788174341105', '0306406153', 'NO isbn', '', '0-306-40615-2'];
    expect(
      await query('query ($isbns: [String!]!) { productsByIsbn(isbns: $isbns) { sku } }', { isbns }),
    ).toEqual({ productsByIsbn: [{ sku: '2' }, { sku: '1' }, null, null, null, { sku: '2' }] });
    const { errors } = await rest.shop.graphql(
      'query ($isbns: [String!]!) { productsByIsbn(isbns: $isbns) { sku } }',
      { isbns: Array.from({ length: 101 }, String) },
    );
    expect(errors[0]?.message).toBe("The argument 'isbns' has 101 ISBNs: at most 100 are allowed.");
  });
});

describe('an input', () => {
  it.each([
    ['its id in the schema', encodeNodeId('Product', 1)],
    ['its id on the host, as before version 1', '1'],
  ])('identifies a product by %s', async (_, productId) => {
    const added = await rest.call('addToCart', { productId }, 'cart { lines { product { sku } } }');
    expect(added).toMatchObject({
      cart: { lines: [{ product: { sku: '2' } }, { product: { sku: '1' } }] },
      userErrors: [],
    });
    for (const [mutation, input] of [
      ['setCartQuantity', { quantity: 2 }],
      ['removeFromCart', {}],
      ['addToWishlist', {}],
      ['moveToCart', {}],
      ['removeFromWishlist', {}],
    ] as const) {
      expect((await rest.call(mutation, { productId, ...input })).userErrors, mutation).toEqual([]);
    }
    expect(rest.host.getShopper(7).productIds).toEqual([2, 1]);
  });

  it.each([
    ['addToCart', { productId: encodeNodeId('Author', 'A. Writer') }, 'productId', 'Author', 'Product'],
    ['updateAddress', { addressId: encodeNodeId('Cart', 7), address }, 'addressId', 'Cart', 'Address'],
    ['createShipment', { ...order, couponId: encodeNodeId('Product', 1) }, 'couponId', 'Product', 'Coupon'],
  ])('of %s rejects an id of another type', async (mutation, input, field, type, expected) => {
    const { errors } = await rest.shop.graphql(
      `mutation ($input: ${capitalize(mutation)}Input!) { ${mutation}(input: $input) { userErrors { code } } }`,
      { input },
      rest.token,
    );
    expect(errors).toMatchObject([
      {
        message: `The id in '${field}' is of type ${type}: give an id of type ${expected}.`,
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });

  it.each(['updateAddress', 'removeAddress'])(
    'of %s accepts the schema id of an address, but not that of another shopper\u2019s address',
    async (mutation) => {
      const fields = { ...(mutation === 'updateAddress' && { address: { ...address, city: 'Nashik' } }) };
      // Another shopper has an address with the same id on the host.
      Object.assign(rest.host.getShopper(8), { addresses: [{ ...address, id: 11 }] });
      const rejected = await rest.call(mutation, { addressId: encodeNodeId('Address', '8:11'), ...fields });
      expect(getOnlyError(rejected).code).toBe('ADDRESS_NOT_FOUND');
      expect(rest.host.getShopper(7).addresses).toMatchObject([{ id: 11, city: 'Pune' }]);
      const accepted = await rest.call(mutation, { addressId: encodeNodeId('Address', '7:11'), ...fields });
      expect(accepted.userErrors).toEqual([]);
      expect(rest.host.getShopper(7).addresses).toMatchObject(
        mutation === 'updateAddress' ? [{ id: 11, city: 'Nashik' }] : [],
      );
    },
  );
});

it('an ended session is reported for the id of a shopper\u2019s object, but not for that of a product', async () => {
  const token = await signIn(rest.shop);
  await rest.shop.graphql('mutation { logout { userErrors { code } } }', {}, token);
  const fetchNode = (id: string) =>
    rest.shop.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, token);
  expect((await fetchNode(encodeNodeId('Cart', 7))).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  expect((await fetchNode(encodeNodeId('Product', 1))).data).toEqual({
    node: { id: encodeNodeId('Product', 1) },
  });
  const ids = [encodeNodeId('Product', 1), encodeNodeId('User', 7), encodeNodeId('Product', 2)];
  const { data, errors } = await rest.shop.graphql(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids },
    token,
  );
  expect(data).toEqual({ nodes: [{ id: ids[0] }, null, { id: ids[2] }] });
  expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'UNAUTHENTICATED' } }]);
});
