import type { AccountLimits } from '../auth/account-limits.ts';
import type { AttemptLimits } from '../auth/attempt-limits.ts';
import { normalizeText } from '../auth/identifiers.ts';
import { findByCredentials } from '../auth/login.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Viewer } from '../auth/viewer.ts';
import { failureMessages, type UserError, userErrors } from '../domain/user-errors.ts';
import type { RestClient } from '../rest/client.ts';
import { nullIfRejected, type UpstreamFailure, UpstreamUnavailableError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import { type CustomerRecords, changed, refuseUnread, type ShopperUpdate } from './record.ts';
import { checkText } from './validation.ts';
import { findDuplicateError } from './visitor-forms.ts';

interface ProfileServices {
  customers: CustomerRecords;
  rest: RestClient;
  sessions: Sessions;
  attemptLimits: AttemptLimits;
  accountLimits: AccountLimits;
}

/** The new values of profile fields. A field that is absent or null is not changed. */
export interface ProfileCommand {
  username?: string | null | undefined;
  email?: string | null | undefined;
  contact?: string | null | undefined;
  /** Required for a change of e-mail address or contact number. */
  currentPassword?: string | null | undefined;
}

type ProfileFields = Partial<Pick<ShopperRecord, 'username' | 'email' | 'contact'>>;

export type Profile = ReturnType<typeof createProfile>;

/** The commands of a shopper's profile (requirements.md 8, "Profile"). They throw {StoreUnavailableError}. */
export function createProfile({ customers, rest, sessions, attemptLimits, accountLimits }: ProfileServices) {
  /**
   * Checks a change of e-mail address or contact number; returns the error, or null if it is permitted.
   * It requires the password, so that an open session, as on a shared computer, does not suffice to take
   * over the account.
   */
  async function checkIdentityChange(
    fields: ProfileFields,
    before: ShopperRecord,
    password: string,
    { clientSubnet, signal }: Viewer,
  ): Promise<UserError | null> {
    if (password === '') return userErrors.passwordRequired;
    const retryAfterSeconds =
      (await attemptLimits.countAttempts(['new identity by shopper', String(before.id)])) ??
      (await accountLimits.countAttempt('login', before.contact, clientSubnet));
    if (retryAfterSeconds !== null) return userErrors.rateLimited(retryAfterSeconds);
    const owner = await findByCredentials(rest, before.contact, password);
    if (String(owner?.id) !== String(before.id)) return userErrors.passwordWrong;
    await accountLimits.recordLogin(before.contact, before.email, clientSubnet);
    // Not every REST host checks this itself.
    const { contact = before.contact, email = before.email } = fields;
    if (await isContactTaken(rest, contact, before, signal)) return userErrors.contactTaken;
    return (await emailHasForeignOrders(rest, email, before, signal)) ? userErrors.emailTaken : null;
  }

  /** Changes e-mail address or contact number, and ends all sessions except this one, which continues under the new address. */
  async function changeIdentity(fields: ProfileFields, before: ShopperRecord, viewer: Viewer) {
    const endOtherSessions = async () => {
      const session = await viewer.session();
      if (session !== null) await sessions.endOthers(session, fields.email ?? before.email);
    };
    try {
      const update = await customers.update(String(before.id), (record) => changed({ ...record, ...fields }));
      await endOtherSessions();
      return update;
    } catch (error) {
      // If the response was lost, the host may have made the change.
      if (error instanceof UpstreamUnavailableError) await endOtherSessions();
      throw error;
    }
  }

  return {
    update(viewer: Viewer, command: ProfileCommand): Promise<ShopperUpdate> {
      const errors = {
        failed: (error: UpstreamFailure) =>
          findDuplicateError(error) ?? userErrors.failed(failureMessages.updateProfile),
      };
      return customers.execute(viewer, errors, async (userId) => {
        const fields = readFields(command);
        const invalid = Object.entries(fields).flatMap(([name, value]) => checkText(name, value));
        if (invalid.length > 0) return refuseUnread(viewer, ...invalid);
        const before = await viewer.shopper();
        if (before === null || !changesIdentity(fields, before))
          return customers.update(userId, (record) => changed({ ...record, ...fields }));
        const error = await checkIdentityChange(fields, before, command.currentPassword ?? '', viewer);
        return error === null ? changeIdentity(fields, before, viewer) : refuseUnread(viewer, error);
      });
    },
  };
}

function readFields({ username, email, contact }: ProfileCommand): ProfileFields {
  return {
    ...(username != null && { username: normalizeText(username) }),
    ...(email != null && { email: normalizeText(email) }),
    ...(contact != null && { contact: normalizeText(contact) }),
  };
}

/** Whether the change affects the contact number, used to log in, or the e-mail address, used to reset the password. */
function changesIdentity({ email, contact }: ProfileFields, before: ShopperRecord): boolean {
  return (
    (email !== undefined && email !== before.email) || (contact !== undefined && contact !== before.contact)
  );
}

/** Whether another account has a contact number. A plain host may allow two accounts with the same one. */
async function isContactTaken(
  rest: RestClient,
  contact: string,
  shopper: ShopperRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (contact === shopper.contact) return false;
  const owner = await rest.findContactOwner(contact, signal).catch(nullIfRejected);
  return owner?.contact === contact && String(owner.id) !== String(shopper.id);
}

/**
 * Whether somebody else placed orders with an e-mail address that the shopper wants to use. The host finds
 * orders by e-mail address (requirements.md 7). On a host that allows two accounts with the same address,
 * taking another shopper's address would reveal that shopper's orders.
 */
async function emailHasForeignOrders(
  rest: RestClient,
  email: string,
  shopper: ShopperRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (email.toLowerCase() === shopper.email.toLowerCase()) return false;
  return (await rest.listOrders(email, signal, { first: 0, last: 0 })).orders.length > 0;
}
