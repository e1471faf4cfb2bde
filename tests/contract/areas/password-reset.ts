import type { Area } from '../check.ts';
import { clientError, includesMessage, rejection, success } from '../expectations.ts';
import { requestWithUser } from './registration.ts';

export const passwordReset: Area = {
  name: 'Password reset',
  checks: [
    {
      call: 'POST /sendotp?email=',
      impact: 'password reset',
      request: (state) =>
        requestWithUser(state, ({ testUser: { email } }) => ({
          method: 'POST',
          path: '/sendotp',
          query: { email },
        })),
      expects: [success],
    },
    {
      call: 'POST /sendotp?email= with an unknown e-mail',
      impact: 'the message that the e-mail is unknown',
      request: ({ testUser }) => ({
        method: 'POST',
        path: '/sendotp',
        query: { email: `nobody-${testUser.email}` },
      }),
      expects: [clientError],
    },
    {
      call: 'POST /sendotp?email= with an unknown e-mail: the message',
      impact: 'nothing: the gateway has its own text',
      optional: true,
      request: ({ testUser }) => ({
        method: 'POST',
        path: '/sendotp',
        query: { email: `nobody-${testUser.email}` },
      }),
      expects: [includesMessage('Email not found')],
    },
    {
      call: 'POST /verifyOTP?email=&otp= with a wrong OTP',
      impact: 'the message that the one-time password is wrong',
      request: ({ testUser: { email } }) => ({
        method: 'POST',
        path: '/verifyOTP',
        // Never valid: an OTP consists of digits.
        query: { email, otp: 'abcdef' },
      }),
      expects: [{ ...rejection, impact: 'security: anyone could set the password of any user' }, clientError],
    },
    {
      call: 'PUT /resetUserPassword without a verified OTP',
      impact: 'a second safeguard: the gateway itself requires a verified OTP',
      optional: true,
      request: ({ testUser: { email, password } }) => ({
        method: 'PUT',
        path: '/resetUserPassword',
        body: { email, password },
      }),
      expects: [rejection],
    },
  ],
};
