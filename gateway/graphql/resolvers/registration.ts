import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { checkRegistration, normalizeAddress, normalizeText } from '../../customers/validation.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { getUserMessage, UpstreamRejectedError, UpstreamUnavailableError } from '../../rest/errors.ts';
import type { NewShopper } from '../../rest/shopper-calls.ts';
import type { GatewayServices } from '../context.ts';
import { logFailure } from './shopper-mutation.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

/** Registration. The gateway validates all fields before the REST host does (requirements.md 5 and 8). */
export function createRegistrationMutations({
  attemptLimits,
  rest,
  logger,
}: Pick<GatewayServices, 'attemptLimits' | 'rest' | 'logger'>): Pick<MutationResolvers, 'register'> {
  return {
    async register(_, { input }, context) {
      const shopper: NewShopper = {
        username: normalizeText(input.username),
        email: normalizeText(input.email),
        contact: normalizeText(input.contact),
        password: input.password,
        cpassword: input.confirmPassword,
        addresses: input.addresses.map(normalizeAddress),
      };
      const errors = checkRegistration(shopper);
      if (errors.length > 0) return { registered: false, userErrors: errors };
      const retryAfterSeconds = await attemptLimits.countAttempts(
        ['register by network', context.clientSubnet],
        ['register by contact', shopper.contact],
        ['register by email', shopper.email],
      );
      if (retryAfterSeconds !== null)
        return {
          registered: false,
          userErrors: [userError('RATE_LIMITED', rateLimitMessage(retryAfterSeconds))],
        };
      try {
        await rest.addShopper(shopper);
        return { registered: true, userErrors: [] };
      } catch (error) {
        if (!(error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError))
          throw error;
        logFailure(logger, context, error);
        return { registered: false, userErrors: [registrationError(error)] };
      }
    },
  };
}

/** Translates a failure of the REST host (requirements.md 8, "Registration"). */
function registrationError(error: UpstreamRejectedError | UpstreamUnavailableError): UserErrorFields {
  const duplicateError = findDuplicateError(error);
  if (duplicateError?.code === 'CONTACT_TAKEN') {
    return {
      ...duplicateError,
      message: 'Contact Number is already present! You can try directly logging in.',
    };
  }
  if (duplicateError !== null) return duplicateError;
  const fallback = 'An error occurred. Please try again.';
  return userError(
    'FAILED',
    error instanceof UpstreamRejectedError ? getUserMessage(error, fallback) : fallback,
  );
}

/** The error for a contact number or e-mail address that is already in use; null for any other failure. */
export function findDuplicateError(
  error: UpstreamRejectedError | UpstreamUnavailableError,
): UserErrorFields | null {
  const text = error instanceof UpstreamRejectedError ? (error.hostMessage ?? '') : '';
  if (text.includes('Contact number already exists!')) {
    return userError('CONTACT_TAKEN', 'Contact number already exists!', ['contact']);
  }
  if (text.includes('Duplicate entry')) {
    return userError('EMAIL_TAKEN', 'This email ID is already present.', ['email']);
  }
  return null;
}
