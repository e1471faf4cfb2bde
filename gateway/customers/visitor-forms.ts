import type { Logger } from 'pino';
import type { AttemptLimits, LimitedAttempt } from '../auth/attempt-limits.ts';
import { logUpstreamFailure, type Viewer } from '../auth/client.ts';
import { normalizeIdentifier } from '../auth/identifiers.ts';
import { findByCredentials } from '../auth/login.ts';
import { normalizeContact, normalizeEmailAddress, normalizeNumber, normalizeText } from '../domain/text.ts';
import { failureMessages, type Refusal, refuse, type UserError, userErrors } from '../domain/user-errors.ts';
import type {
  CreateContactErrorCode,
  CreateContactInput,
  RegisterErrorCode,
  RegisterInput,
} from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import {
  isUpstreamFailure,
  nullIfRejected,
  nullIfUpstreamFailed,
  toUserError,
  toUserErrorWithReason,
  type UpstreamFailure,
  UpstreamRejectedError,
} from '../rest/errors.ts';
import type { NewShopper, ShopperRecord } from '../rest/shoppers.ts';
import { checkEnquiry, checkRegistration, normalizeAddress } from './validation.ts';

interface FormServices {
  rest: RestClient;
  attemptLimits: AttemptLimits;
  logger: Logger;
}

/** The result of a registration. `readShopper` reads the new record; null if it cannot be read. */
export type RegistrationResult =
  | { kind: 'received'; readShopper: () => Promise<ShopperRecord | null> }
  | Refusal<RegisterErrorCode>;

export type VisitorForms = ReturnType<typeof createVisitorForms>;

/** The forms that need no login: registration and enquiries. They throw {StoreUnavailableError}. */
export function createVisitorForms({ rest, attemptLimits, logger }: FormServices) {
  async function submit<Result, Code extends string>(
    viewer: Viewer,
    limits: LimitedAttempt[],
    send: () => Promise<Result>,
    toError: (failure: UpstreamFailure) => UserError<Code>,
  ): Promise<Result | Refusal<Code | 'RATE_LIMITED'>> {
    const retryAfterSeconds = await attemptLimits.countAttempts(...limits);
    if (retryAfterSeconds !== null) return refuse(userErrors.rateLimited(retryAfterSeconds));
    try {
      return await send();
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      logUpstreamFailure(logger, viewer, error);
      return refuse(toError(error));
    }
  }

  return {
    /** Registers a shopper. Validates all fields before it calls the REST host (requirements.md 5 and 8). */
    async register(viewer: Viewer, command: RegisterInput): Promise<RegistrationResult> {
      const shopper: NewShopper = {
        username: normalizeText(command.username),
        email: normalizeEmailAddress(command.email),
        contact: normalizeContact(command.contact),
        password: command.password,
        cpassword: command.confirmPassword,
        addresses: (command.addresses ?? []).map(normalizeAddress),
      };
      const errors = checkRegistration(shopper);
      if (errors.length > 0) return refuse(...errors);
      const limits: LimitedAttempt[] = [
        ['register by network', viewer.clientNetwork],
        ['register by contact', shopper.contact],
        ['register by email', normalizeIdentifier(shopper.email)],
      ];
      // The password proves that the record is the one that was created just now.
      const readShopper = () =>
        findByCredentials(rest, shopper.contact, shopper.password).catch(nullIfUpstreamFailed);
      const send = async (): Promise<RegistrationResult> => {
        const { email, contact } = shopper;
        if (await hasOrders(rest, email, viewer.signal)) {
          const owner = await rest.findContactOwner(contact).catch(nullIfUpstreamFailed);
          return refuse(owner?.contact === contact ? userErrors.contactRegistered : userErrors.emailTaken);
        }
        await rest.addShopper(shopper);
        return { kind: 'received', readShopper };
      };
      return submit(viewer, limits, send, toRegistrationError);
    },

    /** Sends an enquiry to the shop. */
    async sendEnquiry(
      viewer: Viewer,
      command: CreateContactInput,
    ): Promise<{ kind: 'received' } | Refusal<CreateContactErrorCode>> {
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
      const limits: LimitedAttempt[] = [['enquiry by network', viewer.clientNetwork]];
      const send = async () => {
        await rest.createContact(enquiry);
        return { kind: 'received' } as const;
      };
      return submit(viewer, limits, send, (failure) => toUserError(failure, failureMessages.general));
    },
  };
}

/** Translates a failure of the REST host (requirements.md 8, "Account"). */
function toRegistrationError(error: UpstreamFailure) {
  const duplicateError = findDuplicateError(error);
  if (duplicateError !== null)
    return duplicateError === userErrors.contactTaken ? userErrors.contactRegistered : duplicateError;
  return toUserErrorWithReason(error, failureMessages.general);
}

/**
 * Whether orders were placed with an e-mail address. The host finds orders by e-mail address (requirements.md 7), so a
 * second account with the same one would see the orders of the first. Some hosts reject the call if there are none.
 */
export async function hasOrders(rest: RestClient, email: string, signal: AbortSignal): Promise<boolean> {
  const list = await rest.listOrders(email, signal, { first: 0, last: 0 }).catch(nullIfRejected);
  return list !== null && list.orders.length > 0;
}

/** The error for a contact number or e-mail address that is already in use; null for any other failure. */
export function findDuplicateError(error: UpstreamFailure) {
  const text = error instanceof UpstreamRejectedError ? (error.hostMessage ?? '') : '';
  if (text.includes('Contact number already exists!')) return userErrors.contactTaken;
  if (text.includes('Duplicate entry')) return userErrors.emailTaken;
  return null;
}
