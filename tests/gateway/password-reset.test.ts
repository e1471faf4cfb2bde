import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { encodeNodeId, getOnlyError, mutate, postGraphQL } from './graphql-call.ts';
import { setUpGateways, setUpRestHost, signIn, type TestGateway } from './harness.ts';
import { createErrorResponse, hostUrl } from './rest-host.ts';

const rest = setUpRestHost();
const gateways = setUpGateways();
let shop: TestGateway;
beforeEach(async () => {
  shop = await gateways.start();
});
afterEach(() => void vi.useRealTimers());

const sendMutation = (mutation: string, input: Record<string, unknown>, fields = '', token?: string) =>
  mutate(shop.graphql, mutation, input, fields, token);

const userQuery = '{ user { id } }';

describe('a password reset', () => {
  const email = 'reader@shop.example';
  const contact = '9000000001';
  const currentPassword = 'right-password';
  const newPassword = 'a new password';

  it('sets a new password with an e-mailed one-time password, works once, and ends earlier sessions', async () => {
    const token = await signIn(shop);
    expect(await sendMutation('requestPasswordReset', { email }, 'message')).toEqual({
      message: 'OTP sent to your email.',
      userErrors: [],
    });
    const verified = await sendMutation(
      'verifyPasswordReset',
      { email, otp: '123456' },
      'resetToken message',
    );
    expect(verified).toMatchObject({ message: 'OTP verified.', userErrors: [] });
    const { resetToken } = verified;
    expect(
      getOnlyError(await sendMutation('resetPassword', { resetToken, newPassword: 'short' }, 'message')).code,
    ).toBe('TOO_SHORT');
    const reset = await sendMutation('resetPassword', { resetToken, newPassword }, 'message');
    expect(reset).toEqual({ message: 'Password reset.', userErrors: [] });
    const again = await sendMutation(
      'resetPassword',
      { resetToken, newPassword: 'another new password' },
      'message',
    );
    expect(getOnlyError(again)).toMatchObject({ code: 'RESET_FAILED', message: 'Password reset failed' });
    expect((await shop.graphql(userQuery, {}, token)).data).toEqual({ user: null });
    const oldLogin = await sendMutation('login', { contact, password: currentPassword });
    expect(getOnlyError(oldLogin).code).toBe('LOGIN_FAILED');
    const newToken = await signIn(shop, contact, newPassword);
    expect((await shop.graphql(userQuery, {}, newToken)).data).toHaveProperty(
      'user.id',
      encodeNodeId('User', 7),
    );
  });

  it('ignores invisible characters in the e-mail address and the one-time password', async () => {
    const copiedEmail = `\u200b${email}\u200b`;
    expect((await sendMutation('requestPasswordReset', { email: copiedEmail })).userErrors).toEqual([]);
    const input = { email: copiedEmail, otp: '\u202d123456\u202c' };
    expect((await sendMutation('verifyPasswordReset', input)).userErrors).toEqual([]);
  });

  it('never sends the host a text that is too long for an e-mail address or a one-time password', async () => {
    const longEmail = `${'x'.repeat(90_000)}@shop.example`;
    expect(getOnlyError(await sendMutation('requestPasswordReset', { email: longEmail })).code).toBe(
      'EMAIL_NOT_FOUND',
    );
    for (const input of [
      { email: longEmail, otp: '123456' },
      { email, otp: '1'.repeat(90_000) },
    ])
      expect(getOnlyError(await sendMutation('verifyPasswordReset', input)).code).toBe('OTP_INVALID');
    expect(rest.host.calls.filter((call) => /otp/i.test(call))).toEqual([]);
  });

  it("tells the host the shopper's language, but not an invalid one", async () => {
    const query = `mutation { requestPasswordReset(input: { email: "${email}" }) { userErrors { code } } }`;
    for (const acceptLanguage of ['mr', '<script>']) {
      await postGraphQL(shop.url, { query }, { 'accept-language': acceptLanguage });
    }
    expect(rest.host.emailLanguages).toEqual(['mr', null]);
  });

  /** Resets the password of the account with this e-mail address or mobile number. */
  async function resetPassword(emailOrContact: string): Promise<void> {
    const verified = await sendMutation(
      'verifyPasswordReset',
      { email: emailOrContact, otp: '123456' },
      'resetToken',
    );
    const { resetToken } = verified;
    const completed = await sendMutation('resetPassword', { resetToken, newPassword });
    expect(completed.userErrors).toEqual([]);
  }
  const fetchUser = async (token: string) => (await shop.graphql(userQuery, {}, token)).data;
  const signedOut = { user: null };

  it('ends sessions that began while the account had another e-mail address', async () => {
    const token = await signIn(shop);
    await sendMutation('updateProfile', { email: 'second@shop.example', currentPassword }, '', token);
    expect(await fetchUser(token)).toEqual({ user: { id: encodeNodeId('User', 7) } });
    await resetPassword('second@shop.example');
    expect(await fetchUser(token)).toEqual(signedOut);
    expect(await fetchUser(await signIn(shop, contact, newPassword))).toEqual({
      user: { id: encodeNodeId('User', 7) },
    });
  });

  it('ends sessions that began before a change of e-mail address, even if another shopper has tried to take the new one', async () => {
    rest.host.passwords.set('9000000002', 'other-password');
    const token = await signIn(shop);
    const otherToken = await signIn(shop, '9000000002', 'other-password');
    await sendMutation('updateProfile', { email: 'second@shop.example', currentPassword }, '', token);
    rest.server.use(
      http.put(`${hostUrl}/updateUser/8`, () =>
        createErrorResponse(409, "Duplicate entry 'second@shop.example' for key 'email'"),
      ),
    );
    const taken = await sendMutation(
      'updateProfile',
      { email: 'second@shop.example', currentPassword: 'other-password' },
      '',
      otherToken,
    );
    expect(getOnlyError(taken).code).toBe('EMAIL_TAKEN');
    await resetPassword('second@shop.example');
    expect(await fetchUser(token)).toEqual(signedOut);
    expect(await fetchUser(otherToken)).toEqual({ user: { id: encodeNodeId('User', 8) } });
  });

  it('ends the session of a login that began with the old password before the reset', async () => {
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    rest.server.use(
      http.get(`${hostUrl}/getUserBycontact`, async () => {
        requested.resolve();
        await released.promise;
      }),
    );
    const login = signIn(shop);
    await requested.promise;
    await resetPassword(email);
    released.resolve();
    expect(await fetchUser(await login)).toEqual(signedOut);
  });

  it.each([
    ['an accent', 'reader@shop.example', 'r\u00e9ader@shop.example'],
    ['\u00df instead of ss', 'reader@fass.example', 'reader@fa\u00df.example'],
    ['a dotless i', 'reader@gmail.example', 'reader@gma\u0131l.example'],
    ['full-width letters', 'reader@shop.example', '\uff52eader@shop.example'],
  ])('does not end sessions of an account whose e-mail address differs by %s', async (_, own, other) => {
    rest.host.getShopper(7).email = own;
    rest.host.getShopper(8).email = other;
    const token = await signIn(shop);
    await resetPassword(other);
    expect(await fetchUser(token)).toEqual({ user: { id: encodeNodeId('User', 7) } });
    await resetPassword(own.toUpperCase());
    expect(await fetchUser(token)).toEqual(signedOut);
  });

  it('ends earlier sessions even if the host\u2019s response was lost', async () => {
    const token = await signIn(shop);
    rest.server.use(http.put(`${hostUrl}/resetUserPassword`, () => HttpResponse.error()));
    const verified = await sendMutation('verifyPasswordReset', { email, otp: '123456' }, 'resetToken');
    const { resetToken } = verified;
    const lost = await sendMutation('resetPassword', { resetToken, newPassword });
    expect(getOnlyError(lost).code).toBe('OUTCOME_UNKNOWN');
    expect(await fetchUser(token)).toEqual(signedOut);
  });

  it.each([
    ['rejects the new password', 'RESET_FAILED', () => createErrorResponse(422, 'Choose another password')],
    ['fails', 'UNAVAILABLE', () => createErrorResponse(500, 'out of order')],
  ])('ends no session if the host %s', async (_, code, respond) => {
    const token = await signIn(shop);
    rest.server.use(http.put(`${hostUrl}/resetUserPassword`, respond));
    const { resetToken } = await sendMutation('verifyPasswordReset', { email, otp: '123456' }, 'resetToken');
    const failed = await sendMutation('resetPassword', { resetToken, newPassword });
    expect(getOnlyError(failed).code).toBe(code);
    expect(await fetchUser(token)).toEqual({ user: { id: encodeNodeId('User', 7) } });
  });

  it('ends no session if the new password is not sent, because the host has failed repeatedly', async () => {
    const gateway = await gateways.start({ breaker: { minOpenMs: 60_000, maxOpenMs: 60_000 } });
    const token = await signIn(gateway);
    const credentials = { email, otp: '123456' };
    let calls = 0;
    rest.server.use(
      http.put(`${hostUrl}/resetUserPassword`, () => {
        calls += 1;
        return createErrorResponse(503, 'busy');
      }),
    );
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { resetToken } = await mutate(gateway.graphql, 'verifyPasswordReset', credentials, 'resetToken');
      const input = { resetToken, newPassword };
      codes.push(getOnlyError(await mutate(gateway.graphql, 'resetPassword', input)).code);
    }
    expect(new Set(codes)).toEqual(new Set(['UNAVAILABLE']));
    expect(calls).toBe(5);
    expect((await gateway.graphql(userQuery, {}, token)).data).toEqual({
      user: { id: encodeNodeId('User', 7) },
    });
  });

  it('can be retried with its token if an unwritable file prevented it from ending the sessions', async () => {
    const dataDir = await createTemporaryFolder();
    const gateway = await gateways.start({ config: { dataDir } });
    const verified = await mutate(
      gateway.graphql,
      'verifyPasswordReset',
      { email, otp: '123456' },
      'resetToken',
    );
    const input = { resetToken: verified.resetToken, newPassword };
    const mutation =
      'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { userErrors { code } } }';
    const file = path.join(dataDir, 'gateway', 'ended-sessions');
    await rm(file);
    await mkdir(file);
    const { errors } = await gateway.graphql(mutation, { input });
    expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
    await rm(file, { recursive: true });
    const token = await signIn(gateway, contact, newPassword);
    expect(await mutate(gateway.graphql, 'resetPassword', input)).toEqual({ userErrors: [] });
    expect((await gateway.graphql(userQuery, {}, token)).data).toEqual({ user: null });
  });

  it('is rejected more than ten minutes after its one-time password was verified', async () => {
    const credentials = { email, otp: '123456' };
    const { resetToken } = await sendMutation('verifyPasswordReset', credentials, 'resetToken');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    const rejected = await sendMutation('resetPassword', { resetToken, newPassword });
    expect(getOnlyError(rejected).code).toBe('RESET_FAILED');
  });

  it('can be retried while the host is down, until its token expires after ten minutes', async () => {
    const credentials = { email, otp: '123456' };
    const { resetToken } = await sendMutation('verifyPasswordReset', credentials, 'resetToken');
    const verifiedAt = Date.now();
    const resetAfter = (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: verifiedAt + minutes * 60_000 });
      const mutation =
        'mutation ($token: String!) { resetPassword(input: { resetToken: $token, newPassword: "a new password" }) { userErrors { code } } }';
      return shop.graphql(mutation, { token: resetToken });
    };
    rest.host.down = true;
    for (const minutes of [4, 8]) {
      const { data } = await resetAfter(minutes);
      // The fake host drops the connection, so the gateway cannot know whether the password was set.
      expect(data).toEqual({ resetPassword: { userErrors: [{ code: 'OUTCOME_UNKNOWN' }] } });
    }
    rest.host.down = false;
    const expired = await resetAfter(11);
    expect(expired.data).toEqual({ resetPassword: { userErrors: [{ code: 'RESET_FAILED' }] } });
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
  ])('is rejected at the step %s with the input %o', async (mutation, input, code, message) => {
    expect(getOnlyError(await sendMutation(mutation, input))).toMatchObject({ code, message });
    expect(rest.host.countCalls('PUT resetUserPassword')).toBe(0);
  });

  it('reports an unknown mobile number even if the host answers with an empty response', async () => {
    rest.server.use(http.get(`${hostUrl}/getUserBycontact`, () => new HttpResponse(null, { status: 204 })));
    const request = await sendMutation('requestPasswordReset', { email: '9812345678' }, 'message');
    expect(getOnlyError(request)).toMatchObject({ code: 'EMAIL_NOT_FOUND', message: 'Email not found' });
  });

  it('accepts the mobile number of an account instead of its e-mail address', async () => {
    const emailParameters: (string | null)[] = [];
    for (const call of ['sendotp', 'verifyOTP']) {
      rest.server.use(
        http.post(`${hostUrl}/${call}`, ({ request }) => {
          emailParameters.push(new URL(request.url).searchParams.get('email'));
          return HttpResponse.text('Done.');
        }),
      );
    }
    expect((await sendMutation('requestPasswordReset', { email: ` ${contact} ` })).userErrors).toEqual([]);
    await resetPassword(contact);
    expect(emailParameters).toEqual([email, email]);
    const unknown = await sendMutation('requestPasswordReset', { email: '9999999999' });
    expect(getOnlyError(unknown)).toMatchObject({ code: 'EMAIL_NOT_FOUND', message: 'Email not found' });
    const wrong = await sendMutation('verifyPasswordReset', { email: '9999999999', otp: '1' }, 'resetToken');
    expect(getOnlyError(wrong)).toMatchObject({ code: 'OTP_INVALID' });
  });

  it('is rejected for an unknown e-mail address', async () => {
    rest.server.use(http.post(`${hostUrl}/sendotp`, () => createErrorResponse(404, 'Email not found')));
    expect(getOnlyError(await sendMutation('requestPasswordReset', { email: 'x@y.example' }))).toMatchObject({
      code: 'EMAIL_NOT_FOUND',
      message: 'Email not found',
    });
  });

  it('limits the number of e-mails and of attempts to enter a one-time password', async () => {
    for (let tries = 0; tries < 5; tries += 1) await sendMutation('requestPasswordReset', { email });
    expect(
      getOnlyError(await sendMutation('requestPasswordReset', { email: email.toUpperCase() })).code,
    ).toBe('RATE_LIMITED');
    for (let tries = 0; tries < 10; tries += 1)
      await sendMutation('verifyPasswordReset', { email, otp: '000000' });
    expect(getOnlyError(await sendMutation('verifyPasswordReset', { email, otp: '123456' })).code).toBe(
      'RATE_LIMITED',
    );
  });
});
