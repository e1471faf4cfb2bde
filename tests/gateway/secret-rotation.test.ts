import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKeys } from '#gateway/auth/keys.ts';
import type { Config } from '#gateway/config.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { encodeNodeId, mutate, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
const firstSecret = 'the first secret of the shop, long enough';
const secondSecret = 'the second secret of the shop, long enough';
const thirdSecret = 'the third secret of the shop, long enough';
let dataDir: string;
let shop: TestGateway;

beforeEach(async () => {
  dataDir = await createTemporaryFolder();
});
afterEach(() => shop.close());

async function start(config: Partial<Config>): Promise<void> {
  shop = await startGateway({ config: { dataDir, ...config } });
  rest.server.use(
    http.get(
      `${hostUrl}/files/covers/1.svg`,
      () => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
    ),
  );
}

async function restart(config: Partial<Config>): Promise<void> {
  await shop.close();
  await start(config);
}

const fetchUser = async (token: string) => (await shop.graphql('{ user { id } }', {}, token)).data;
const signedIn = { user: { id: encodeNodeId('User', 7) } };
const visitor = { user: null };

/** The signed path of an image at the gateway. */
async function fetchImagePath(): Promise<string> {
  const { data } = await shop.graphql('{ product(id: "1") { thumbnail } }');
  return new URL(textAt(data, 'product.thumbnail')).pathname;
}
const fetchStatus = async (imagePath: string) => (await fetch(`${shop.url}${imagePath}`)).status;

describe('a new session secret', () => {
  it('together with the previous ones does not sign shoppers out or break image URLs', async () => {
    await start({ sessionSecret: firstSecret });
    const token = await signIn(shop);
    const imagePath = await fetchImagePath();
    await restart({ sessionSecret: secondSecret, previousSecrets: [firstSecret] });
    const newer = await signIn(shop);
    expect([await fetchUser(token), await fetchUser(newer)]).toEqual([signedIn, signedIn]);
    expect(await fetchStatus(imagePath)).toBe(200);
    expect(await fetchImagePath()).not.toBe(imagePath);
    await restart({ sessionSecret: thirdSecret, previousSecrets: [secondSecret, firstSecret] });
    expect([await fetchUser(token), await fetchUser(newer)]).toEqual([signedIn, signedIn]);
    expect(await fetchStatus(imagePath)).toBe(200);
  });

  it('without the previous one ends all sessions and invalidates all image URLs', async () => {
    await start({ sessionSecret: firstSecret });
    const token = await signIn(shop);
    const imagePath = await fetchImagePath();
    await restart({ sessionSecret: secondSecret });
    expect(await fetchUser(token)).toEqual(visitor);
    expect(await fetchStatus(imagePath)).toBe(404);
  });

  it('allows a logout or password reset to end sessions that the previous one signed', async () => {
    await start({ sessionSecret: firstSecret });
    const [token, otherToken] = [await signIn(shop), await signIn(shop)];
    await restart({ sessionSecret: secondSecret, previousSecrets: [firstSecret] });
    await shop.graphql('mutation { logout { loggedOut } }', {}, token);
    expect([await fetchUser(token), await fetchUser(otherToken)]).toEqual([visitor, signedIn]);
    const email = 'reader@shop.example';
    const verified = await mutate(
      shop.graphql,
      'verifyPasswordReset',
      { email, otp: '123456' },
      'resetToken',
    );
    const resetToken = textAt(verified, 'resetToken');
    await mutate(shop.graphql, 'resetPassword', { resetToken, newPassword: 'a new password' });
    expect(await fetchUser(otherToken)).toEqual(visitor);
    const laterToken = await signIn(shop, '9000000001', 'a new password');
    expect(await fetchUser(laterToken)).toEqual(signedIn);
  });

  it('is accepted by gateways that list it as previous and still sign with the old one', async () => {
    await start({ sessionSecret: secondSecret, previousSecrets: [firstSecret] });
    const token = await signIn(shop);
    await restart({ sessionSecret: firstSecret, previousSecrets: [secondSecret] });
    expect(await fetchUser(token)).toEqual(signedIn);
  });

  it('is generated if the file in the data directory is deleted, and the old one can be set as previous', async () => {
    await start({});
    const token = await signIn(shop);
    const file = path.join(dataDir, 'gateway', 'session-secret');
    const oldSecret = (await readFile(file, 'utf8')).trim();
    await rm(file);
    await restart({ previousSecrets: [oldSecret] });
    expect((await readFile(file, 'utf8')).trim()).not.toBe(oldSecret);
    expect(await fetchUser(token)).toEqual(signedIn);
    await restart({});
    expect(await fetchUser(token)).toEqual(visitor);
  });
});

describe('a session token', () => {
  it('is rejected if its key id is missing or does not match the secret that signed it', async () => {
    await start({ sessionSecret: secondSecret, previousSecrets: [firstSecret] });
    const token = await signIn(shop);
    const [key, previousKey] = deriveKeys({ current: secondSecret, previous: [firstSecret] }, 'session');
    expect(decodeProtectedHeader(token).kid).toBe(key.id);
    const signWithKeyId = (kid: string | undefined) =>
      new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'HS256', ...(kid !== undefined && { kid }) })
        .sign(key.bytes);
    expect(await fetchUser(await signWithKeyId(key.id))).toEqual(signedIn);
    for (const keyId of [undefined, 'xxxxxxxx', '../../etc', previousKey?.id])
      expect(await fetchUser(await signWithKeyId(keyId))).toEqual(visitor);
  });
});
