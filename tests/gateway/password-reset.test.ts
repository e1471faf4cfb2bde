import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mutate, onlyError } from './graphql-call.ts';
import { restSide, signIn, startGateway, type TestGateway } from './harness.ts';
import { hostUrl, refusal } from './rest-host.ts';

const rest = restSide();
let shop: TestGateway;
beforeEach(async () => {
  shop = await startGateway();
});
afterEach(() => shop.close());

const payload = (mutation: string, input: Record<string, unknown>, fields = '', token?: string) =>
  mutate(shop.graphql, mutation, input, fields, token);

const me = '{ user { id } }';

describe('a password reset', () => {
  const email = 'reader@shop.example';

  it('goes from the e-mail over the one-time password to the new one, once, and ends all sessions', async () => {
    const token = await signIn(shop);
    expect(await payload('requestPasswordReset', { email }, 'message')).toEqual({
      message: 'OTP sent to your email.',
      userErrors: [],
    });
    const verified = await payload('verifyPasswordReset', { email, otp: '123456' }, 'resetToken message');
    expect(verified).toMatchObject({ message: 'OTP verified.', userErrors: [] });
    const { resetToken } = verified;
    expect(
      onlyError(await payload('resetPassword', { resetToken, newPassword: 'short' }, 'message')).code,
    ).toBe('INVALID');
    const reset = await payload('resetPassword', { resetToken, newPassword: 'a new password' }, 'message');
    expect(reset).toEqual({ message: 'Password reset.', userErrors: [] });
    const again = await payload('resetPassword', { resetToken, newPassword: 'a new password' }, 'message');
    expect(onlyError(again)).toMatchObject({ code: 'RESET_FAILED', message: 'Password reset failed' });
    expect((await shop.graphql(me, {}, token)).data).toEqual({ user: null });
    const fresh = await signIn(shop);
    expect((await shop.graphql(me, {}, fresh)).data).toHaveProperty('user.id', '7');
  });

  it('ends the sessions, too, that were opened while the account had other e-mail addresses', async () => {
    const first = await signIn(shop);
    await payload('updateProfile', { email: 'second@shop.example' }, '', first);
    const second = await signIn(shop);
    await payload('updateProfile', { email: 'third@shop.example' }, '', second);
    const third = await signIn(shop);
    const proof = { email: 'third@shop.example', otp: '123456' };
    const { resetToken } = await payload('verifyPasswordReset', proof, 'resetToken');
    await payload('resetPassword', { resetToken, newPassword: 'a new password' });
    for (const token of [first, second, third]) {
      expect((await shop.graphql(me, {}, token)).data).toEqual({ user: null });
    }
    expect((await shop.graphql(me, {}, await signIn(shop))).data).toHaveProperty('user.id', '7');
  });

  it.each([
    ['requestPasswordReset', { email: '' }, 'REQUIRED', 'Please enter your email'],
    ['verifyPasswordReset', { email, otp: ' ' }, 'REQUIRED', 'Please enter the OTP'],
    ['verifyPasswordReset', { email, otp: '000000' }, 'OTP_INVALID', 'Invalid OTP or OTP expired'],
    [
      'resetPassword',
      { resetToken: 'guessed', newPassword: 'a new password' },
      'RESET_FAILED',
      'Password reset failed',
    ],
  ])('%s %o is refused', async (mutation, input, code, message) => {
    expect(onlyError(await payload(mutation, input))).toMatchObject({ code, message });
    expect(rest.host.calledTimes('PUT resetUserPassword')).toBe(0);
  });

  it('of an unknown e-mail address is refused', async () => {
    rest.server.use(http.post(`${hostUrl}/sendotp`, () => refusal(404, 'Email not found')));
    expect(onlyError(await payload('requestPasswordReset', { email: 'x@y.example' }))).toMatchObject({
      code: 'EMAIL_NOT_FOUND',
      message: 'Email not found',
    });
  });

  it('cannot be used to try many addresses or one-time passwords', async () => {
    for (let tries = 0; tries < 5; tries += 1) await payload('requestPasswordReset', { email });
    expect(onlyError(await payload('requestPasswordReset', { email: email.toUpperCase() })).code).toBe(
      'RATE_LIMITED',
    );
    for (let tries = 0; tries < 10; tries += 1)
      await payload('verifyPasswordReset', { email, otp: '000000' });
    expect(onlyError(await payload('verifyPasswordReset', { email, otp: '123456' })).code).toBe(
      'RATE_LIMITED',
    );
  });
});
