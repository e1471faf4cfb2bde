import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mutate, onlyError, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { newAddress as address } from './rest-records.ts';

const rest = setUpRestHost();
let shop: TestGateway;
afterEach(() => shop.close());

const payloads = z.object({
  data: z.record(
    z.string(),
    z.object({ userErrors: z.array(z.object({ code: z.string(), message: z.string() })) }),
  ),
});

/** Runs a mutation once for each input, all in one request; gives each one's error code, or `ok`. */
async function tryAll(mutation: string, inputs: string[], address = '192.0.2.1'): Promise<string[]> {
  const fields = inputs.map(
    (input, at) => `t${at}: ${mutation}(input: ${input}) { userErrors { code message } }`,
  );
  const response = await fetch(`${shop.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ query: `mutation { ${fields.join(' ')} }` }),
  });
  const { data } = payloads.parse(await response.json());
  return Object.values(data).map(({ userErrors: [error] }) => {
    if (error?.code === 'RATE_LIMITED') expect(error.message).toMatch(/try again in (a|\d+) minutes?\.$/);
    return error?.code ?? 'ok';
  });
}

/** So many inputs, the given ones over and over. */
const repeated = <Input>(times: number, of: readonly Input[]): Input[] =>
  Array.from({ length: times }, (_, at) => of[at % of.length]).filter((input) => input !== undefined);

const text = JSON.stringify;
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

const login = (contact: string, password: string) =>
  `{ contact: ${text(contact)}, password: ${text(password)} }`;
const wrongLogin = login('9000000001', 'wrong');
const rightLogin = login('9000000001', 'right-password');
const [email = ''] = emails;
const otpRequest = `{ email: ${text(email)} }`;
const otpCheck = (otp: string) => `{ email: ${text(email)}, otp: ${text(otp)} }`;
const stranger = '198.51.100.1';
const home = '203.0.113.9';

/** Has one network after the other run a mutation so many times; gives all codes. */
async function fromManyNetworks(networks: number, times: number, mutation: string, input: string) {
  const codes: string[] = [];
  for (let at = 0; at < networks; at += 1)
    codes.push(...(await tryAll(mutation, repeated(times, [input]), `198.51.100.${at}`)));
  return codes;
}

describe('attempts about one account are counted together, however it is spelt', () => {
  it('a login by its contact number', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const logins = repeated(10, contacts).map((contact) => login(contact, 'wrong'));
    expect(new Set(await tryAll('login', logins, stranger))).toEqual(new Set(['LOGIN_FAILED']));
    expect(await tryAll('login', [rightLogin], stranger)).toEqual(['RATE_LIMITED']);
  });

  it('a one-time password, asked for and tried, by its e-mail address', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const [first = '', ...others] = emails;
    const inputs = [...others, first].map((spelt) => `{ email: ${text(spelt)} }`);
    expect(await tryAll('requestPasswordReset', inputs)).toEqual([...Array(5).fill('ok'), 'RATE_LIMITED']);
    const tries = repeated(10, emails).map((spelt) => `{ email: ${text(spelt)}, otp: "000000" }`);
    expect(new Set(await tryAll('verifyPasswordReset', tries))).toEqual(new Set(['OTP_INVALID']));
    expect(await tryAll('verifyPasswordReset', [otpCheck('123456')])).toEqual(['RATE_LIMITED']);
  });

  it.each([
    ['contact number', (at: number) => ({ email: `reader${at}@shop.example`, contact: '9812345678' })],
    [
      'e-mail address',
      (at: number) => ({
        email: at % 2 === 0 ? 'reader@shop.example' : 'READER@shop.example',
        contact: `98123456${10 + at}`,
      }),
    ],
  ])('a registration by its %s', async (_, identity) => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const fields = { username: 'Reader', password: 'long enough', confirmPassword: 'long enough' };
    const codes: string[] = [];
    for (let at = 0; at <= 10; at += 1) {
      const input = { ...fields, ...identity(at), addresses: [address] };
      const { userErrors } = await mutate(shop.graphql, 'register', input);
      codes.push(userErrors[0]?.code ?? 'ok');
    }
    expect(codes).toEqual([...Array(10).fill('ok'), 'RATE_LIMITED']);
    expect(rest.host.calledTimes('POST addUser')).toBe(10);
  });
});

describe('a stranger who uses up the attempts for an account', () => {
  beforeEach(async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
  });

  it('does not keep its owner from signing in from another network', async () => {
    expect(await fromManyNetworks(1, 11, 'login', wrongLogin)).toContain('RATE_LIMITED');
    expect(await tryAll('login', [rightLogin], home)).toEqual(['ok']);
  });

  it('does not keep its owner from resetting the password', async () => {
    expect(await fromManyNetworks(1, 6, 'requestPasswordReset', otpRequest)).toContain('RATE_LIMITED');
    expect(await fromManyNetworks(1, 11, 'verifyPasswordReset', otpCheck('000000'))).toContain(
      'RATE_LIMITED',
    );
    expect(await tryAll('requestPasswordReset', [otpRequest], home)).toEqual(['ok']);
    expect(await tryAll('verifyPasswordReset', [otpCheck('123456')], home)).toEqual(['ok']);
  });

  it.each([
    ['passwords', 'login', wrongLogin, rightLogin, 10, 100],
    ['one-time passwords', 'verifyPasswordReset', otpCheck('000000'), otpCheck('123456'), 10, 50],
    ['mails', 'requestPasswordReset', otpRequest, otpRequest, 5, 15],
  ])(
    'cannot try %s without end over many networks, and the owner\u2019s network still can',
    async (_, mutation, attempt, right, perNetwork, perAccount) => {
      expect(await tryAll('login', [rightLogin], home)).toEqual(['ok']);
      const codes = await fromManyNetworks(perAccount / perNetwork, perNetwork, mutation, attempt);
      // The owner's own login from a network that was new may count as one.
      expect(codes.slice(0, perAccount - 1)).not.toContain('RATE_LIMITED');
      expect(await tryAll(mutation, [right], '192.0.2.200')).toEqual(['RATE_LIMITED']);
      expect(await tryAll(mutation, [right], home)).toEqual(['ok']);
    },
  );
});

describe('whoever used up the attempts and then resets the password', () => {
  const reset = async (network: string) => {
    const response = await fetch(`${shop.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: JSON.stringify({
        query: `mutation { verifyPasswordReset(input: ${otpCheck('123456')}) { resetToken userErrors { code message } } }`,
      }),
    });
    const token = textAt(await response.json(), 'data.verifyPasswordReset.resetToken');
    const input = `{ resetToken: ${text(token)}, newPassword: "a new password" }`;
    expect(await tryAll('resetPassword', [input], network)).toEqual(['ok']);
  };

  it('signs in at once, once, and only to that account', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    await fromManyNetworks(10, 10, 'login', wrongLogin);
    await tryAll('login', repeated(10, [wrongLogin]), home);
    const othersLogin = login('9000000002', 'wrong');
    await tryAll('login', repeated(10, [othersLogin]), home);
    expect(await tryAll('login', [rightLogin], home)).toEqual(['RATE_LIMITED']);
    await reset(home);
    expect(await tryAll('login', [othersLogin], home)).toEqual(['RATE_LIMITED']);
    expect(await tryAll('login', [rightLogin], home)).toEqual(['ok']);
    const again = await tryAll('login', repeated(11, [wrongLogin]), home);
    expect(again).toEqual([...Array(10).fill('LOGIN_FAILED'), 'RATE_LIMITED']);
  });
});

describe('attempts from one address are counted together', () => {
  const askedOf = (at: number) => `{ email: "reader${at}@shop.example" }`;
  const twenty = Array.from({ length: 20 }, (_, at) => askedOf(at));

  it.each([
    ['names others in front of the proxy', 1, (at: number) => `198.51.100.${at}, 203.0.113.9`],
    ['has a whole network of IPv6', 1, (at: number) => `2001:db8:0:7:${at}::1`],
    ['is named by a header where no proxy is trusted', 0, (at: number) => `198.51.100.${at}`],
  ])('of whoever %s', async (_, trustedProxies, address) => {
    shop = await startGateway({ config: { trustedProxies } });
    expect(new Set(await tryAll('requestPasswordReset', twenty, address(1)))).toEqual(new Set(['ok']));
    const more = Array.from({ length: 11 }, (_, at) => askedOf(20 + at));
    const codes = await tryAll('requestPasswordReset', more, address(2));
    expect(codes).toEqual([...Array(10).fill('ok'), 'RATE_LIMITED']);
  });

  it('apart from those of the neighbours behind the same proxy', async () => {
    shop = await startGateway({ config: { trustedProxies: 1 } });
    const enquiries = (count: number) =>
      Array<string>(count).fill('{ name: "R", phoneNumber: "9812345678", remark: "?" }');
    await tryAll('createContact', enquiries(20), '203.0.113.9');
    expect(await tryAll('createContact', enquiries(1), '203.0.113.9')).toEqual(['RATE_LIMITED']);
    expect(await tryAll('createContact', enquiries(1), '203.0.113.10')).toEqual(['ok']);
  });
});

describe('a shopper', () => {
  it('cannot find out who has an account by taking one identity after the other', async () => {
    shop = await startGateway();
    const token = await signIn(shop);
    const change = (at: number) =>
      mutate(
        shop.graphql,
        'updateProfile',
        { email: `reader${at}@shop.example`, currentPassword: 'right-password' },
        '',
        token,
      );
    for (let at = 0; at < 30; at += 1) expect((await change(at)).userErrors).toEqual([]);
    expect(onlyError(await change(30)).code).toBe('RATE_LIMITED');
    const named = await mutate(shop.graphql, 'updateProfile', { username: 'Reader' }, '', token);
    expect(named.userErrors).toEqual([]);
  });
});
