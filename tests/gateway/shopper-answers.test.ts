import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';
import { homeAddress } from './rest-records.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const page = () => HttpResponse.html('\n<!doctype html><title>Sign in to the network</title>');
const { id: _id, ...address } = homeAddress;
const newReader = `username: "New", email: "new@shop.example", contact: "9812345678", password: "long enough",
  confirmPassword: "long enough", addresses: [{ ${Object.entries(address)
    .map(([name, value]) => `${name}: "${value}"`)
    .join(', ')} }]`;

describe('a page with status 200 is no answer', () => {
  it.each([
    ['loginByContact', 'login(input: { contact: "9000000001", password: "wrong" }) { token }', 'token'],
    [
      'getUserBycontact',
      'login(input: { contact: "9000000001", password: "right-password" }) { token }',
      'token',
    ],
    ['sendotp', 'requestPasswordReset(input: { email: "a@b.example" }) { message }', 'message'],
    [
      'verifyOTP',
      'verifyPasswordReset(input: { email: "a@b.example", otp: "1" }) { resetToken }',
      'resetToken',
    ],
    ['addUser', `register(input: { ${newReader} }) { registered }`, 'registered'],
    [
      'createContact',
      'createContact(input: { name: "A", phoneNumber: "1", remark: "b" }) { received }',
      'received',
    ],
  ])('to %s', async (endpoint, mutation, field) => {
    rest.server.use(http.all(`${hostUrl}/${endpoint}`, page));
    const { data, errors } = await shop.graphql(`mutation { done: ${mutation} }`);
    expect(at(data, `done.${field}`) ?? false).toBe(false);
    expect(JSON.stringify(errors)).not.toContain('network');
  });

  it.each([
    ['getUserById/:id', '{ user { id } }'],
    ['OrdersByUserEmail', '{ user { orders { totalCount } } }'],
  ])('to %s', async (endpoint, query) => {
    const token = await signIn(shop);
    rest.server.use(http.get(`${hostUrl}/${endpoint}`, page));
    const { errors } = await shop.graphql(query, {}, token);
    expect(errors).toMatchObject([
      { message: 'Failed to fetch user data', extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
  });

  it.each([
    ['updateUser/:id', 'addToCart(input: { productId: "1" })'],
    ['addToWishlist', 'addToWishlist(input: { productId: "1" })'],
    ['moveToCart', 'moveToCart(input: { productId: "3" })'],
    ['removeFromWishlist', 'removeFromWishlist(input: { productId: "3" })'],
    ['removeProductFromUser', 'removeFromCart(input: { productId: "2" })'],
    [
      'createShipment',
      'createShipment(input: { source: SINGLE_PRODUCT, lines: [{ productId: "1" }], addressId: "11", expectedTotal: 141, idempotencyKey: "answered-by-a-page" })',
    ],
  ])('to %s', async (endpoint, mutation) => {
    Object.assign(rest.host.shopper(7), { productIds: [2], wishlistProductIds: [3] });
    const token = await signIn(shop);
    rest.server.use(http.all(`${hostUrl}/${endpoint}`, page));
    const { data } = await shop.graphql(`mutation { done: ${mutation} { userErrors { code } } }`, {}, token);
    expect(data).toEqual({ done: { userErrors: [{ code: 'FAILED' }] } });
  });
});

describe('a shopper\u2019s record as other hosts give it', () => {
  const me = `{ user { username email addresses { landmark } cart { unitCount } wishlist { products { id } }
    orders { nodes { id totalPrice trackingNo address lines { productName quantity unitPrice } } } } }`;

  it.each([
    ['null for lists that are empty', { addresses: null, productIds: null, wishlistProductIds: null }],
    ['no lists at all', { addresses: undefined, productIds: undefined, wishlistProductIds: undefined }],
  ])('is read with %s', async (_, fields) => {
    const token = await signIn(shop);
    Object.assign(rest.host.shopper(7), fields);
    expect((await shop.graphql(me, {}, token)).data).toEqual({
      user: {
        username: 'Reader',
        email: 'reader@shop.example',
        addresses: [],
        cart: { unitCount: 0 },
        wishlist: { products: [] },
        orders: { nodes: [] },
      },
    });
  });

  it('is read with orders of text for numbers, without lines, and with fields nobody knows', async () => {
    const token = await signIn(shop);
    const userEmail = 'reader@shop.example';
    const ordered = { userEmail, orderDate: '2026-11-20T09:30:00', status: 'Paid', address: '12 Laxmi Road' };
    rest.host.orders.push(
      { ...ordered, orderId: 1, totalPrice: '249.50', trackingNo: '', shipmentProducts: null, carrier: {} },
      {
        ...ordered,
        orderId: 2,
        totalPrice: 100,
        shipmentProducts: [{ productName: 'Old book', quantity: '2', price: '30.25' }, {}],
      },
      { ...ordered, orderId: 3, totalPrice: 'free' },
    );
    const { data } = await shop.graphql(me, {}, token);
    const order = { trackingNo: null, address: '12 Laxmi Road' };
    expect(at(data, 'user.orders.nodes')).toEqual([
      {
        ...order,
        id: '2',
        totalPrice: 100,
        lines: [
          { productName: 'Old book', quantity: 2, unitPrice: 30.25 },
          { productName: '', quantity: 1, unitPrice: null },
        ],
      },
      { ...order, id: '1', totalPrice: 249.5, lines: [] },
    ]);
  });

  it('is no record with a contact of null, which costs no other field of the answer', async () => {
    const token = await signIn(shop);
    Object.assign(rest.host.shopper(7), { contact: null });
    const { data, errors } = await shop.graphql('{ user { id } categories { name } }', {}, token);
    expect(data).toEqual({ user: null, categories: [{ name: 'Novels' }] });
    expect(errors).toHaveLength(1);
  });
});
