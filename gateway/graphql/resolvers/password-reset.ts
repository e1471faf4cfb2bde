import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import type { ResetGrant } from '../../auth/password-reset.ts';
import { checkPassword, normalizeText } from '../../customers/validation.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { displayableMessage, UpstreamRejectedError, userMessageOf } from '../../rest/errors.ts';
import type { GatewayContext } from '../context.ts';
import { logFailure } from './shopper-mutation.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

/** What a shopper is told to wait when the host takes no more requests, in seconds. */
const hostWaitSeconds = 60 * 60;
const resetFailed = userError('RESET_FAILED', 'Password reset failed');

/** The three steps of a password reset (requirements.md 2.7 and 8). */
export const passwordResetMutations: Pick<
  MutationResolvers,
  'requestPasswordReset' | 'verifyPasswordReset' | 'resetPassword'
> = {
  async requestPasswordReset(_, { input }, context) {
    const email = normalizeText(input.email);
    const refuse = (error: UserErrorFields) => ({ message: null, userErrors: [error] });
    if (email === '') return refuse(userError('REQUIRED', 'Please enter your email', ['email']));
    const { accountLimits, rest } = context.services;
    const wait = await accountLimits.take('otp', email, context.clientSubnet);
    if (wait !== null) return refuse(userError('RATE_LIMITED', rateLimitMessage(wait)));
    try {
      return { message: displayableMessage(await rest.sendOtp(email)), userErrors: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      logFailure(context, error);
      return refuse(otpRefusal(error));
    }
  },

  async verifyPasswordReset(_, { input }, context) {
    const email = normalizeText(input.email);
    const otp = input.otp.trim();
    const refuse = (error: UserErrorFields) => ({ resetToken: null, message: null, userErrors: [error] });
    if (email === '') return refuse(userError('REQUIRED', 'Please enter your email', ['email']));
    if (otp === '') return refuse(userError('REQUIRED', 'Please enter the OTP', ['otp']));
    const wait = await context.services.accountLimits.take('otp check', email, context.clientSubnet);
    if (wait !== null) return refuse(userError('RATE_LIMITED', rateLimitMessage(wait)));
    const answer = await wordsOf(() => context.services.rest.verifyOtp(email, otp));
    if (answer === 'refused') return refuse(userError('OTP_INVALID', 'Invalid OTP or OTP expired', ['otp']));
    const resetToken = await context.services.passwordResets.grant(email);
    return { resetToken, message: answer, userErrors: [] };
  },

  async resetPassword(_, { input: { resetToken, newPassword } }, context) {
    const refuse = (...userErrors: UserErrorFields[]) => ({ message: null, userErrors });
    const faults = checkPassword(newPassword, ['newPassword']);
    if (faults.length > 0) return refuse(...faults);
    const grant = await context.services.passwordResets.redeem(resetToken);
    if (grant === null) return refuse(resetFailed);
    const answer = await reset(context, resetToken, grant, newPassword);
    if (answer === 'refused') return refuse(resetFailed);
    await context.services.accountLimits.recordReset(grant.email, context.clientSubnet);
    return { message: answer, userErrors: [] };
  },
};

async function reset(
  { services: { rest, sessions, passwordResets } }: GatewayContext,
  token: string,
  grant: ResetGrant,
  password: string,
): Promise<string | null | 'refused'> {
  const { email } = grant;
  try {
    // Ends sessions opened with the old password, even if the host's response was lost.
    return await wordsOf(() => rest.resetPassword(email, password)).finally(() => sessions.endAll(email));
  } catch (error) {
    await passwordResets.restore(token, grant);
    throw error;
  }
}

/** The host's words on success where they are fit for a shopper, `refused` when it refused. What it cannot do now is thrown. */
async function wordsOf(call: () => Promise<string | null>): Promise<string | null | 'refused'> {
  try {
    return displayableMessage(await call());
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    throw error;
  }
}

function isRefusal(error: unknown): error is UpstreamRejectedError {
  return error instanceof UpstreamRejectedError && error.status < 500;
}

/** What a host's refusal to mail a one-time password means: not every one says that there is no account. */
function otpRefusal(error: UpstreamRejectedError): UserErrorFields {
  if (error.status === 404 || /not found/i.test(error.hostMessage ?? '')) {
    return userError('EMAIL_NOT_FOUND', 'Email not found', ['email']);
  }
  if (error.status === 429) return userError('RATE_LIMITED', rateLimitMessage(hostWaitSeconds));
  return userError('FAILED', userMessageOf(error, 'An error occurred. Please try again.'));
}
