import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#gateway/config.ts';
import { mutate, textAt } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = restSide();
const first = 'the first secret of the shop, long enough';
const second = 'the second secret of the shop, long enough';
const third = 'the third secret of the shop, long enough';
let dataDir: string;
let shop: TestGateway;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
});
afterEach(() => shop.close());
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function open(config: Partial<Config>): Promise<void> {
  shop = await startGateway({ config: { dataDir, ...config } });
  rest.server.use(
    http.get(
      `${hostUrl}/files/covers/1.svg`,
      () => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
    ),
  );
}

async function reopen(config: Partial<Config>): Promise<void> {
  await shop.close();
  await open(config);
}

const user = async (token: string) => (await shop.graphql('{ user { id } }', {}, token)).data;
const signedIn = { user: { id: '7' } };
const visitor = { user: null };

/** The path of a picture's signed address. */
async function picture(): Promise<string> {
  const { data } = await shop.graphql('{ product(id: "1") { thumbnail } }');
  return new URL(textAt(data, 'product.thumbnail')).pathname;
}
const statusOf = async (address: string) => (await fetch(`${shop.url}${address}`)).status;

describe('a new secret', () => {
  it('beside the previous ones leaves shoppers signed in and pictures where they were', async () => {
    await open({ sessionSecret: first });
    const token = await signIn(shop);
    const address = await picture();
    await reopen({ sessionSecret: second, previousSecrets: [first] });
    const newer = await signIn(shop);
    expect([await user(token), await user(newer)]).toEqual([signedIn, signedIn]);
    expect(await statusOf(address)).toBe(200);
    expect(await picture()).not.toBe(address);
    await reopen({ sessionSecret: third, previousSecrets: [second, first] });
    expect([await user(token), await user(newer)]).toEqual([signedIn, signedIn]);
    expect(await statusOf(address)).toBe(200);
  });

  it('alone ends what the previous one signed', async () => {
    await open({ sessionSecret: first });
    const token = await signIn(shop);
    const address = await picture();
    await reopen({ sessionSecret: second });
    expect(await user(token)).toEqual(visitor);
    expect(await statusOf(address)).toBe(404);
  });

  it('lets logout and a password reset end the sessions of the previous one too', async () => {
    await open({ sessionSecret: first });
    const [one, other] = [await signIn(shop), await signIn(shop)];
    await reopen({ sessionSecret: second, previousSecrets: [first] });
    await shop.graphql('mutation { logout { loggedOut } }', {}, one);
    expect([await user(one), await user(other)]).toEqual([visitor, signedIn]);
    const email = 'reader@shop.example';
    const verified = await mutate(
      shop.graphql,
      'verifyPasswordReset',
      { email, otp: '123456' },
      'resetToken',
    );
    const resetToken = textAt(verified, 'resetToken');
    await mutate(shop.graphql, 'resetPassword', { resetToken, newPassword: 'a new password' });
    expect(await user(other)).toEqual(visitor);
    expect(await user(await signIn(shop))).toEqual(signedIn);
  });

  it('that is made known first is understood by gateways that still sign with the old one', async () => {
    await open({ sessionSecret: second, previousSecrets: [first] });
    const token = await signIn(shop);
    await reopen({ sessionSecret: first, previousSecrets: [second] });
    expect(await user(token)).toEqual(signedIn);
  });

  it('takes the place of the one in the data folder, which then is the previous one', async () => {
    await open({});
    const token = await signIn(shop);
    const file = path.join(dataDir, 'gateway', 'session-secret');
    const kept = (await readFile(file, 'utf8')).trim();
    await rm(file);
    await reopen({ previousSecrets: [kept] });
    expect((await readFile(file, 'utf8')).trim()).not.toBe(kept);
    expect(await user(token)).toEqual(signedIn);
    await reopen({});
    expect(await user(token)).toEqual(visitor);
  });
});

describe('a token', () => {
  it('that names another key than the one it is signed with makes a visitor', async () => {
    await open({ sessionSecret: second, previousSecrets: [first] });
    const token = await signIn(shop);
    const [head = '', ...claims] = token.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
    expect(kid).toMatch(/^[\w-]{8}$/);
    for (const other of [undefined, 'xxxxxxxx', '../../etc', 7]) {
      const forged = Buffer.from(JSON.stringify({ alg: 'HS256', kid: other })).toString('base64url');
      expect(await user([forged, ...claims].join('.'))).toEqual(visitor);
    }
  });
});
