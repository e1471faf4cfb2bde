import type { AccountLimits } from '../auth/account-limits.ts';
import type { AttemptLimits } from '../auth/attempt-limits.ts';
import type { Viewer } from '../auth/client.ts';
import { findByCredentials } from '../auth/login.ts';
import type { Sessions } from '../auth/sessions.ts';
import { normalizeContact, normalizeEmailAddress, normalizeText } from '../domain/text.ts';
import {
  type FailureCode,
  failureMessages,
  type Refusal,
  refuse,
  type UserError,
  userErrors,
} from '../domain/user-errors.ts';
import type {
  CreateAddressErrorCode,
  RemoveAddressErrorCode,
  SetDefaultAddressErrorCode,
  UpdateAddressErrorCode,
  UpdateProfileErrorCode,
  UpdateProfileInput,
} from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import {
  nullIfRejected,
  toUserError,
  type UpstreamFailure,
  UpstreamUnavailableError,
} from '../rest/errors.ts';
import { type AddressRecord, addressFields, type NewAddress, type ShopperRecord } from '../rest/shoppers.ts';
import {
  type AcceptedChange,
  acceptChange,
  type CustomerRecords,
  refuseWithRecord,
  type ShopperUpdate,
} from './record.ts';
import { findDuplicateError, hasOrders } from './registration.ts';
import { checkAddress, checkText, maxAddresses, normalizeAddress, textRules } from './validation.ts';

interface ProfileServices {
  customers: CustomerRecords;
  rest: RestClient;
  sessions: Sessions;
  attemptLimits: AttemptLimits;
  accountLimits: AccountLimits;
}

/** Why a change of e-mail address or contact number is not permitted. */
type IdentityErrorCode = 'REQUIRED' | 'RATE_LIMITED' | 'WRONG_PASSWORD' | 'CONTACT_TAKEN' | 'EMAIL_TAKEN';

type ProfileFields = Partial<Pick<ShopperRecord, 'username' | 'email' | 'contact'>>;

/** The accepted creation of an address. */
interface AddressCreation extends AcceptedChange {
  /** The id of the new address, or of an equal one that had been saved before. */
  addressId: string;
}

const toProfileError = (failure: UpstreamFailure) => toUserError(failure, failureMessages.updateProfile);
const addressErrors = { failed: toProfileError };

export type ProfileCommands = ReturnType<typeof createProfileCommands>;

/**
 * The commands of a shopper's profile and addresses (requirements.md 8, "Account"). They throw {StoreUnavailableError}.
 */
export function createProfileCommands({
  customers,
  rest,
  sessions,
  attemptLimits,
  accountLimits,
}: ProfileServices) {
  /**
   * Checks a change of e-mail address or contact number; returns the error, or null if the change is permitted.
   * The change requires the current password, so that an open session, as on a shared computer, does not suffice to
   * take over the account.
   */
  async function checkIdentityChange(
    fields: ProfileFields,
    before: ShopperRecord,
    password: string,
    { clientNetwork, signal }: Viewer,
  ): Promise<UserError<IdentityErrorCode> | null> {
    if (password === '') return userErrors.passwordRequired;
    const retryAfterSeconds =
      (await attemptLimits.countAttempts(['identity change by shopper', String(before.id)])) ??
      (await accountLimits.countAttempt('login', before.contact, clientNetwork));
    if (retryAfterSeconds !== null) return userErrors.rateLimited(retryAfterSeconds);
    const owner = await findByCredentials(rest, before.contact, password);
    if (String(owner?.id) !== String(before.id)) return userErrors.passwordWrong;
    await accountLimits.recordLogin(before.contact, before.email, clientNetwork);
    return findIdentityConflict(fields, before, signal);
  }

  /**
   * The error if the new contact number belongs to another account, or if orders have already been placed with the new
   * e-mail address. Not every REST host checks this itself.
   */
  async function findIdentityConflict(
    { contact, email }: ProfileFields,
    before: ShopperRecord,
    signal: AbortSignal,
  ): Promise<UserError<'CONTACT_TAKEN' | 'EMAIL_TAKEN'> | null> {
    if (contact !== undefined && contact !== before.contact) {
      const owner = await rest.findContactOwner(contact, signal).catch(nullIfRejected);
      if (owner?.contact === contact && String(owner.id) !== String(before.id))
        return userErrors.contactTaken;
    }
    if (email === undefined || email.toLowerCase() === before.email.toLowerCase()) return null;
    return (await hasOrders(rest, email, signal)) ? userErrors.emailTaken : null;
  }

  /**
   * Changes e-mail address or contact number, and ends all sessions except the viewer's. That one is assigned to the
   * new e-mail address, if it changes, so that a password reset for it ends the session.
   */
  async function changeIdentity(fields: ProfileFields, before: ShopperRecord, viewer: Viewer) {
    const endOtherSessions = async () => {
      const session = await viewer.getSession();
      if (session !== null) await sessions.endOthers(session, fields.email ?? before.email);
    };
    try {
      const update = await customers.update(
        String(before.id),
        (record) => acceptChange({ ...record, ...fields }),
        undefined,
        viewer.acceptLanguage,
      );
      await endOtherSessions();
      return update;
    } catch (error) {
      // If the response was lost, the host may have made the change.
      if (error instanceof UpstreamUnavailableError) await endOtherSessions();
      throw error;
    }
  }

  return {
    update(viewer: Viewer, command: UpdateProfileInput): Promise<ShopperUpdate<UpdateProfileErrorCode>> {
      const errors = {
        failed: (failure: UpstreamFailure) => findDuplicateError(failure) ?? toProfileError(failure),
      };
      return customers.execute(viewer, errors, async (userId) => {
        const fields = normalizeProfileFields(command);
        const fieldErrors = checkProfileFields(fields);
        if (fieldErrors.length > 0) return refuseWithRecord(viewer, ...fieldErrors);
        const before = await viewer.getShopper();
        if (before === null || !changesIdentity(fields, before))
          return customers.update(userId, (record) => acceptChange({ ...record, ...fields }));
        const error = await checkIdentityChange(fields, before, command.currentPassword ?? '', viewer);
        return error === null ? changeIdentity(fields, before, viewer) : refuseWithRecord(viewer, error);
      });
    },

    createAddress(
      viewer: Viewer,
      address: NewAddress,
    ): Promise<ShopperUpdate<CreateAddressErrorCode, AddressCreation>> {
      return customers.execute(viewer, addressErrors, async (userId) => {
        const fields = normalizeAddress(address);
        const fieldErrors = checkAddress(fields, ['address']);
        if (fieldErrors.length > 0) return refuseWithRecord(viewer, ...fieldErrors);
        return customers.update(userId, (record) => {
          // An earlier attempt may have saved it although its response was lost.
          const saved = findEqualAddress(record, fields);
          if (saved !== null) return { ...acceptChange(record), addressId: String(saved.id) };
          if (record.addresses.length >= maxAddresses)
            return refuse(userErrors.tooManyAddresses(null, maxAddresses));
          const id = createAddressId(record.addresses);
          const addresses = [...record.addresses, { ...fields, id }];
          return { ...acceptChange({ ...record, addresses }), addressId: String(id) };
        });
      });
    },

    updateAddress(
      viewer: Viewer,
      { addressId, address }: { addressId: string; address: NewAddress },
    ): Promise<ShopperUpdate<UpdateAddressErrorCode>> {
      return customers.execute(viewer, addressErrors, async (userId) => {
        const fields = normalizeAddress(address);
        const fieldErrors = checkAddress(fields, ['address']);
        if (fieldErrors.length > 0) return refuseWithRecord(viewer, ...fieldErrors);
        return customers.update(userId, (record) =>
          changeAddress(record, addressId, (saved) => [{ ...saved, ...fields }]),
        );
      });
    },

    removeAddress(viewer: Viewer, addressId: string): Promise<ShopperUpdate<RemoveAddressErrorCode>> {
      return customers.execute(viewer, addressErrors, (userId) =>
        customers.update(userId, (record) => changeAddress(record, addressId, () => [])),
      );
    },

    /**
     * Sets the default address. Some hosts drop it or keep the earlier one. The shopper is then told that it was not
     * saved.
     */
    setDefaultAddress(viewer: Viewer, addressId: string): Promise<ShopperUpdate<SetDefaultAddressErrorCode>> {
      return customers.execute(
        viewer,
        addressErrors,
        async (userId): Promise<ShopperUpdate<'ADDRESS_NOT_FOUND' | FailureCode>> => {
          const update = await customers.update(userId, (record) => {
            const address = findAddress(record, addressId);
            if (address === null) return refuse(userErrors.addressNotFound);
            return acceptChange({ ...record, defaultAddressId: address.id });
          });
          if (update.kind === 'refused') return update;
          if (String(findDefaultAddress(update.record)?.id) === addressId) return update;
          const notSaved = userErrors.failed('UPSTREAM_REJECTED', failureMessages.updateProfile);
          return { ...refuse(notSaved), record: update.record };
        },
      );
    },
  };
}

function checkProfileFields({ username, email, contact }: ProfileFields) {
  return [
    ...(username === undefined ? [] : checkText(textRules.username, username, ['username'])),
    ...(email === undefined ? [] : checkText(textRules.email, email, ['email'])),
    ...(contact === undefined ? [] : checkText(textRules.contact, contact, ['contact'])),
  ];
}

/** Returns only the fields to change. A field that is absent or null is not changed. */
function normalizeProfileFields({ username, email, contact }: UpdateProfileInput): ProfileFields {
  return {
    ...(username != null && { username: normalizeText(username) }),
    ...(email != null && { email: normalizeEmailAddress(email) }),
    ...(contact != null && { contact: normalizeContact(contact) }),
  };
}

/** Whether the change affects the contact number, used to log in, or the e-mail address, used to reset the password. */
function changesIdentity({ email, contact }: ProfileFields, before: ShopperRecord): boolean {
  return (
    (email !== undefined && email !== before.email) || (contact !== undefined && contact !== before.contact)
  );
}

export function findAddress({ addresses }: ShopperRecord, id: string): AddressRecord | null {
  return addresses.find((saved) => String(saved.id) === id) ?? null;
}

/**
 * Finds a saved address in the stored record. Some hosts replace ids, so it may only be recognizable by its other
 * fields.
 */
export function findSavedAddress(
  record: ShopperRecord,
  id: string,
  address: NewAddress,
): AddressRecord | null {
  return findAddress(record, id) ?? findEqualAddress(record, normalizeAddress(address));
}

/** Finds the latest saved address with the same fields as a normalized one. */
function findEqualAddress({ addresses }: ShopperRecord, address: NewAddress): AddressRecord | null {
  return (
    addresses.findLast((saved) => addressFields.every((field) => saved[field] === address[field])) ?? null
  );
}

/** The address that the shopper chose as the default; null if none is chosen, or if it has been removed since. */
export function findDefaultAddress(record: ShopperRecord): AddressRecord | null {
  return record.defaultAddressId == null ? null : findAddress(record, String(record.defaultAddressId));
}

/** Replaces an address with those that `change` returns. */
function changeAddress(
  record: ShopperRecord,
  id: string,
  change: (address: AddressRecord) => AddressRecord[],
): AcceptedChange | Refusal<'ADDRESS_NOT_FOUND'> {
  if (findAddress(record, id) === null) return refuse(userErrors.addressNotFound);
  const addresses = record.addresses.flatMap((saved) => (String(saved.id) === id ? change(saved) : [saved]));
  return acceptChange({ ...record, addresses });
}

/** A time-based id, greater than the ids of the shopper's other addresses. */
function createAddressId(addresses: readonly AddressRecord[]): number {
  const numericIds = addresses.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return Math.max(Date.now(), ...numericIds.map((id) => id + 1));
}
