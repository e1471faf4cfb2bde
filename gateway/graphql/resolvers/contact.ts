import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { checkText, normalizeText } from '../../customers/validation.ts';
import type { MutationResolvers } from '../../generated/resolvers.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from '../../rest/errors.ts';
import type { GatewayServices } from '../context.ts';
import { logFailure } from './shopper-mutation.ts';
import { userError } from './user-errors.ts';

/** Enquiries, rate-limited by network. */
export function createContactMutations({
  attemptLimits,
  rest,
  logger,
}: Pick<GatewayServices, 'attemptLimits' | 'rest' | 'logger'>): Pick<MutationResolvers, 'createContact'> {
  return {
    async createContact(_, { input }, context) {
      const enquiry = {
        name: normalizeText(input.name),
        phoneNumber: normalizeText(input.phoneNumber),
        remark: normalizeText(input.remark),
      };
      const errors = Object.entries(enquiry).flatMap(([name, value]) => checkText(name, value));
      if (errors.length > 0) return { received: false, userErrors: errors };
      const retryAfterSeconds = await attemptLimits.countAttempts([
        'contact by network',
        context.clientSubnet,
      ]);
      if (retryAfterSeconds !== null)
        return {
          received: false,
          userErrors: [userError('RATE_LIMITED', rateLimitMessage(retryAfterSeconds))],
        };
      try {
        await rest.createContact(enquiry);
        return { received: true, userErrors: [] };
      } catch (error) {
        if (!(error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError))
          throw error;
        logFailure(logger, context, error);
        return { received: false, userErrors: [userError('FAILED', 'An error occurred. Please try again.')] };
      }
    },
  };
}
