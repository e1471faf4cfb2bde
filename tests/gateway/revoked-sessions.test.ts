import { appendFile, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { encodeNodeId, mutate, textAt } from './graphql-call.ts';
import { setUpRestHost, signIn, startGateway, type TestGateway } from './harness.ts';

setUpRestHost();
let dataDir: string;
let file: string;
let shop: TestGateway;

beforeEach(async () => {
  dataDir = await createTemporaryFolder();
  file = path.join(dataDir, 'gateway', 'ended-sessions');
  shop = await startGateway({ config: { dataDir } });
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

async function restart(): Promise<void> {
  await shop.close();
  shop = await startGateway({ config: { dataDir } });
}

async function resetPassword(): Promise<void> {
  const credentials = { email: 'reader@shop.example', otp: '123456' };
  const verified = await mutate(shop.graphql, 'verifyPasswordReset', credentials, 'resetToken');
  const resetToken = textAt(verified, 'resetToken');
  await mutate(shop.graphql, 'resetPassword', { resetToken, newPassword: 'a new password' });
}

const logout = (token: string) => shop.graphql('mutation { logout { loggedOut } }', {}, token);
const fetchUser = async (token: string) => (await shop.graphql('{ user { id } }', {}, token)).data;
const shopper = { user: { id: encodeNodeId('User', 7) } };
const visitor = { user: null };

describe('a revoked session', () => {
  it('stays revoked when the gateway restarts, while other sessions continue', async () => {
    const [first, second, third] = [await signIn(shop), await signIn(shop), await signIn(shop)];
    await Promise.all([logout(first), logout(third)]);
    await restart();
    expect([await fetchUser(first), await fetchUser(second), await fetchUser(third)]).toEqual([
      visitor,
      shopper,
      visitor,
    ]);
    await restart();
    expect(await fetchUser(first)).toEqual(visitor);
  });

  it('stays revoked after a restart if a password reset revoked it', async () => {
    const token = await signIn(shop);
    await resetPassword();
    await restart();
    expect(await fetchUser(token)).toEqual(visitor);
    const laterToken = await signIn(shop, '9000000001', 'a new password');
    expect(await fetchUser(laterToken)).toEqual(shopper);
  });

  it('stays revoked after a restart if the previous line of the file was cut off because the disk was full', async () => {
    const token = await signIn(shop);
    await appendFile(file, `${Date.now()} revoked:cut`);
    await logout(token);
    await restart();
    expect(await fetchUser(token)).toEqual(visitor);
  });

  /** Ways to revoke a session. Each returns the token of another session, which continues. */
  const revocations: Record<string, (token: string) => Promise<string>> = {
    async 'a logout'(token) {
      await logout(token);
      return signIn(shop);
    },
    async 'a password reset'() {
      await resetPassword();
      return signIn(shop, '9000000001', 'a new password');
    },
    async 'a change of the e-mail address in another session'() {
      const otherToken = await signIn(shop);
      const change = { email: 'new@shop.example', currentPassword: 'right-password' };
      await mutate(shop.graphql, 'updateProfile', change, '', otherToken);
      return otherToken;
    },
  };

  it.each(Object.entries(revocations))(
    'stays revoked after %s for the twelve hours that its token is valid',
    async (_, revoke) => {
      const token = await signIn(shop);
      const otherToken = await revoke(token);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 - 60_000 });
      expect(await fetchUser(token)).toEqual(visitor);
      expect(await fetchUser(otherToken)).toEqual(shopper);
    },
  );

  it('is stored without personal data until its token expires, in a file that only its owner can read', async () => {
    const token = await signIn(shop);
    await logout(token);
    const expiredLine = `${Date.now() - 1_000} revoked:long-ago 1\n`;
    await appendFile(file, `${expiredLine}nonsense\n${Date.now()}`);
    await restart();
    expect(await fetchUser(token)).toEqual(visitor);
    const stored = await readFile(file, 'utf8');
    expect(stored).not.toMatch(/long-ago|nonsense|reader|9000000001/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

it('after a restart, a password reset also revokes a session that was opened while the clock was ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const token = await signIn(shop);
  vi.useRealTimers();
  await restart();
  expect(await fetchUser(token)).toEqual(shopper);
  await resetPassword();
  expect(await fetchUser(token)).toEqual(visitor);
  const laterToken = await signIn(shop, '9000000001', 'a new password');
  expect(await fetchUser(laterToken)).toEqual(shopper);
});
