import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { authenticate } from '../../customers/authenticate.ts';
import type { CustomerRecords } from '../../customers/record.ts';
import {
  checkAddress,
  checkText,
  emailHasForeignOrders,
  isContactTaken,
  normalizeAddress,
  normalizeText,
} from '../../customers/validation.ts';
import type { MutationResolvers, UpdateProfileInput } from '../../generated/resolvers.ts';
import { type UpstreamRejectedError, UpstreamUnavailableError } from '../../rest/errors.ts';
import type { AddressRecord, ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext, GatewayServices } from '../context.ts';
import { findDuplicateError } from './registration.ts';
import { type ShopperChange, toSuccess, updateShopper } from './shopper-mutation.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

const failed = 'Failed to update profile.';
const addressNotFound = userError('ADDRESS_NOT_FOUND', 'Please select a valid address.', ['addressId']);
const contactTaken = userError('CONTACT_TAKEN', 'Contact number already exists!', ['contact']);
const passwordRequired = userError('REQUIRED', 'Please enter your current password.', ['currentPassword']);
const wrongPassword = userError('WRONG_PASSWORD', 'The current password is wrong.', ['currentPassword']);
const emailTaken = userError('EMAIL_TAKEN', 'This email ID is already present.', ['email']);

type ProfileServices = Pick<
  GatewayServices,
  'customers' | 'rest' | 'sessions' | 'attemptLimits' | 'accountLimits' | 'logger'
>;

type ProfileMutations = Pick<
  MutationResolvers,
  'updateProfile' | 'createAddress' | 'updateAddress' | 'removeAddress'
>;

/** Changes of profile fields and addresses. The messages are those of requirements.md 8, "Profile". */
export function createProfileMutations(services: ProfileServices): ProfileMutations {
  const { customers, logger } = services;
  return {
    async updateProfile(_, { input }, context) {
      const fields = readChangedFields(input);
      const errors = {
        failed: (error: UpstreamRejectedError | UpstreamUnavailableError) =>
          findDuplicateError(error) ?? userError('FAILED', failed),
      };
      const { record, userErrors } = await updateShopper(logger, context, errors, async (userId) => {
        const invalid = Object.entries(fields).flatMap(([name, value]) => checkText(name, value));
        if (invalid.length > 0) return unchanged(context, invalid);
        const before = await context.shopper();
        if (before !== null && changesIdentity(fields, before)) {
          const rejection = await checkIdentityChange(
            fields,
            before,
            input.currentPassword ?? '',
            services,
            context,
          );
          if (rejection !== null) return unchanged(context, [rejection]);
          return toSuccess(await changeIdentity(fields, before, services, context));
        }
        return toSuccess(await customers.update(userId, (record) => ({ ...record, ...fields })));
      });
      return { user: record, userErrors };
    },

    async createAddress(_, { input }, context) {
      let createdId: string | null = null;
      const { record, userErrors } = await updateShopper(logger, context, { failed }, async (userId) => {
        const invalid = checkAddress(input.address, ['address']);
        if (invalid.length > 0) return unchanged(context, invalid);
        const changed = await customers.update(userId, (before) => {
          const id = newAddressId(before.addresses);
          createdId = String(id);
          return { ...before, addresses: [...before.addresses, { ...normalizeAddress(input.address), id }] };
        });
        return toSuccess(changed);
      });
      return {
        user: record,
        address: userErrors.length === 0 ? findAddress(record, createdId) : null,
        userErrors,
      };
    },

    async updateAddress(_, { input: { addressId, address } }, context) {
      const { record, userErrors } = await updateShopper(logger, context, { failed }, async (userId) => {
        const invalid = checkAddress(address, ['address']);
        if (invalid.length > 0) return unchanged(context, invalid);
        const newFields = normalizeAddress(address);
        return changeAddresses(customers, userId, addressId, (addresses) =>
          addresses.map((saved) => (String(saved.id) === addressId ? { ...saved, ...newFields } : saved)),
        );
      });
      return {
        user: record,
        address: userErrors.length === 0 ? findAddress(record, addressId) : null,
        userErrors,
      };
    },

    async removeAddress(_, { input: { addressId } }, context) {
      const { record, userErrors } = await updateShopper(logger, context, { failed }, (userId) =>
        changeAddresses(customers, userId, addressId, (addresses) =>
          addresses.filter((saved) => String(saved.id) !== addressId),
        ),
      );
      return { user: record, userErrors };
    },
  };
}

async function changeAddresses(
  customers: CustomerRecords,
  userId: string,
  addressId: string,
  change: (addresses: AddressRecord[]) => AddressRecord[],
): Promise<ShopperChange> {
  let exists = false;
  const record = await customers.update(userId, (before) => {
    exists = findAddress(before, addressId) !== null;
    return exists ? { ...before, addresses: change(before.addresses) } : null;
  });
  return { record, userErrors: exists ? [] : [addressNotFound] };
}

async function unchanged(context: GatewayContext, userErrors: UserErrorFields[]): Promise<ShopperChange> {
  return { record: await context.shopper(), userErrors };
}

function findAddress(record: ShopperRecord | null, id: string | null): AddressRecord | null {
  return record?.addresses.find((saved) => String(saved.id) === id) ?? null;
}

/** A time-based id (requirements.md 3), greater than the ids of the shopper's other addresses. */
function newAddressId(addresses: readonly AddressRecord[]): number {
  const numericIds = addresses.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return Math.max(Date.now(), ...numericIds.map((id) => id + 1));
}

function readChangedFields({ username, email, contact }: UpdateProfileInput): Record<string, string> {
  const values = Object.entries({ username, email, contact });
  return Object.fromEntries(
    values.flatMap(([name, value]) => (value == null ? [] : [[name, normalizeText(value)]])),
  );
}

/** Whether the change affects the contact number, used to log in, or the e-mail address, used to reset the password. */
function changesIdentity({ email, contact }: Record<string, string>, before: ShopperRecord): boolean {
  return (
    (email !== undefined && email !== before.email) || (contact !== undefined && contact !== before.contact)
  );
}

/**
 * Checks a change of e-mail address or contact number; returns the error, or null if it is permitted.
 * It requires the password, so that an open session, as on a shared computer, does not suffice to take
 * over the account.
 */
async function checkIdentityChange(
  fields: Record<string, string>,
  before: ShopperRecord,
  password: string,
  services: ProfileServices,
  context: GatewayContext,
): Promise<UserErrorFields | null> {
  if (password === '') return passwordRequired;
  const retryAfterSeconds = await countIdentityChange(before, services, context);
  if (retryAfterSeconds !== null) return userError('RATE_LIMITED', rateLimitMessage(retryAfterSeconds));
  const owner = await authenticate(services, before.contact, password);
  if (String(owner?.id) !== String(before.id)) return wrongPassword;
  await services.accountLimits.recordLogin(before.contact, before.email, context.clientSubnet);
  return findIdentityConflict(fields, before, services, context);
}

/** Counts an attempt. Returns the seconds to wait if there were too many, otherwise null. */
async function countIdentityChange(
  { id, contact }: ShopperRecord,
  services: ProfileServices,
  { clientSubnet }: GatewayContext,
): Promise<number | null> {
  const retryAfterSeconds = await services.attemptLimits.countAttempts([
    'new identity by shopper',
    String(id),
  ]);
  return retryAfterSeconds ?? services.accountLimits.countAttempt('login', contact, clientSubnet);
}

/** The error if the contact number or e-mail address belongs to another account. Not every REST host checks this itself. */
async function findIdentityConflict(
  { contact, email }: Record<string, string>,
  before: ShopperRecord,
  { rest }: ProfileServices,
  { signal }: GatewayContext,
): Promise<UserErrorFields | null> {
  if (contact !== undefined && (await isContactTaken(rest, contact, before, signal))) return contactTaken;
  const isEmailTaken = email !== undefined && (await emailHasForeignOrders(rest, email, before, signal));
  return isEmailTaken ? emailTaken : null;
}

/** Changes e-mail address or contact number, and ends all sessions except this one, which continues under the new address. */
async function changeIdentity(
  fields: Record<string, string>,
  before: ShopperRecord,
  services: ProfileServices,
  context: GatewayContext,
): Promise<ShopperRecord> {
  const endOtherSessions = async () => {
    const session = await context.session();
    if (session !== null) await services.sessions.endOthers(session, fields.email ?? before.email);
  };
  try {
    const change = (record: ShopperRecord) => ({ ...record, ...fields });
    const after = await services.customers.update(String(before.id), change);
    await endOtherSessions();
    return after;
  } catch (error) {
    // If the response was lost, the host may have made the change.
    if (error instanceof UpstreamUnavailableError) await endOtherSessions();
    throw error;
  }
}
