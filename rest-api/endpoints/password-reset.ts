import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readBody, readQuery, text } from '../http/input.ts';
import { languageHeader, readMailLanguage } from '../mail/language.ts';
import type { MailTransport } from '../mail/transport.ts';
import { resetPassword, sendOtp, verifyOtp } from '../password-reset/reset-password.ts';
import type { ShopDetails } from '../shop-details.ts';
import { composeOtpEmail, getEmailRejectedMessage } from '../shoppers/account-emails.ts';
import { newPassword } from '../shoppers/user-fields.ts';

const email = text(254)
  .trim()
  .min(1, 'Must not be empty')
  .meta({ examples: ['asha@example.com'] });
const emailQuery = z.object({ email });
const otpQuery = z.object({
  email,
  otp: text(40)
    .trim()
    .meta({ examples: ['123456'] }),
});
const newPasswordBody = z.strictObject({ email, password: newPassword }).meta({ id: 'NewPassword' });

/** The three steps of a password reset (requirements.md 2.7 and 7). Successful responses are plain text. */
export function createPasswordResetEndpoints(
  database: Database,
  shop: ShopDetails,
  transport: MailTransport,
  log: Logger,
): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/sendotp',
      operation: {
        summary: 'Sends a one-time password by e-mail',
        query: emailQuery,
        headers: languageHeader,
        responses: {
          200: { description: 'OTP sent to your email.', body: 'text/plain' },
          404: 'Email not found',
          422: 'The mail server rejected the e-mail address',
          429: 'Too many OTPs were requested',
          502: 'The e-mail could not be sent',
        },
      },
      handle: async (request, response) => {
        const query = readQuery(request, emailQuery);
        const language = readMailLanguage(request);
        const deliver = (email: string, otp: string) =>
          transport.send(composeOtpEmail(shop, email, language, otp));
        await sendOtp(database, query.email, deliver, getEmailRejectedMessage(language), log);
        response.type('text/plain').send('OTP sent to your email.');
      },
    },
    {
      method: 'post',
      path: '/verifyOTP',
      operation: {
        summary: 'Checks a one-time password',
        query: otpQuery,
        responses: {
          200: { description: 'OTP verified successfully.', body: 'text/plain' },
          400: 'Invalid OTP or OTP expired',
        },
      },
      handle: async (request, response) => {
        const query = readQuery(request, otpQuery);
        await verifyOtp(database, query.email, query.otp);
        response.type('text/plain').send('OTP verified successfully.');
      },
    },
    {
      method: 'put',
      path: '/resetUserPassword',
      operation: {
        summary: 'Sets a new password after a one-time password was verified',
        body: newPasswordBody,
        responses: {
          200: { description: 'Password reset successfully.', body: 'text/plain' },
          403: 'Password reset failed',
        },
      },
      handle: async (request, response) => {
        const body = readBody(request, newPasswordBody);
        await resetPassword(database, body.email, body.password);
        response.type('text/plain').send('Password reset successfully.');
      },
    },
  ];
}
