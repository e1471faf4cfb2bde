import type { Logger } from 'pino';
import type { AttemptLimits } from '../auth/attempt-limits.ts';
import { logUpstreamFailure, type Viewer } from '../auth/client.ts';
import { normalizeNumber, normalizeText } from '../domain/text.ts';
import { failureMessages, type Refusal, refuse, userErrors } from '../domain/user-errors.ts';
import type { CreateContactErrorCode, CreateContactInput } from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import { isUpstreamFailure, toUserError } from '../rest/errors.ts';
import { checkEnquiry } from './validation.ts';

interface EnquiryServices {
  rest: RestClient;
  attemptLimits: AttemptLimits;
  logger: Logger;
}

export type SendEnquiry = (
  viewer: Viewer,
  command: CreateContactInput,
) => Promise<{ kind: 'received' } | Refusal<CreateContactErrorCode>>;

/**
 * Creates the function that sends an enquiry to the shop. It throws a StoreUnavailableError if the attempts cannot be
 * counted.
 */
export function createSendEnquiry({ rest, attemptLimits, logger }: EnquiryServices): SendEnquiry {
  return async (viewer, command) => {
    const enquiry = {
      name: normalizeText(command.name),
      phoneNumber: normalizeNumber(command.phoneNumber),
      remark: normalizeText(command.remark),
      productName: normalizeText(command.productName ?? ''),
      publisher: normalizeText(command.publisher ?? ''),
      author: normalizeText(command.author ?? ''),
      language: normalizeText(command.language ?? ''),
    };
    const errors = checkEnquiry(enquiry);
    if (errors.length > 0) return refuse(...errors);
    const retryAfterSeconds = await attemptLimits.countAttempts(['enquiry by network', viewer.clientNetwork]);
    if (retryAfterSeconds !== null) return refuse(userErrors.rateLimited(retryAfterSeconds));
    try {
      await rest.createContact(enquiry);
      return { kind: 'received' };
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      logUpstreamFailure(logger, viewer, error);
      return refuse(toUserError(error, failureMessages.general));
    }
  };
}
