import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { checkRegistration, normalizeAddress, normalizeText } from '../../customers/validation.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { UpstreamRejectedError, UpstreamUnavailableError, userMessageOf } from '../../rest/errors.ts';
import type { NewShopper } from '../../rest/shopper-calls.ts';
import { logFailure } from './shopper-mutation.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

/** New accounts: all fields are checked here first, then the host decides (requirements.md 5 and 8). */
export const registrationMutations: Pick<MutationResolvers, 'register'> = {
  async register(_, { input }, context) {
    const shopper: NewShopper = {
      username: normalizeText(input.username),
      email: normalizeText(input.email),
      contact: normalizeText(input.contact),
      password: input.password,
      cpassword: input.confirmPassword,
      addresses: input.addresses.map(normalizeAddress),
    };
    const faults = checkRegistration(shopper);
    if (faults.length > 0) return { registered: false, userErrors: faults };
    const wait = await context.services.attemptLimits.take(
      ['register by address', context.clientSubnet],
      ['register by contact', shopper.contact],
      ['register by email', shopper.email],
    );
    if (wait !== null)
      return { registered: false, userErrors: [userError('RATE_LIMITED', rateLimitMessage(wait))] };
    try {
      await context.services.rest.addShopper(shopper);
      return { registered: true, userErrors: [] };
    } catch (error) {
      if (!(error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError)) throw error;
      logFailure(context, error);
      return { registered: false, userErrors: [registrationError(error)] };
    }
  },
};

/** What the host's refusal means to a new shopper (requirements.md 8, "Registration"). */
function registrationError(error: UpstreamRejectedError | UpstreamUnavailableError): UserErrorFields {
  const taken = takenError(error);
  if (taken?.code === 'CONTACT_TAKEN') {
    return { ...taken, message: 'Contact Number is already present! You can try directly logging in.' };
  }
  if (taken !== null) return taken;
  const fallback = 'An error occurred. Please try again.';
  return userError(
    'FAILED',
    error instanceof UpstreamRejectedError ? userMessageOf(error, fallback) : fallback,
  );
}

/** The error of a contact number or an e-mail address that another account has; null for any other. */
export function takenError(error: UpstreamRejectedError | UpstreamUnavailableError): UserErrorFields | null {
  const text = error instanceof UpstreamRejectedError ? (error.hostMessage ?? '') : '';
  if (text.includes('Contact number already exists!')) {
    return userError('CONTACT_TAKEN', 'Contact number already exists!', ['contact']);
  }
  if (text.includes('Duplicate entry')) {
    return userError('EMAIL_TAKEN', 'This email ID is already present.', ['email']);
  }
  return null;
}
