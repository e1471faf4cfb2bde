import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readBody, readQuery, text } from '../http/input.ts';
import { composeOtpEmail } from '../mail/account-emails.ts';
import { readMailLanguage } from '../mail/language.ts';
import type { ShopDetails } from '../mail/shop-details.ts';
import type { MailTransport } from '../mail/transport.ts';
import { resetPassword, sendOtp, verifyOtp } from '../password-reset/reset-password.ts';
import { newPassword } from '../shoppers/user-fields.ts';

const email = text(254).trim().min(1, 'Must not be empty');
const emailQuery = z.object({ email });
const otpQuery = z.object({ email, otp: text(40).trim() });
const newPasswordInBody = z.strictObject({ email, password: newPassword });

/** The three steps of a password reset (requirements.md 2.7 and 7). Responses are plain text. */
export function createPasswordResetEndpoints(
  database: Database,
  shop: ShopDetails,
  transport: MailTransport,
): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/sendotp',
      handle: async (request, response) => {
        const query = readQuery(request, emailQuery);
        const language = readMailLanguage(request);
        await sendOtp(database, query.email, (email, otp) =>
          transport.send(composeOtpEmail(shop, email, language, otp)),
        );
        response.type('text/plain').send('OTP sent to your email.');
      },
    },
    {
      method: 'post',
      path: '/verifyOTP',
      handle: async (request, response) => {
        const query = readQuery(request, otpQuery);
        await verifyOtp(database, query.email, query.otp);
        response.type('text/plain').send('OTP verified successfully.');
      },
    },
    {
      method: 'put',
      path: '/resetUserPassword',
      handle: async (request, response) => {
        const body = readBody(request, newPasswordInBody);
        await resetPassword(database, body.email, body.password);
        response.type('text/plain').send('Password reset successfully.');
      },
    },
  ];
}
