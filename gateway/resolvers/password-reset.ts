import { checkPassword, clean } from '../accounts/field-checks.ts';
import type { MutationResolvers } from '../generated/resolvers.ts';
import type { GatewayContext } from '../graphql/context.ts';
import { plainWords, RestRefusal } from '../rest/errors.ts';
import { waitingText } from '../session/rate-limits.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

const resetFailed = userError('RESET_FAILED', 'Password reset failed');

/** The three steps of a password reset (spec.md 2.7 and 8). */
export const passwordResetMutations: Pick<
  MutationResolvers,
  'requestPasswordReset' | 'verifyPasswordReset' | 'resetPassword'
> = {
  async requestPasswordReset(_, { input }, context) {
    const email = clean(input.email);
    const refuse = (error: UserErrorFields) => ({ message: null, userErrors: [error] });
    if (email === '') return refuse(userError('REQUIRED', 'Please enter your email', ['email']));
    const wait = await context.services.rateLimits.take(
      ['otp by address', context.clientAddress],
      ['otp by email', email],
    );
    if (wait !== null) return refuse(userError('RATE_LIMITED', waitingText(wait)));
    const answer = await wordsOf(() => context.services.rest.sendOtp(email));
    if (answer === 'refused') return refuse(userError('EMAIL_NOT_FOUND', 'Email not found', ['email']));
    return { message: answer, userErrors: [] };
  },

  async verifyPasswordReset(_, { input }, context) {
    const email = clean(input.email);
    const otp = input.otp.trim();
    const refuse = (error: UserErrorFields) => ({ resetToken: null, message: null, userErrors: [error] });
    if (email === '') return refuse(userError('REQUIRED', 'Please enter your email', ['email']));
    if (otp === '') return refuse(userError('REQUIRED', 'Please enter the OTP', ['otp']));
    const wait = await context.services.rateLimits.take(
      ['otp check by address', context.clientAddress],
      ['otp check by email', email],
    );
    if (wait !== null) return refuse(userError('RATE_LIMITED', waitingText(wait)));
    const answer = await wordsOf(() => context.services.rest.verifyOtp(email, otp));
    if (answer === 'refused') return refuse(userError('OTP_INVALID', 'Invalid OTP or OTP expired', ['otp']));
    const resetToken = await context.services.passwordResets.grant(email);
    return { resetToken, message: answer, userErrors: [] };
  },

  async resetPassword(_, { input: { resetToken, newPassword } }, context) {
    const refuse = (...userErrors: UserErrorFields[]) => ({ message: null, userErrors });
    const faults = checkPassword(newPassword, ['newPassword']);
    if (faults.length > 0) return refuse(...faults);
    const email = await context.services.passwordResets.redeem(resetToken);
    if (email === null) return refuse(resetFailed);
    const answer = await reset(context, resetToken, email, newPassword);
    return answer === 'refused' ? refuse(resetFailed) : { message: answer, userErrors: [] };
  },
};

async function reset(
  { services: { rest, sessions, passwordResets } }: GatewayContext,
  token: string,
  email: string,
  password: string,
): Promise<string | null | 'refused'> {
  try {
    // Whoever knew the old password is signed out, also where the host's answer was lost.
    return await wordsOf(() => rest.resetPassword(email, password)).finally(() => sessions.endAll(email));
  } catch (error) {
    await passwordResets.restore(token, email);
    throw error;
  }
}

/** The host's words on success where they are fit for a shopper, `refused` when it refused. What it cannot do now is thrown. */
async function wordsOf(call: () => Promise<string | null>): Promise<string | null | 'refused'> {
  try {
    return plainWords(await call());
  } catch (error) {
    if (error instanceof RestRefusal && error.status < 500) return 'refused';
    throw error;
  }
}
