import type { Area } from '../check.ts';
import { refused, says, someWords, status } from '../expectations.ts';
import { registered } from './registration.ts';

export const passwordReset: Area = {
  name: 'Password reset',
  checks: [
    {
      call: 'POST /sendotp?email=',
      loses: 'password reset',
      request: (known) =>
        registered(known, ({ visitor: { email } }) => ({
          method: 'POST',
          path: '/sendotp',
          query: { email },
        })),
      expects: [status(200), someWords],
    },
    {
      call: 'POST /sendotp?email= of an unknown e-mail',
      loses: 'the message that there is no such e-mail',
      request: ({ visitor }) => ({
        method: 'POST',
        path: '/sendotp',
        query: { email: `nobody-${visitor.email}` },
      }),
      expects: [refused],
    },
    {
      call: 'POST /sendotp?email= of an unknown e-mail says so',
      loses: 'nothing: the gateway has the text itself',
      optional: true,
      request: ({ visitor }) => ({
        method: 'POST',
        path: '/sendotp',
        query: { email: `nobody-${visitor.email}` },
      }),
      expects: [says('Email not found')],
    },
    {
      call: 'POST /verifyOTP?email=&otp= with a wrong OTP',
      loses: 'everything: anybody could set anybody’s password',
      request: ({ visitor: { email } }) => ({
        method: 'POST',
        path: '/verifyOTP',
        // Never right: an OTP has digits alone.
        query: { email, otp: 'abcdef' },
      }),
      expects: [refused],
    },
    {
      call: 'PUT /resetUserPassword without a verified OTP is refused',
      loses: 'a second lock: the gateway asks for a verified OTP by itself',
      optional: true,
      request: ({ visitor: { email, password } }) => ({
        method: 'PUT',
        path: '/resetUserPassword',
        body: { email, password },
      }),
      expects: [refused],
    },
  ],
};
