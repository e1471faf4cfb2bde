import type { Logger } from 'pino';
import { normalizeContact } from '../domain/text.ts';
import { type Refusal, refuse, userErrors } from '../domain/user-errors.ts';
import type { LoginErrorCode, LogoutErrorCode } from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import { isUpstreamFailure, nullIfRejected } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/shoppers.ts';
import { StoreUnavailableError } from '../storage/key-value.ts';
import type { AccountLimits } from './account-limits.ts';
import { logUpstreamFailure, type Viewer } from './client.ts';
import type { Sessions } from './sessions.ts';

interface LoginServices {
  rest: RestClient;
  sessions: Sessions;
  accountLimits: AccountLimits;
  logger: Logger;
}

/** The outcome of a login. */
export type LoginResult =
  | { kind: 'signed-in'; token: string; expiresAt: Date; shopper: ShopperRecord }
  | Refusal<LoginErrorCode>;

/** The outcome of a logout: whether there was a session. */
export type LogoutResult = { kind: 'signed-out'; hadSession: boolean } | Refusal<LogoutErrorCode>;

export type Login = ReturnType<typeof createLogin>;

/** Login and logout. */
export function createLogin({ rest, sessions, accountLimits, logger }: LoginServices) {
  /**
   * Counts an attempt. If there were too many, but the password was recently reset from this network, lifts the
   * account's login limits for this network, and counts again. Returns the seconds to wait; null if the attempt is
   * allowed.
   */
  async function countAttempt(contact: string, clientNetwork: string): Promise<number | null> {
    const retryAfterSeconds = await accountLimits.countAttempt('login', contact, clientNetwork);
    if (retryAfterSeconds === null) return null;
    const fetchEmail = async () => {
      const owner = await rest.findContactOwner(contact).catch(nullIfRejected);
      return owner?.email ?? null;
    };
    const isLifted = await accountLimits.liftAfterReset(contact, clientNetwork, fetchEmail);
    return isLifted ? accountLimits.countAttempt('login', contact, clientNetwork) : retryAfterSeconds;
  }

  return {
    /** Opens a session. @throws {StoreUnavailableError} */
    async logIn(viewer: Viewer, command: { contact: string; password: string }): Promise<LoginResult> {
      const { clientNetwork } = viewer;
      const contact = normalizeContact(command.contact);
      const { password } = command;
      if (contact === '') return refuse(userErrors.credentialsRequired('contact'));
      if (password === '') return refuse(userErrors.credentialsRequired('password'));
      const retryAfterSeconds = await countAttempt(contact, clientNetwork);
      if (retryAfterSeconds !== null) return refuse(userErrors.rateLimited(retryAfterSeconds));
      const startedAt = await sessions.getLoginStartTime();
      const shopper = await findByCredentials(rest, contact, password).catch((error: unknown) => {
        if (!isUpstreamFailure(error)) throw error;
        logUpstreamFailure(logger, viewer, error);
        return 'unavailable' as const;
      });
      if (shopper === 'unavailable') return refuse(userErrors.unavailable);
      if (shopper === null) return refuse(userErrors.loginFailed);
      await accountLimits.recordLogin(contact, shopper.email, clientNetwork);
      const session = await sessions.open(String(shopper.id), shopper.email, startedAt);
      return { kind: 'signed-in', ...session, shopper };
    },

    /** Ends the viewer's session. */
    async logOut(viewer: Viewer): Promise<LogoutResult> {
      try {
        const session = await viewer.getSession();
        if (session !== null) await sessions.revoke(session);
        return { kind: 'signed-out', hadSession: session !== null };
      } catch (error) {
        if (error instanceof StoreUnavailableError) return refuse(userErrors.unavailable);
        throw error;
      }
    },
  };
}

/**
 * Returns the shopper with this contact number and password; null if they do not match. The caller limits
 * the attempts; see `AccountLimits`.
 */
export async function findByCredentials(
  rest: RestClient,
  contact: string,
  password: string,
): Promise<ShopperRecord | null> {
  if (!(await rest.loginByContact(contact, password))) return null;
  const owner = await rest.findContactOwner(contact).catch(nullIfRejected);
  // The password was checked for this number only, so a record with another number is another shopper's.
  if (owner?.contact !== contact) return null;
  if (owner.record !== null) return owner.record;
  return (await rest.getShopper(String(owner.id)).catch(nullIfRejected))?.record ?? null;
}
