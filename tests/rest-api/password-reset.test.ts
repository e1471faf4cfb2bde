import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Call, createCall, createRegistration, register } from './calls.ts';
import { onEachEngine, startDemo } from './engines.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { parseOtp, readNewestEmail } from './outbox.ts';
import { postgresqlBinaryDir } from './postgresql.ts';
import { createEmptyDatabase } from './prepared-data.ts';
import { createDataDirectory, removeDataDirectory, startService } from './service.ts';
import { setUpService, setUpServiceWithMailServer } from './service-setup.ts';

/** The service's limit. Strangers can request fewer through the gateway, so they cannot lock out the account's owner. */
const maxOtpsPerHour = 70;

onEachEngine((start) => {
  const { call, getService } = setUpService(start);

  const sendOtp = (email: string) => call(`POST /sendotp?email=${encodeURIComponent(email)}`);
  const verify = (email: string, otp: string) =>
    call(`POST /verifyOTP?email=${encodeURIComponent(email)}&otp=${otp}`);
  const reset = (email: string, password: string) =>
    call('PUT /resetUserPassword', { body: { email, password } });
  const login = (contact: string, password: string) =>
    call('POST /loginByContact', { body: { contact, password } });
  const fetchOtp = async (email: string) => parseOtp(await readNewestEmail(getService(), email));

  test('a password is reset in three steps, each of which responds with a message', async () => {
    const { email, contact } = await register(call);
    const sent = await sendOtp(email);
    expect([sent.status, sent.body]).toEqual([200, 'OTP sent to your email.']);
    const verified = await verify(email, await fetchOtp(email));
    expect([verified.status, verified.body]).toEqual([200, 'OTP verified successfully.']);
    const changed = await reset(email, 'a new password');
    expect([changed.status, changed.body]).toEqual([200, 'Password reset successfully.']);
    expect((await login(contact, 'a new password')).status).toBe(200);
    expect((await login(contact, 'a good password')).status).toBe(401);
  });

  test('neither one-time passwords nor e-mail addresses are logged', async () => {
    const { email } = await register(call);
    await sendOtp(email);
    expect(getService().output()).not.toContain(await fetchOtp(email));
    expect(getService().output()).not.toContain(email);
  });

  test('an e-mail with a one-time password does not contain the username, which could be an advertisement', async () => {
    const username = 'friend,\n\nyou won! Claim it: http://evil.example/win\n\nYours, the shop.';
    const { email, ...registration } = createRegistration();
    await call('POST /addUser', { body: { ...registration, email, username } });
    await sendOtp(email);
    const mail = await readNewestEmail(getService(), email);
    expect(mail).toMatch(/^Hello,\r?$/m);
    expect(mail).not.toMatch(/friend|evil/);
  });

  test('an unknown e-mail address is rejected with 404', async () => {
    const response = await sendOtp('nobody@example.com');
    expect([response.status, response.body]).toEqual([404, { message: 'Email not found' }]);
  });

  test('a one-time password can be verified once, and a verification allows one reset', async () => {
    const { email } = await register(call);
    await sendOtp(email);
    const otp = await fetchOtp(email);
    await verify(email, otp);
    expect((await verify(email, otp)).status).toBe(400);
    expect((await reset(email, 'first password')).status).toBe(200);
    const again = await reset(email, 'second password');
    expect([again.status, again.body]).toEqual([403, { message: 'Password reset failed' }]);
  });

  test('a reset without a verification is rejected', async () => {
    const { email, contact } = await register(call);
    await sendOtp(email);
    expect((await reset(email, 'stolen password')).status).toBe(403);
    expect((await reset('nobody@example.com', 'stolen password')).status).toBe(403);
    expect((await login(contact, 'a good password')).status).toBe(200);
  });

  test('after five wrong attempts, even concurrent ones, the correct one-time password is rejected', async () => {
    const { email } = await register(call);
    await sendOtp(email);
    const otp = await fetchOtp(email);
    const wrong = otp === '000000' ? '000001' : '000000';
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(email, wrong)));
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([400, { message: 'Invalid OTP or OTP expired' }]);
    }
    expect((await verify(email, otp)).status).toBe(400);
  });

  test('a new one-time password invalidates the previous one', async () => {
    const { email } = await register(call);
    await sendOtp(email);
    const older = await fetchOtp(email);
    await sendOtp(email);
    const newer = await fetchOtp(email);
    if (older !== newer) expect((await verify(email, older)).status).toBe(400);
    expect((await verify(email, newer)).status).toBe(200);
  });

  test('a one-time password that is requested after a verification has to be verified too', async () => {
    const { email } = await register(call);
    await sendOtp(email);
    expect((await verify(email, await fetchOtp(email))).status).toBe(200);
    await sendOtp(email);
    expect((await reset(email, 'a new password')).status).toBe(403);
    expect((await verify(email, await fetchOtp(email))).status).toBe(200);
    expect((await reset(email, 'a new password')).status).toBe(200);
  });

  test.each([
    ['the e-mail address', (): Record<string, string> => ({ email: createRegistration().email })],
    ['the password', (): Record<string, string> => ({ password: 'another password' })],
  ])('a one-time password from before a change of %s is rejected', async (_, createChange) => {
    const user = await register(call);
    const change = createChange();
    const { email = user.email, password = 'a good password' } = change;
    await sendOtp(user.email);
    const otp = await fetchOtp(user.email);
    expect((await call(`PUT /updateUser/${user.id}`, { body: change })).status).toBe(200);
    expect((await verify(email, otp)).status).toBe(400);
    expect((await reset(email, 'stolen password')).status).toBe(403);
    expect((await login(user.contact, password)).status).toBe(200);
    await sendOtp(email);
    expect((await verify(email, await fetchOtp(email))).status).toBe(200);
  });

  test('a verified one-time password allows no reset after the e-mail address has changed', async () => {
    const user = await register(call);
    await sendOtp(user.email);
    expect((await verify(user.email, await fetchOtp(user.email))).status).toBe(200);
    const { email } = createRegistration();
    await call(`PUT /updateUser/${user.id}`, { body: { email } });
    expect((await reset(email, 'stolen password')).status).toBe(403);
    expect((await login(user.contact, 'a good password')).status).toBe(200);
  });

  test('a one-time password is still valid after another change, for example of the contact number', async () => {
    const { id, email, username, addresses } = await register(call);
    await sendOtp(email);
    const { contact } = createRegistration();
    const body = { email, username, contact, addresses, password: '' };
    expect((await call(`PUT /updateUser/${id}`, { body })).status).toBe(200);
    expect((await verify(email, await fetchOtp(email))).status).toBe(200);
  });

  test(`after ${maxOtpsPerHour} one-time passwords in an hour, a user gets no more, not even with another e-mail address`, async () => {
    const { id, email } = await register(call);
    for (let sent = 0; sent < maxOtpsPerHour; sent += 1) expect((await sendOtp(email)).status).toBe(200);
    const response = await sendOtp(email);
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
    const change = { email: createRegistration().email };
    expect((await call(`PUT /updateUser/${id}`, { body: change })).status).toBe(200);
    expect((await sendOtp(change.email)).status).toBe(429);
  });

  test('missing and invalid values are rejected with 400', async () => {
    expect((await call('POST /sendotp')).status).toBe(400);
    expect((await call('POST /verifyOTP?email=a@example.com')).status).toBe(400);
    expect((await reset('a@example.com', 'short')).status).toBe(400);
    const tooLong = await call(`POST /verifyOTP?email=a@example.com&otp=${'1'.repeat(41)}`);
    expect([tooLong.status, tooLong.body]).toMatchObject([
      400,
      { message: 'otp: Must have at most 40 characters' },
    ]);
  });
});

// To let time pass and to raise the number of sent one-time passwords, these tests change `password_resets`. Only
// PostgreSQL allows that from outside the service.
describe.skipIf(postgresqlBinaryDir === undefined)('with changes to the table password_resets', () => {
  let mailServer: MailServer;
  let client: pg.Client;
  let call: Call;

  beforeAll(async () => {
    mailServer = await startMailServer();
    const settings = {
      DATA_DIR: await createDataDirectory(),
      DATABASE_URL: await createEmptyDatabase(),
      SMTP_URL: mailServer.url,
    };
    const service = await startService(settings);
    call = createCall(service.url);
    client = new pg.Client({ connectionString: settings.DATABASE_URL });
    await client.connect();
    return async () => {
      await client.end();
      await service.stop();
      await mailServer.close();
      await removeDataDirectory(settings.DATA_DIR);
    };
  });

  test('one-time passwords and verifications have expired after ten minutes', async () => {
    const advanceTenMinutes = () =>
      client.query(
        `update password_resets set expires_at = expires_at - interval '10 minutes',
         verified_at = verified_at - interval '10 minutes'`,
      );
    const { email } = await register(call);
    const verifyNewest = async () => {
      const otp = parseOtp(mailServer.findEmailsTo(email).at(-1)?.text ?? '');
      return (await call(`POST /verifyOTP?email=${email}&otp=${otp}`)).status;
    };
    await call(`POST /sendotp?email=${email}`);
    await advanceTenMinutes();
    expect(await verifyNewest()).toBe(400);
    await call(`POST /sendotp?email=${email}`);
    expect(await verifyNewest()).toBe(200);
    await advanceTenMinutes();
    const body = { email, password: 'a late password' };
    expect((await call('PUT /resetUserPassword', { body })).status).toBe(403);
  });

  test('one-time passwords, verifications and limits that were stored while the clock was ahead no longer apply once it has been corrected', async () => {
    const setClockBack = () =>
      client.query(
        `update password_resets set expires_at = expires_at + interval '1 day',
         verified_at = verified_at + interval '1 day', window_started_at = window_started_at + interval '1 day'`,
      );
    const { email } = await register(call);
    const send = async () => (await call(`POST /sendotp?email=${email}`)).status;
    const verifyNewest = async () => {
      const otp = parseOtp(mailServer.findEmailsTo(email).at(-1)?.text ?? '');
      return (await call(`POST /verifyOTP?email=${email}&otp=${otp}`)).status;
    };
    await send();
    await client.query(`update password_resets set sent_in_window = ${maxOtpsPerHour}`);
    await setClockBack();
    expect(await verifyNewest()).toBe(400);
    expect(await send()).toBe(200);
    expect(await verifyNewest()).toBe(200);
    await setClockBack();
    const body = { email, password: 'a late password' };
    expect((await call('PUT /resetUserPassword', { body })).status).toBe(403);
  });

  test('the response to a request above the limit says how long to wait until the hour is over', async () => {
    const { email } = await register(call);
    const send = () => call(`POST /sendotp?email=${email}`);
    await send();
    await client.query(
      `update password_resets set sent_in_window = ${maxOtpsPerHour}, window_started_at = now() - interval '50 minutes'`,
    );
    const response = await send();
    expect([response.status, response.body]).toEqual([
      429,
      { message: 'Too many OTPs were requested. Please try again in 10 minutes.' },
    ]);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    await client.query(`update password_resets set window_started_at = now() - interval '60 minutes'`);
    expect((await send()).status).toBe(200);
  });

  test('a one-time password that could not be delivered counts towards the limit per hour', async () => {
    const { email } = await register(call);
    const send = async () => (await call(`POST /sendotp?email=${email}`)).status;
    expect(await send()).toBe(200);
    await client.query(`update password_resets set sent_in_window = ${maxOtpsPerHour - 1}`);
    mailServer.rejectWith(550);
    expect(await send()).toBe(422);
    mailServer.rejectWith(undefined);
    expect(await send()).toBe(429);
  });
});

describe('with a mail server', () => {
  const { call, findEmailsTo, getMailServer, getService } = setUpServiceWithMailServer(startDemo);

  test.each([
    ['the recipient permanently', 550, 'recipient', 422],
    ['the recipient temporarily', 450, 'recipient', 422],
    ['the sender', 550, 'sender', 502],
    ['the connection', 421, 'recipient', 502],
  ] as const)(
    'if the mail server rejects %s with %i, the response says whether the recipient is the reason',
    async (_, smtpStatus, rejected, status) => {
      const { email } = await register(call);
      getMailServer().rejectWith(smtpStatus, rejected);
      const responses = await Promise.all(
        ['en', 'hi'].map((language) =>
          call(`POST /sendotp?email=${encodeURIComponent(email)}`, {
            headers: { 'Accept-Language': language },
          }),
        ),
      );
      getMailServer().rejectWith(undefined);
      expect(responses.map((response) => response.status)).toEqual([status, status]);
      if (status === 502) return;
      expect(responses.map(({ body }) => body)).toEqual([
        {
          message: "We couldn't send an e-mail to your address. Please try again later, or contact the shop.",
        },
        { message: 'आपके पते पर ई-मेल नहीं भेजा जा सका। कृपया थोड़ी देर बाद फिर से कोशिश करें, या दुकान से संपर्क करें।' },
      ]);
    },
  );

  test('the status with which a mail server rejects a recipient is logged, without the e-mail address', async () => {
    const { email } = await register(call);
    getMailServer().rejectWith(554);
    await call(`POST /sendotp?email=${encodeURIComponent(email)}`);
    getMailServer().rejectWith(undefined);
    const { output } = getService();
    await expect.poll(output).toContain('"reason":"EENVELOPE 554"');
    expect(output()).not.toContain(email);
  });

  test('the e-mail is delivered before the response is sent, in the language that the client prefers; a failing mail server causes a 502 and leaves no valid one-time password', async () => {
    const { email } = await register(call);
    const send = (language = 'en') =>
      call(`POST /sendotp?email=${encodeURIComponent(email)}`, { headers: { 'Accept-Language': language } });
    expect((await send()).status).toBe(200);
    const [mail] = findEmailsTo(email);
    expect(mail).toMatchObject({
      from: { name: 'Aksharvel Books', address: 'shop@example.com' },
      subject: 'Aksharvel Books: your one-time password',
    });
    const otp = parseOtp(mail?.text ?? '');
    expect(parseOtp(mail?.html ?? '')).toBe(otp);
    expect((await send('mr-IN,en;q=0.5')).status).toBe(200);
    expect(findEmailsTo(email)[1]?.subject).toBe('Aksharvel Books: आपला वन-टाइम पासवर्ड');
    getMailServer().holdResponses();
    const failed = send();
    await expect.poll(() => findEmailsTo(email)).toHaveLength(3);
    await getMailServer().close();
    expect((await failed).status).toBe(502);
    const undeliveredOtp = parseOtp(findEmailsTo(email)[2]?.text ?? '');
    const verified = await call(`POST /verifyOTP?email=${encodeURIComponent(email)}&otp=${undeliveredOtp}`);
    expect(verified.status).toBe(400);
  });
});
