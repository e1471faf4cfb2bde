import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import type { ResetGrant } from '../../auth/password-reset.ts';
import { checkPassword, normalizeText } from '../../customers/validation.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { displayableMessage, getUserMessage, UpstreamRejectedError } from '../../rest/errors.ts';
import type { GatewayServices } from '../context.ts';
import { logFailure } from './shopper-mutation.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

/** The wait reported to the shopper if the REST host limits requests. */
const hostRetryAfterSeconds = 60 * 60;
const resetFailed = userError('RESET_FAILED', 'Password reset failed');

type PasswordResetServices = Pick<
  GatewayServices,
  'accountLimits' | 'rest' | 'passwordResetTokens' | 'sessions' | 'logger'
>;

type PasswordResetMutations = Pick<
  MutationResolvers,
  'requestPasswordReset' | 'verifyPasswordReset' | 'resetPassword'
>;

/** The three steps of a password reset (requirements.md 2.7 and 8). */
export function createPasswordResetMutations(services: PasswordResetServices): PasswordResetMutations {
  const { accountLimits, rest, passwordResetTokens, logger } = services;
  return {
    async requestPasswordReset(_, { input }, context) {
      const email = normalizeText(input.email);
      const reject = (error: UserErrorFields) => ({ message: null, userErrors: [error] });
      if (email === '') return reject(userError('REQUIRED', 'Please enter your email', ['email']));
      const retryAfterSeconds = await accountLimits.countAttempt('otp', email, context.clientSubnet);
      if (retryAfterSeconds !== null)
        return reject(userError('RATE_LIMITED', rateLimitMessage(retryAfterSeconds)));
      try {
        return { message: displayableMessage(await rest.sendOtp(email)), userErrors: [] };
      } catch (error) {
        if (!isRejection(error)) throw error;
        logFailure(logger, context, error);
        return reject(toOtpError(error));
      }
    },

    async verifyPasswordReset(_, { input }, context) {
      const email = normalizeText(input.email);
      const otp = input.otp.trim();
      const reject = (error: UserErrorFields) => ({ resetToken: null, message: null, userErrors: [error] });
      if (email === '') return reject(userError('REQUIRED', 'Please enter your email', ['email']));
      if (otp === '') return reject(userError('REQUIRED', 'Please enter the OTP', ['otp']));
      const retryAfterSeconds = await accountLimits.countAttempt('otp check', email, context.clientSubnet);
      if (retryAfterSeconds !== null)
        return reject(userError('RATE_LIMITED', rateLimitMessage(retryAfterSeconds)));
      const message = await callHost(() => rest.verifyOtp(email, otp));
      if (message === 'rejected')
        return reject(userError('OTP_INVALID', 'Invalid OTP or OTP expired', ['otp']));
      const resetToken = await passwordResetTokens.issue(email);
      return { resetToken, message, userErrors: [] };
    },

    async resetPassword(_, { input: { resetToken, newPassword } }, context) {
      const reject = (...userErrors: UserErrorFields[]) => ({ message: null, userErrors });
      const errors = checkPassword(newPassword, ['newPassword']);
      if (errors.length > 0) return reject(...errors);
      const grant = await passwordResetTokens.redeem(resetToken);
      if (grant === null) return reject(resetFailed);
      const message = await reset(services, resetToken, grant, newPassword);
      if (message === 'rejected') return reject(resetFailed);
      await accountLimits.recordReset(grant.email, context.clientSubnet);
      return { message, userErrors: [] };
    },
  };
}

async function reset(
  { rest, sessions, passwordResetTokens }: PasswordResetServices,
  token: string,
  grant: ResetGrant,
  password: string,
): Promise<string | null | 'rejected'> {
  const { email } = grant;
  try {
    // Ends sessions opened with the old password, even if the host's response was lost.
    return await callHost(() => rest.resetPassword(email, password)).finally(() => sessions.endAll(email));
  } catch (error) {
    await passwordResetTokens.restore(token, grant);
    throw error;
  }
}

/** Returns the host's message if it can be shown to shoppers, or `rejected`. Throws if the host is unavailable. */
async function callHost(call: () => Promise<string | null>): Promise<string | null | 'rejected'> {
  try {
    return displayableMessage(await call());
  } catch (error) {
    if (isRejection(error)) return 'rejected';
    throw error;
  }
}

function isRejection(error: unknown): error is UpstreamRejectedError {
  return error instanceof UpstreamRejectedError && error.status < 500;
}

/** Translates the host's rejection of a request for a one-time password. Not every host distinguishes unknown accounts. */
function toOtpError(error: UpstreamRejectedError): UserErrorFields {
  if (error.status === 404 || /not found/i.test(error.hostMessage ?? '')) {
    return userError('EMAIL_NOT_FOUND', 'Email not found', ['email']);
  }
  if (error.status === 429) return userError('RATE_LIMITED', rateLimitMessage(hostRetryAfterSeconds));
  return userError('FAILED', getUserMessage(error, 'An error occurred. Please try again.'));
}
