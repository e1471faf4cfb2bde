import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createOrderInput } from './checkout-setup.ts';
import { at, capitalize, encodeNodeId, getOnlyError, mutate, postGraphQL, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';
import { newAddress as address, createOrderRecord, createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const responseSchema = z.object({
  data: z.record(
    z.string(),
    z.object({ userErrors: z.array(z.object({ code: z.string(), message: z.string() })) }),
  ),
});

/** Runs a mutation once per input, all in one request. Returns the error code of each, or `ok`. */
async function runMutations(mutation: string, inputs: string[], clientIp = '192.0.2.1'): Promise<string[]> {
  const fields = inputs.map(
    (input, index) => `m${index}: ${mutation}(input: ${input}) { userErrors { code message } }`,
  );
  const response = await postGraphQL(
    shop.url,
    { query: `mutation { ${fields.join(' ')} }` },
    { 'x-forwarded-for': clientIp },
  );
  const { data } = responseSchema.parse(await response.json());
  return Object.values(data).map(({ userErrors: [error] }) => {
    if (error?.code === 'RATE_LIMITED') expect(error.message).toMatch(/try again in (a|\d+) minutes?\.$/);
    return error?.code ?? 'ok';
  });
}

/** An array of `count` items that repeats `items`. */
const repeat = <Item>(count: number, items: readonly Item[]): Item[] =>
  Array.from({ length: count }, (_, index) => items[index % items.length]).filter(
    (item) => item !== undefined,
  );

const toJson = JSON.stringify;
const emails = [
  'reader@shop.example',
  ' READER@Shop.Example',
  'r\u00e9ader@shop.example',
  'reader\uff20\uff53hop.example',
  'reader\u200b@shop.example',
  'rea\u00adder@shop.example',
];
const contacts = [
  '9000000001',
  '+91 90000 00001',
  '09000000001',
  '\uff19000000001',
  '9000\u200b000001',
  '90000-00001',
];

const createLogin = (contact: string, password: string) =>
  `{ contact: ${toJson(contact)}, password: ${toJson(password)} }`;
const wrongLogin = createLogin('9000000001', 'wrong');
const rightLogin = createLogin('9000000001', 'right-password');
const [email = ''] = emails;
const otpRequest = `{ email: ${toJson(email)} }`;
const createOtpCheck = (otp: string, account = email) => `{ email: ${toJson(account)}, otp: ${toJson(otp)} }`;
const strangerIp = '198.51.100.1';
const homeIp = '203.0.113.9';

/** Runs a mutation `perNetwork` times from each of `networkCount` networks. Returns all codes. */
async function runFromNetworks(networkCount: number, perNetwork: number, mutation: string, input: string) {
  const codes: string[] = [];
  for (let network = 0; network < networkCount; network += 1)
    codes.push(...(await runMutations(mutation, repeat(perNetwork, [input]), `198.51.100.${network}`)));
  return codes;
}

describe('attempts for one account are counted together, however its identifier is spelt:', () => {
  it('logins, by contact number', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const logins = repeat(10, contacts).map((contact) => createLogin(contact, 'wrong'));
    expect(new Set(await runMutations('login', logins, strangerIp))).toEqual(new Set(['LOGIN_FAILED']));
    expect(await runMutations('login', [rightLogin], strangerIp)).toEqual(['RATE_LIMITED']);
  });

  it('requests for one-time passwords and attempts to enter them, by e-mail address', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const [first = '', ...others] = emails;
    const inputs = [...others, first].map((spelling) => `{ email: ${toJson(spelling)} }`);
    expect(await runMutations('requestPasswordReset', inputs)).toEqual([
      ...Array(5).fill('ok'),
      'RATE_LIMITED',
    ]);
    const otpChecks = repeat(10, emails).map((spelling) => `{ email: ${toJson(spelling)}, otp: "000000" }`);
    expect(new Set(await runMutations('verifyPasswordReset', otpChecks))).toEqual(new Set(['OTP_INVALID']));
    expect(await runMutations('verifyPasswordReset', [createOtpCheck('123456')])).toEqual(['RATE_LIMITED']);
  });

  it.each([
    [
      'contact number',
      (index: number) => ({
        email: `reader${index}@shop.example`,
        contact: index % 2 === 0 ? '9812345678' : '९८१२३४५६७८',
      }),
    ],
    [
      'e-mail address',
      (index: number) => ({
        email: index % 2 === 0 ? 'reader@shop.example' : 'READER@shop.example',
        contact: `98123456${10 + index}`,
      }),
    ],
  ])('registrations, by %s', async (_, createIdentifiers) => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const fields = { username: 'Reader', password: 'long enough', confirmPassword: 'long enough' };
    const codes: string[] = [];
    for (let index = 0; index <= 10; index += 1) {
      const input = { ...fields, ...createIdentifiers(index), addresses: [address] };
      const { userErrors } = await mutate(shop.graphql, 'register', input);
      codes.push(userErrors[0]?.code ?? 'ok');
    }
    expect(codes.indexOf('RATE_LIMITED')).toBe(10);
    expect(rest.host.countCalls('POST addUser')).toBe(10);
  });
});

describe('a stranger who uses up the attempts for an account', () => {
  beforeEach(async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
  });

  it('cannot stop its owner from signing in from another network', async () => {
    expect(await runFromNetworks(1, 11, 'login', wrongLogin)).toContain('RATE_LIMITED');
    expect(await runMutations('login', [rightLogin], homeIp)).toEqual(['ok']);
  });

  it('cannot stop its owner from resetting the password', async () => {
    expect(await runFromNetworks(1, 6, 'requestPasswordReset', otpRequest)).toContain('RATE_LIMITED');
    expect(await runFromNetworks(1, 11, 'verifyPasswordReset', createOtpCheck('000000'))).toContain(
      'RATE_LIMITED',
    );
    expect(await runMutations('requestPasswordReset', [otpRequest], homeIp)).toEqual(['ok']);
    expect(await runMutations('verifyPasswordReset', [createOtpCheck('123456')], homeIp)).toEqual(['ok']);
  });

  it.each([
    ['passwords', 'login', wrongLogin, rightLogin, 10, 100],
    ['one-time passwords', 'verifyPasswordReset', createOtpCheck('000000'), createOtpCheck('123456'), 10, 50],
    ['requests for one-time passwords', 'requestPasswordReset', otpRequest, otpRequest, 5, 15],
  ])(
    'cannot make unlimited attempts (%s) from many networks, and does not block a network from which the owner signed in within the last 30 days',
    async (_, mutation, attempt, validInput, perNetwork, perAccount) => {
      expect(await runMutations('login', [rightLogin], homeIp)).toEqual(['ok']);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * 24 * 60 * 60 * 1000 });
      const codes = await runFromNetworks(perAccount / perNetwork, perNetwork, mutation, attempt);
      expect(codes).not.toContain('RATE_LIMITED');
      expect(await runMutations(mutation, [validInput], '192.0.2.200')).toEqual(['RATE_LIMITED']);
      expect(await runMutations(mutation, [validInput], homeIp)).toEqual(['ok']);
    },
  );

  it('cannot make more attempts by signing in to an account whose e-mail address differs by an accent', async () => {
    const other = rest.host.getShopper(8);
    other.email = 'r\u00e9ader@shop.example';
    rest.host.passwords.set(other.contact, 'right-password');
    const codes: string[] = [];
    for (let network = 0; network <= 3; network += 1) {
      const ip = `198.51.100.${network}`;
      expect(await runMutations('login', [createLogin(other.contact, 'right-password')], ip)).toEqual(['ok']);
      codes.push(...(await runMutations('requestPasswordReset', repeat(5, [otpRequest]), ip)));
    }
    expect(codes).toEqual([...Array(15).fill('ok'), ...Array(5).fill('RATE_LIMITED')]);
  });
});

describe('a shopper who used up the attempts and then resets the password', () => {
  const resetPassword = async (clientIp: string, account = email) => {
    const response = await postGraphQL(
      shop.url,
      {
        query: `mutation { verifyPasswordReset(input: ${createOtpCheck('123456', account)}) { resetToken userErrors { code message } } }`,
      },
      { 'x-forwarded-for': clientIp },
    );
    const token = textAt(await response.json(), 'data.verifyPasswordReset.resetToken');
    const input = `{ resetToken: ${toJson(token)}, newPassword: "a new password" }`;
    expect(await runMutations('resetPassword', [input], clientIp)).toEqual(['ok']);
  };

  it('can sign in immediately, but only to that account, and the limits apply again afterwards', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    await runFromNetworks(10, 10, 'login', wrongLogin);
    await runMutations('login', repeat(10, [wrongLogin]), homeIp);
    const otherAccountLogin = createLogin('9000000002', 'wrong');
    await runMutations('login', repeat(10, [otherAccountLogin]), homeIp);
    expect(await runMutations('login', [rightLogin], homeIp)).toEqual(['RATE_LIMITED']);
    await resetPassword(homeIp);
    expect(await runMutations('login', [otherAccountLogin], homeIp)).toEqual(['RATE_LIMITED']);
    const newLogin = createLogin('9000000001', 'a new password');
    expect(await runMutations('login', [newLogin], homeIp)).toEqual(['ok']);
    const furtherCodes = await runMutations('login', repeat(11, [wrongLogin]), homeIp);
    expect(furtherCodes).toEqual([...Array(10).fill('LOGIN_FAILED'), 'RATE_LIMITED']);
  });

  it('can sign in immediately, even if another shopper has reset a password from the same network since', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const otherContact = '9000000002';
    for (const contact of ['9000000001', otherContact])
      await runMutations('login', repeat(11, [createLogin(contact, 'wrong')]), homeIp);
    await resetPassword(homeIp);
    await resetPassword(homeIp, rest.host.getShopper(8).email);
    for (const contact of ['9000000001', otherContact])
      expect(await runMutations('login', [createLogin(contact, 'a new password')], homeIp)).toEqual(['ok']);
  });

  it('has to wait if the attempts were for an account whose e-mail address has ss instead of \u00df', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const other = rest.host.getShopper(8);
    rest.host.getShopper(7).email = 'reader@fass.example';
    other.email = 'reader@fa\u00df.example';
    await runMutations('login', repeat(10, [wrongLogin]), strangerIp);
    await resetPassword(strangerIp, other.email);
    expect(await runMutations('login', [rightLogin], strangerIp)).toEqual(['RATE_LIMITED']);
  });
});

describe('attempts from one network are counted together', () => {
  const createOtpRequest = (index: number) => `{ email: "reader${index}@shop.example" }`;
  const twentyRequests = Array.from({ length: 20 }, (_, index) => createOtpRequest(index));

  it.each([
    [
      'sends varying IP addresses in X-Forwarded-For, to which the proxy appends the real one',
      1,
      (index: number) => `198.51.100.${index}, 203.0.113.9`,
    ],
    ['uses several addresses of an IPv6 network', 1, (index: number) => `2001:db8:0:7:${index}::1`],
    ['sends X-Forwarded-For although no proxy is trusted', 0, (index: number) => `198.51.100.${index}`],
  ])('if the client %s', async (_, trustedProxies, createForwardedFor) => {
    shop = await startGateway({ config: { trustedProxies } });
    expect(
      new Set(await runMutations('requestPasswordReset', twentyRequests, createForwardedFor(1))),
    ).toEqual(new Set(['ok']));
    const elevenMore = Array.from({ length: 11 }, (_, index) => createOtpRequest(20 + index));
    const codes = await runMutations('requestPasswordReset', elevenMore, createForwardedFor(2));
    expect(codes).toEqual([...Array(10).fill('ok'), 'RATE_LIMITED']);
  });

  it('but separately from those of other clients behind the same proxy', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const createEnquiries = (count: number) =>
      Array<string>(count).fill('{ name: "R", phoneNumber: "9812345678", remark: "?" }');
    await runMutations('createContact', createEnquiries(20), '203.0.113.9');
    expect(await runMutations('createContact', createEnquiries(1), '203.0.113.9')).toEqual(['RATE_LIMITED']);
    expect(await runMutations('createContact', createEnquiries(1), '203.0.113.10')).toEqual(['ok']);
  });
});

describe('a shopper', () => {
  it('cannot find out who has an account by changing the e-mail address again and again', async () => {
    shop = await startGateway();
    const token = await signIn(shop);
    const change = (index: number) =>
      mutate(
        shop.graphql,
        'updateProfile',
        { email: `reader${index}@shop.example`, currentPassword: 'right-password' },
        '',
        token,
      );
    for (let index = 0; index < 30; index += 1) expect((await change(index)).userErrors).toEqual([]);
    expect(getOnlyError(await change(30)).code).toBe('RATE_LIMITED');
    const renamed = await mutate(shop.graphql, 'updateProfile', { username: 'Reader' }, '', token);
    expect(renamed.userErrors).toEqual([]);
  });
});

describe('orders and cancellations', () => {
  /**
   * The number of orders or cancellations of each shopper. Their sum is the limit of a network. Shopper 4 is one below
   * the limit of a shopper.
   */
  const ordersByShopper = [60, 60, 60, 60, 59, 1];
  let tokens: string[];

  beforeEach(async () => {
    const { host } = rest;
    host.products = [createProductRecord(1, { price: 249.5, remainingQuantity: 1000 })];
    const [first] = host.shoppers;
    if (first === undefined) throw new Error('The host has no shoppers.');
    const shoppers = ordersByShopper.map((_, index) => ({
      ...structuredClone(first),
      id: 7 + index,
      email: `reader${index}@shop.example`,
      contact: `900000000${index}`,
    }));
    host.shoppers.splice(0, host.shoppers.length, ...shoppers);
    for (const { contact } of host.shoppers) host.passwords.set(contact, 'right-password');
    shop = await startGateway({ config: { trustedProxies: 1 } });
    tokens = await Promise.all(host.shoppers.map(({ contact }) => signIn(shop, contact)));
  });

  const createInput = (changes = {}) =>
    createOrderInput({
      source: 'SINGLE_PRODUCT',
      lines: [{ productId: '1', quantity: 1 }],
      couponId: null,
      expectedTotal: 289.5,
      ...changes,
    });

  /** Sends a mutation as a shopper. Returns its first error and the number of its order. */
  async function send(mutation: string, input: object, shopper = 0, clientIp = homeIp) {
    const query = `mutation ($input: ${capitalize(mutation)}Input!) { ${mutation}(input: $input) { shipment { number } userErrors { code message } } }`;
    const headers = { authorization: `Bearer ${tokens[shopper]}`, 'x-forwarded-for': clientIp };
    const response = await postGraphQL(shop.url, { query, variables: { input } }, headers);
    const body: unknown = await response.json();
    return {
      number: at(body, `data.${mutation}.shipment.number`),
      error: at(body, 'errors.0') ?? at(body, `data.${mutation}.userErrors.0`),
    };
  }

  const place = (input: object, shopper?: number, clientIp?: string) =>
    send('createShipment', input, shopper, clientIp);
  const cancel = (number: string, shopper?: number, clientIp?: string) =>
    send('cancelOrder', { orderId: encodeNodeId('Shipment', number) }, shopper, clientIp);

  const rateLimited = {
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/),
    extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
  };

  /** Adds orders that the shopper can cancel. Returns their numbers. */
  function addOrders(count: number, shopper = 0): string[] {
    const numbers = Array.from({ length: count }, (_, index) => `ORD-${shopper}-${index}`);
    const userEmail = `reader${shopper}@shop.example`;
    rest.host.orders.push(...numbers.map((orderId) => createOrderRecord({ orderId, userEmail })));
    return numbers;
  }

  it('a shopper can place 60 orders in an hour, and always send one of them again', async () => {
    const inputs = Array.from({ length: 60 }, () => createInput());
    for (const input of inputs) expect(await place(input)).toMatchObject({ number: expect.any(String) });
    expect((await place(createInput())).error).toMatchObject(rateLimited);
    expect((await place(createInput(), 0, strangerIp)).error).toMatchObject(rateLimited);
    expect(rest.host.countCalls('POST createShipment')).toBe(60);
    expect(await place(inputs[0] ?? {})).toMatchObject({ number: expect.any(String) });
    expect((await place(createInput({ expectedTotal: 1 }))).error).toMatchObject({ code: 'TOTAL_CHANGED' });
    expect(await place(createInput(), 1)).toMatchObject({ number: expect.any(String) });
  });

  it('orders that were not placed do not count', async () => {
    const input = createInput();
    rest.server.use(http.post(`${hostUrl}/createShipment`, () => createErrorResponse(400, 'Closed today.')));
    for (let count = 0; count < 61; count += 1)
      expect((await place(input)).error).toMatchObject({ code: 'UPSTREAM_REJECTED' });
  });

  it('300 orders can be placed from a network in an hour; orders above this limit do not count for the shopper', async () => {
    await Promise.all(
      ordersByShopper.map(async (count, shopper) => {
        for (let order = 0; order < count; order += 1)
          expect((await place(createInput(), shopper)).error).toBeUndefined();
      }),
    );
    expect((await place(createInput(), 4)).error).toMatchObject(rateLimited);
    expect((await place(createInput(), 4, strangerIp)).error).toBeUndefined();
    expect((await place(createInput(), 4, strangerIp)).error).toMatchObject(rateLimited);
  });

  it('a shopper can cancel 60 orders in an hour, and always repeat a cancellation', async () => {
    const numbers = addOrders(61);
    for (const number of numbers.slice(0, 60)) expect((await cancel(number)).error).toBeUndefined();
    expect((await cancel('ORD-0-60')).error).toMatchObject(rateLimited);
    expect(rest.host.countCalls('POST cancelOrder')).toBe(60);
    expect(await cancel('ORD-0-0')).toEqual({ number: 'ORD-0-0', error: undefined });
  });

  it('cancellations that failed do not count', async () => {
    const [number = ''] = addOrders(1);
    rest.server.use(http.post(`${hostUrl}/cancelOrder`, () => createErrorResponse(400, 'Closed today.')));
    for (let count = 0; count < 61; count += 1)
      expect((await cancel(number)).error).toMatchObject({ code: 'UPSTREAM_REJECTED' });
  });

  it('300 orders can be cancelled from a network in an hour; cancellations above this limit do not count for the shopper', async () => {
    const numbers = ordersByShopper.map((_, shopper) => addOrders(61, shopper));
    await Promise.all(
      ordersByShopper.map(async (count, shopper) => {
        for (const number of numbers[shopper]?.slice(0, count) ?? [])
          expect((await cancel(number, shopper)).error).toBeUndefined();
      }),
    );
    const [next = '', last = ''] = numbers[4]?.slice(59) ?? [];
    expect((await cancel(next, 4)).error).toMatchObject(rateLimited);
    expect((await cancel(next, 4, strangerIp)).error).toBeUndefined();
    expect((await cancel(last, 4, strangerIp)).error).toMatchObject(rateLimited);
  });
});
