import type { Logger } from 'pino';
import type { AttemptLimits } from '../auth/attempt-limits.ts';
import { logUpstreamFailure, type Viewer } from '../auth/client.ts';
import { normalizeIdentifier } from '../auth/identifiers.ts';
import { findByCredentials } from '../auth/login.ts';
import { normalizeContact, normalizeEmailAddress, normalizeText } from '../domain/text.ts';
import { failureMessages, type Refusal, refuse, userErrors } from '../domain/user-errors.ts';
import type { RegisterErrorCode, RegisterInput } from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import {
  isUpstreamFailure,
  nullIfRejected,
  nullIfUpstreamFailed,
  toUserErrorWithReason,
  type UpstreamFailure,
  UpstreamRejectedError,
} from '../rest/errors.ts';
import type { NewShopper, ShopperRecord } from '../rest/shoppers.ts';
import { checkRegistration, normalizeAddress } from './validation.ts';

interface RegistrationServices {
  rest: RestClient;
  attemptLimits: AttemptLimits;
  logger: Logger;
}

/** The result of a registration. `readShopper` reads the new record; null if it cannot be read. */
type RegistrationResult =
  | { kind: 'registered'; readShopper: () => Promise<ShopperRecord | null> }
  | Refusal<RegisterErrorCode>;

export type Register = (viewer: Viewer, command: RegisterInput) => Promise<RegistrationResult>;

/**
 * Creates the function that registers a shopper. It validates all fields before it calls the REST host (requirements.md 5
 * and 8). It throws a StoreUnavailableError if the attempts cannot be counted.
 */
export function createRegister({ rest, attemptLimits, logger }: RegistrationServices): Register {
  return async (viewer, command) => {
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
    const { email, contact, password } = shopper;
    const retryAfterSeconds = await attemptLimits.countAttempts(
      ['register by network', viewer.clientNetwork],
      ['register by contact', contact],
      ['register by email', normalizeIdentifier(email)],
    );
    if (retryAfterSeconds !== null) return refuse(userErrors.rateLimited(retryAfterSeconds));
    try {
      if (await hasOrders(rest, email, viewer.signal)) {
        const owner = await rest.findContactOwner(contact).catch(nullIfUpstreamFailed);
        return refuse(
          owner?.contact === contact ? userErrors.contactTakenAtRegistration : userErrors.emailTaken,
        );
      }
      await rest.addShopper(shopper);
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      logUpstreamFailure(logger, viewer, error);
      return refuse(toRegistrationError(error));
    }
    // The password proves that the record is the one that was created just now.
    const readShopper = () => findByCredentials(rest, contact, password).catch(nullIfUpstreamFailed);
    return { kind: 'registered', readShopper };
  };
}

/** Translates a failure of the REST host (requirements.md 8, "Account"). */
function toRegistrationError(error: UpstreamFailure) {
  const duplicateError = findDuplicateError(error);
  if (duplicateError !== null)
    return duplicateError === userErrors.contactTaken
      ? userErrors.contactTakenAtRegistration
      : duplicateError;
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
