import { hash, randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { tryParseJson } from '../domain/json.ts';
import { maxEmailLength, normalizeContact, normalizeEmailAddress, normalizeNumber } from '../domain/text.ts';
import { failureMessages, type Refusal, refuse, type UserError, userErrors } from '../domain/user-errors.ts';
import type {
  RequestPasswordResetErrorCode,
  ResetPasswordErrorCode,
  VerifyPasswordResetErrorCode,
} from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import {
  extractDisplayableMessage,
  isTemporaryRejection,
  isUpstreamFailure,
  toUserErrorWithReason,
  type UpstreamFailure,
  UpstreamRejectedError,
} from '../rest/errors.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import type { AccountLimits } from './account-limits.ts';
import { logUpstreamFailure, type Viewer } from './client.ts';
import type { Sessions } from './sessions.ts';

const tokenTtlSeconds = 10 * 60;
/** A contact number of ten digits. An e-mail address never matches, since it contains an @. */
const contactPattern = /^\d{10}$/;
/** Far more than the six digits of our REST service, because other hosts may send longer one-time passwords. */
const maxOtpLength = 50;
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

const grantSchema = z.object({
  email: z.string(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number(),
});

/** The permission to set a new password. */
export type ResetGrant = z.output<typeof grantSchema>;

/** Issues one-time tokens to users who have proved that an e-mail address is theirs. */
export class PasswordResetTokens {
  readonly #store: KeyValueStore;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Issues a token for an e-mail address. It can be used once, within ten minutes. */
  async issue(email: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = Date.now() + tokenTtlSeconds * 1000;
    await this.#store.set(getStoreKey(token), JSON.stringify({ email, expiresAt }), tokenTtlSeconds);
    return token;
  }

  /** Consumes a token and returns its grant; null for an invalid, used or expired token. */
  async redeem(token: string): Promise<ResetGrant | null> {
    const stored = await this.#store.take(getStoreKey(token));
    return grantSchema.safeParse(tryParseJson(stored ?? '')).data ?? null;
  }

  /**
   * Makes a consumed token valid again for the rest of its ten minutes. For a reset that failed through no fault
   * of the user.
   */
  async restore(token: string, grant: ResetGrant): Promise<void> {
    const secondsLeft = (grant.expiresAt - Date.now()) / 1000;
    if (secondsLeft > 0) await this.#store.set(getStoreKey(token), JSON.stringify(grant), secondsLeft);
  }
}

/** Checks a new password: 8 to 128 characters. */
export function checkPassword(
  password: string,
  field: string[],
): UserError<'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG'>[] {
  if (password === '') return [userErrors.required(field)];
  if (password.length < minPasswordLength) return [userErrors.tooShort(field, minPasswordLength)];
  return password.length > maxPasswordLength ? [userErrors.tooLong(field, maxPasswordLength)] : [];
}

/** The key contains only a digest of the token, so that read access to the store is not enough to reset a password. */
function getStoreKey(token: string): string {
  return `password-reset:${hash('sha256', token, 'base64url')}`;
}

interface PasswordResetServices {
  rest: RestClient;
  sessions: Sessions;
  accountLimits: AccountLimits;
  tokens: PasswordResetTokens;
  logger: Logger;
}

/** The outcome of a step. `message` is the host's message if it can be shown to shoppers. */
export type ResetStepResult<Code extends string, Details = unknown> =
  | ({ kind: 'done'; message: string | null } & Details)
  | Refusal<Code>;

/** The wait reported to the shopper if the REST host limits requests. */
const hostRetryAfterSeconds = 60 * 60;

export type PasswordReset = ReturnType<typeof createPasswordReset>;

/** The three steps of a password reset (requirements.md 2.7 and 8). */
export function createPasswordReset({
  rest,
  sessions,
  accountLimits,
  tokens,
  logger,
}: PasswordResetServices) {
  /**
   * Returns the e-mail address of an account. If `account` is a contact number of ten digits, the REST host is asked
   * for its owner's address; otherwise `account` already is the address. Throws the errors of the REST client; the host
   * rejects an unknown number with status 404.
   */
  async function findEmail(account: string): Promise<string> {
    return contactPattern.test(account) ? (await rest.findContactOwner(account)).email : account;
  }

  async function setPassword(token: string, grant: ResetGrant, password: string) {
    try {
      const outcome = await callHost(() => rest.resetPassword(grant.email, password));
      // Ends sessions opened with the old password, even if the host's response was lost.
      const mayHaveChanged =
        outcome.kind === 'done' || (outcome.kind === 'failed' && outcome.failure.mayHaveChangedData);
      if (mayHaveChanged) await sessions.endAll(grant.email);
      if (outcome.kind === 'failed') await tokens.restore(token, grant);
      return outcome;
    } catch (error) {
      await tokens.restore(token, grant);
      throw error;
    }
  }

  return {
    /**
     * Sends a one-time password to the e-mail address of an account, which is identified by this address or by its
     * contact number. Attempts are limited per identifier and per network. @throws {StoreUnavailableError}
     */
    async request(
      viewer: Viewer,
      accountInput: string,
    ): Promise<ResetStepResult<RequestPasswordResetErrorCode>> {
      const account = normalizeAccount(accountInput);
      if (account === '') return refuse(userErrors.resetEmailRequired);
      const retryAfterSeconds = await accountLimits.countAttempt('otp', account, viewer.clientNetwork);
      if (retryAfterSeconds !== null) return refuse(userErrors.rateLimited(retryAfterSeconds));
      // No account has an e-mail address this long, and the URLs of the host's calls must stay short.
      if (account.length > maxEmailLength) return refuse(userErrors.emailNotFound);
      try {
        const message = await rest.sendOtp(await findEmail(account), viewer.acceptLanguage);
        return { kind: 'done', message: extractDisplayableMessage(message) };
      } catch (error) {
        if (!isUpstreamFailure(error)) throw error;
        logUpstreamFailure(logger, viewer, error);
        return refuse(toOtpError(error));
      }
    },

    /** Checks a one-time password and returns a token for setting a new password. @throws {StoreUnavailableError} */
    async verify(
      viewer: Viewer,
      command: { email: string; otp: string },
    ): Promise<ResetStepResult<VerifyPasswordResetErrorCode, { resetToken: string }>> {
      const { clientNetwork } = viewer;
      const account = normalizeAccount(command.email);
      const otp = normalizeNumber(command.otp);
      if (account === '') return refuse(userErrors.resetEmailRequired);
      if (otp === '') return refuse(userErrors.otpRequired);
      const retryAfterSeconds = await accountLimits.countAttempt('otp check', account, clientNetwork);
      if (retryAfterSeconds !== null) return refuse(userErrors.rateLimited(retryAfterSeconds));
      if (account.length > maxEmailLength || otp.length > maxOtpLength) return refuse(userErrors.otpInvalid);
      const outcome = await callHost(async () => {
        const email = await findEmail(account);
        return { email, message: await rest.verifyOtp(email, otp) };
      });
      if (outcome.kind === 'rejected') return refuse(userErrors.otpInvalid);
      if (outcome.kind === 'failed') {
        logUpstreamFailure(logger, viewer, outcome.failure);
        return refuse(userErrors.unavailable);
      }
      const { email, message } = outcome.result;
      return {
        kind: 'done',
        message: extractDisplayableMessage(message),
        resetToken: await tokens.issue(email),
      };
    },

    /** Sets a new password and ends the account's sessions. @throws {StoreUnavailableError} */
    async complete(
      viewer: Viewer,
      { resetToken, newPassword }: { resetToken: string; newPassword: string },
    ): Promise<ResetStepResult<ResetPasswordErrorCode>> {
      const errors = checkPassword(newPassword, ['newPassword']);
      if (errors.length > 0) return refuse(...errors);
      const grant = await tokens.redeem(resetToken);
      if (grant === null) return refuse(userErrors.resetFailed);
      const outcome = await setPassword(resetToken, grant, newPassword);
      if (outcome.kind === 'rejected') return refuse(userErrors.resetFailed);
      if (outcome.kind === 'failed') {
        logUpstreamFailure(logger, viewer, outcome.failure);
        const code = outcome.failure.mayHaveChangedData ? 'OUTCOME_UNKNOWN' : 'UNAVAILABLE';
        return refuse(userErrors.failed(code, failureMessages.resetPassword));
      }
      await accountLimits.recordReset(grant.email, viewer.clientNetwork);
      return { kind: 'done', message: extractDisplayableMessage(outcome.result) };
    },
  };
}

/** Normalizes an e-mail address or contact number. Devanagari digits are replaced only in a contact number. */
function normalizeAccount(account: string): string {
  const number = normalizeContact(account);
  return contactPattern.test(number) ? number : normalizeEmailAddress(account);
}

type HostResult<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'rejected' }
  | { kind: 'failed'; failure: UpstreamFailure };

/** Distinguishes the host's success, its final rejection and any other failure. */
async function callHost<Result>(call: () => Promise<Result>): Promise<HostResult<Result>> {
  try {
    return { kind: 'done', result: await call() };
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    const isFinal = isRejection(error) && !isTemporaryRejection(error.status);
    return isFinal ? { kind: 'rejected' } : { kind: 'failed', failure: error };
  }
}

function isRejection(failure: UpstreamFailure): failure is UpstreamRejectedError {
  return failure instanceof UpstreamRejectedError && failure.status < 500;
}

/** Translates a failed request for a one-time password. Some hosts report an unknown account only in their message. */
function toOtpError(failure: UpstreamFailure): UserError<RequestPasswordResetErrorCode> {
  if (isRejection(failure)) {
    if (failure.status === 404 || /not found/i.test(failure.hostMessage ?? ''))
      return userErrors.emailNotFound;
    if (failure.status === 429) return userErrors.rateLimited(hostRetryAfterSeconds);
  }
  return toUserErrorWithReason(failure, failureMessages.general);
}
