import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mutate } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { newAddress as address, createOrderRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const htmlPage = () => HttpResponse.html('\n<!doctype html><title>Sign in to the network</title>');
const registrationFields = `username: "New", email: "new@shop.example", contact: "9812345678", password: "long enough",
  confirmPassword: "long enough", addresses: [{ ${Object.entries(address)
    .map(([name, value]) => `${name}: "${value}"`)
    .join(', ')} }]`;

describe('an HTML page with status 200 counts as a failure', () => {
  it.each([
    ['loginByContact', 'UNAVAILABLE', 'login(input: { contact: "9000000001", password: "wrong" })'],
    [
      'getUserBycontact',
      'UNAVAILABLE',
      'login(input: { contact: "9000000001", password: "right-password" })',
    ],
    ['sendotp', 'OUTCOME_UNKNOWN', 'requestPasswordReset(input: { email: "a@b.example" })'],
    ['verifyOTP', 'UNAVAILABLE', 'verifyPasswordReset(input: { email: "a@b.example", otp: "1" })'],
    ['addUser', 'OUTCOME_UNKNOWN', `register(input: { ${registrationFields} })`],
    [
      'createContact',
      'OUTCOME_UNKNOWN',
      'createContact(input: { name: "A", phoneNumber: "9812345678", remark: "b" })',
    ],
  ])('as a response to %s', async (endpoint, code, mutation) => {
    rest.server.use(http.all(`${hostUrl}/${endpoint}`, htmlPage));
    const { data } = await shop.graphql(`mutation { payload: ${mutation} { userErrors { code } } }`);
    expect(data).toEqual({ payload: { userErrors: [{ code }] } });
  });

  it.each([
    ['getUserById/:id', '{ user { id } }'],
    ['OrdersByUserEmail', '{ user { orders { totalCount } } }'],
  ])('as a response to %s', async (endpoint, query) => {
    const token = await signIn(shop);
    rest.server.use(http.get(`${hostUrl}/${endpoint}`, htmlPage));
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
    ['cancelOrder', 'cancelOrder(input: { orderId: "ORD-CANCELLABLE" })'],
    [
      'createShipment',
      'createShipment(input: { source: SINGLE_PRODUCT, lines: [{ productId: "1" }], addressId: "11", expectedTotal: 141, idempotencyKey: "html-page-response" })',
    ],
  ])('as a response to %s', async (endpoint, mutation) => {
    Object.assign(rest.host.getShopper(7), { productIds: [2], wishlistProductIds: [3] });
    rest.host.orders.push(createOrderRecord());
    const token = await signIn(shop);
    rest.server.use(http.all(`${hostUrl}/${endpoint}`, htmlPage));
    const { data } = await shop.graphql(
      `mutation { payload: ${mutation} { userErrors { code } } }`,
      {},
      token,
    );
    // The host may have made the change despite such a response.
    expect(data).toEqual({ payload: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] } });
  });
});

describe('a message from the host', () => {
  const unsuitableMessages = [
    'db 10.0.0.7 refused the password of root',
    'no route to orders.internal:5432',
    'java.lang.IllegalStateException: boom',
    'see http://intranet/',
    'Done <b>now</b>',
    'x'.repeat(201),
  ];

  it.each(unsuitableMessages)('is not shown to shoppers if technical or too long: %s', async (message) => {
    rest.server.use(
      http.post(`${hostUrl}/sendotp`, () => HttpResponse.text(message)),
      http.post(`${hostUrl}/addUser`, () => createErrorResponse(400, message)),
    );
    const payload = await mutate(shop.graphql, 'requestPasswordReset', { email: 'a@b.example' }, 'message');
    expect(payload).toEqual({ message: null, userErrors: [] });
    const { data } = await shop.graphql(
      `mutation { register(input: { ${registrationFields} }) { userErrors { message } } }`,
    );
    expect(data).toEqual({
      register: { userErrors: [{ message: 'An error occurred. Please try again.' }] },
    });
  });

  it('is shown if it is meant for shoppers, even if it contains a time of day and an amount', async () => {
    const message = 'The shop opens at 10:30 and takes orders of Rs. 10.50 and more.';
    rest.server.use(http.post(`${hostUrl}/sendotp`, () => HttpResponse.text(message)));
    const payload = await mutate(shop.graphql, 'requestPasswordReset', { email: 'a@b.example' }, 'message');
    expect(payload).toHaveProperty('message', message);
  });
});
