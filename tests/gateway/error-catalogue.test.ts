import { HttpResponse, http, passthrough } from 'msw';
import { afterAll, describe, expect, it } from 'vitest';
import { accountErrors } from './account-errors.ts';
import { buyingErrors } from './buying-errors.ts';
import type { ErrorCase, HostErrors } from './error-case.ts';
import { getOnlyError, mutate, type SendOperation } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { createOrderRecord, createProductRecord, homeAddress, newAddress } from './rest-records.ts';
import { listErrorCodes, listErrorFields, listSchemaMutations } from './schema-fields.ts';

const rest = setUpRestHost();
const { start } = setUpGateways();
let sharedShop: { shop: TestGateway; token: string } | undefined;
afterAll(() => sharedShop?.shop.close());

const errorCases: ErrorCase[] = Object.entries({ ...accountErrors, ...buyingErrors }).flatMap(
  ([operation, cases]) => cases.map((errorCase) => ({ operation, ...errorCase })),
);

/** The messages of requirements.md 5 and 8 that mutations return. */
const specifiedMessages = [
  'Please enter both contact and password',
  'Please enter your email',
  'Please enter the OTP',
  'Passwords do not match',
  'Please Login or Create your account',
  'Please select an address.',
  'Please select a valid address.',
  'No products found for shipment',
  'Something went wrong!',
  'Failed to add product to cart',
  'Please login or create your account for the cart',
  'There was an error removing the product.',
  'Your cart is empty!',
  'No products selected',
  'No product data available.',
  'Product already in cart. Cannot add to wishlist.',
  'Error! Unable to add to wishlist.',
  'Failed to add to cart.',
  'Failed to remove from wishlist.',
  'Currently, no stock is available for this product.',
  'Failed to Place Order.',
  'Failed to create shipment',
  'Login failed. Please check your credentials.',
  'Email not found',
  'Invalid OTP or OTP expired',
  'Password reset failed',
  'Contact Number is already present! You can try directly logging in.',
  'This email ID is already present.',
  'An error occurred. Please try again.',
  'Failed to update profile.',
];

/** The mutations with the user error `RATE_LIMITED`, and the number of permitted calls. */
const rateLimits: Array<[mutation: string, input: Record<string, unknown>, maxCalls: number]> = [
  ['login', { contact: '9000000001', password: 'wrong' }, 10],
  ['requestPasswordReset', { email: 'reader@shop.example' }, 5],
  ['verifyPasswordReset', { email: 'reader@shop.example', otp: '000000' }, 10],
  ['createContact', { name: 'Reader', phoneNumber: '9812345678', remark: 'Hello' }, 20],
  ['register', accountErrors.register?.find(({ code }) => code === 'CONTACT_TAKEN')?.input ?? {}, 10],
  ['updateProfile', { contact: '9000000002', currentPassword: 'wrong' }, 10],
];

/**
 * Returns the shop that most cases share, after filling its host with the same records each time. Cases that use up
 * limits or need other options start a gateway of their own.
 */
async function getSharedShop() {
  rest.host.products = [1, 2, 3]
    .map((id) => createProductRecord(id))
    .concat(createProductRecord(4, { remainingQuantity: 0 }));
  rest.host.orders.push(
    createOrderRecord(),
    createOrderRecord({ orderId: 'ORD-PACKED', cancellable: false }),
  );
  Object.assign(rest.host.getShopper(7), { productIds: [1, 1], wishlistProductIds: [3] });
  if (sharedShop === undefined) {
    const shop = await startGateway({ config: { paymentProvider: undefined } });
    sharedShop = { shop, token: await signIn(shop) };
  }
  return sharedShop;
}

function breakHost(errors: HostErrors): void {
  for (const [endpoint, [status, message]] of Object.entries(errors)) {
    const [method = '', name = ''] = endpoint.split(' ');
    rest.server.use(
      http.all(`${hostUrl}/${name}*`, ({ request }) =>
        request.method === method ? createErrorResponse(status, message) : undefined,
      ),
    );
  }
}

/** Sends a mutation or `checkoutQuote`. Returns its only error, with `field` joined by dots and no null parameters. */
async function requestError(
  sendOperation: SendOperation,
  name: string,
  input: Record<string, unknown>,
  token?: string,
): Promise<Record<string, unknown>> {
  const errorFields = listErrorFields(name).join(' ');
  const { code, message, field, ...parameters } = getOnlyError(
    await mutate(sendOperation, name, input, '', token, errorFields),
  );
  const present = Object.entries(parameters).filter(([, value]) => value !== null);
  return { code, message, field: field?.join('.') ?? null, ...Object.fromEntries(present) };
}

const describeCase = ({ operation, code, field, host }: ErrorCase) =>
  [operation, code, field ?? '', Object.keys(host ?? {})].join(' ').trim();

describe('an error has the specified message, code, field and parameters', () => {
  it.each(errorCases.map((errorCase): [string, ErrorCase] => [describeCase(errorCase), errorCase]))(
    '%s',
    async (_, errorCase) => {
      const { shop, token } = await getSharedShop();
      breakHost(errorCase.host ?? {});
      const { productIds } = errorCase;
      if (productIds !== undefined) Object.assign(rest.host.getShopper(7), { productIds });
      const error = await requestError(
        shop.graphql,
        errorCase.operation,
        errorCase.input,
        errorCase.isVisitor ? undefined : token,
      );
      const { code, message, field, parameters = {} } = errorCase;
      expect(error).toEqual({ code, message, field, ...parameters });
    },
  );

  it.each(rateLimits)('%s RATE_LIMITED', async (mutation, input, maxCalls) => {
    const shop = await start();
    const token = await signIn(shop);
    for (let call = 0; call < maxCalls; call += 1) {
      const payload = await mutate(shop.graphql, mutation, input, '', token);
      expect(payload.userErrors.map(({ code }) => code)).not.toContain('RATE_LIMITED');
    }
    const { retryAfterSeconds, ...error } = await requestError(shop.graphql, mutation, input, token);
    const minutes = Math.ceil(Number(retryAfterSeconds) / 60);
    expect(minutes).toBeGreaterThan(1);
    expect(error).toEqual({
      code: 'RATE_LIMITED',
      message: `Too many attempts. Please try again in ${minutes} minutes.`,
      field: null,
    });
  });

  it.each([
    ['UNAVAILABLE', 500],
    ['UNAVAILABLE', 429],
    ['OUTCOME_UNKNOWN', 504],
  ])('resetPassword %s for status %i, after which the reset token is still valid', async (code, status) => {
    const shop = await start();
    const credentials = { email: 'reader@shop.example', otp: '123456' };
    const { resetToken } = await mutate(shop.graphql, 'verifyPasswordReset', credentials, 'resetToken');
    breakHost({ 'PUT resetUserPassword': [status, 'out of order'] });
    const input = { resetToken, newPassword: 'long enough' };
    const error = await requestError(shop.graphql, 'resetPassword', input);
    expect(error).toEqual({ code, message: 'Password reset failed', field: null });
    rest.server.resetHandlers(
      http.all('http://127.0.0.1:*/*', () => passthrough()),
      ...rest.host.createHandlers(),
    );
    expect((await mutate(shop.graphql, 'resetPassword', input)).userErrors).toEqual([]);
  });

  it('checkoutQuote UNAVAILABLE', async () => {
    rest.host.down = true;
    const shop = await start({ waitForCatalogue: false });
    const input = { source: 'CART', lines: [{ productId: '1' }] };
    expect(await requestError(shop.graphql, 'checkoutQuote', input)).toEqual({
      code: 'UNAVAILABLE',
      message: 'Failed to fetch product',
      field: null,
    });
  });

  it('createAddress TOO_MANY_ADDRESSES', async () => {
    const { shop, token } = await getSharedShop();
    rest.host.getShopper(7).addresses = Array.from({ length: 10 }, (_, id) => ({ ...homeAddress, id }));
    const error = await requestError(shop.graphql, 'createAddress', { address: newAddress }, token);
    expect(error).toEqual({
      code: 'TOO_MANY_ADDRESSES',
      message: 'You can save up to 10 addresses.',
      field: null,
      maxAddresses: 10,
    });
  });

  it('createShipment IDEMPOTENCY_KEY_REUSED', async () => {
    const { shop, token } = await getSharedShop();
    const { input = {} } = buyingErrors.createShipment?.find(({ code }) => code === 'TOTAL_CHANGED') ?? {};
    const order = { ...input, expectedTotal: 222, idempotencyKey: 'shared-by-two-orders' };
    expect((await mutate(shop.graphql, 'createShipment', order, '', token)).userErrors).toEqual([]);
    const otherOrder = { ...order, addressId: '12' };
    expect(getOnlyError(await mutate(shop.graphql, 'createShipment', otherOrder, '', token))).toEqual({
      code: 'IDEMPOTENCY_KEY_REUSED',
      message: 'This key was used for another order.',
      field: ['idempotencyKey'],
    });
  });
});

describe('the error cases of this test', () => {
  it('cover exactly the codes that the schema documents for each mutation and `checkoutQuote`', () => {
    const testedErrors = [
      ...errorCases,
      ...rateLimits.map(([operation]) => ({ operation, code: 'RATE_LIMITED' })),
      { operation: 'createAddress', code: 'TOO_MANY_ADDRESSES' },
      { operation: 'createShipment', code: 'IDEMPOTENCY_KEY_REUSED' },
      { operation: 'resetPassword', code: 'UNAVAILABLE' },
      { operation: 'resetPassword', code: 'OUTCOME_UNKNOWN' },
      { operation: 'checkoutQuote', code: 'UNAVAILABLE' },
      // In shared-state.test.ts, since it depends on Redis.
      { operation: 'logout', code: 'UNAVAILABLE' },
    ];
    for (const name of [...listSchemaMutations().map((mutation) => mutation.name), 'checkoutQuote']) {
      const codes = new Set(
        testedErrors.filter(({ operation }) => operation === name).map(({ code }) => code),
      );
      expect([...codes].sort(), name).toEqual(listErrorCodes(name).sort());
    }
  });

  it('cover every message that requirements.md defines for mutations', () => {
    const testedMessages = new Set(errorCases.map(({ message }) => message));
    expect(specifiedMessages.filter((message) => !testedMessages.has(message))).toEqual([]);
  });
});

describe('data that cannot be fetched', () => {
  it.each([
    ['{ products { totalCount } }', 'Failed to fetch products'],
    ['{ product(id: "1") { id } }', 'Failed to fetch product'],
    ['{ categories { id } }', 'Failed to fetch categories'],
    ['{ publishers { id } }', 'Failed to fetch publishers'],
    ['{ publisher(name: "River House") { id } }', 'Failed to fetch publishers'],
    ['{ authors { id } }', 'Failed to fetch authors'],
    ['{ languages { id } }', 'Failed to fetch languages'],
    ['{ coupons { id } }', 'Failed to fetch coupons'],
    ['{ notifications { id } }', 'Failed to fetch notifications'],
    ['{ slides { id } }', 'Failed to fetch slides'],
    ['{ marketingPosts { id } }', 'Failed to fetch posts'],
  ])('is named in the error message: %s', async (query, message) => {
    rest.host.down = true;
    const shop = await start({ waitForCatalogue: false });
    const { errors } = await shop.graphql(query);
    expect(errors).toMatchObject([{ message, extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
  });

  it("is also named in the error message if it is a shopper's own data", async () => {
    const { shop, token } = await getSharedShop();
    rest.server.use(http.get(`${hostUrl}/getUserById/:id`, () => HttpResponse.error()));
    const { errors } = await shop.graphql('{ user { id } }', {}, token);
    expect(errors).toMatchObject([
      { message: 'Failed to fetch user data', extensions: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
  });
});
